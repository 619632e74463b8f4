package procfs

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// specialPrograms are the programs that are more than one call.
var specialPrograms = map[string]func(args []string) error{
	"threads":       readWithThread,
	"crowd":         readInCrowd,
	"undumpable":    readUndumpable,
	"leader-exits":  readAfterLeader,
	"leave":         leaveSession,
	"epoll-grows":   epollGrows,
	"epoll-moved":   epollMoved,
	"epoll-lost":    epollLost,
	"epoll-swapped": epollSwapped,
	"poll-many":     pollMany,
	"poll-absent":   pollAbsent,
	"exit":          func([]string) error { return nil },
}

func readForEver() error {
	for {
		if err := waitPrograms["read"]([]int{0}, -1); err != nil && err != unix.EINTR {
			return err
		}
	}
}

// readWithThread reads the terminal, while another thread waits for a
// descriptor or, with the word child, for a child.
func readWithThread(args []string) error {
	ready := make(chan error)
	go func() {
		runtime.LockOSThread()
		if args[0] == "child" {
			cmd := program("sleep", "-1", "0")
			ready <- cmd.Start()
			_, _ = unix.Wait4(cmd.Process.Pid, nil, 0, nil)
			return
		}
		fds, err := descriptors(args)
		ready <- err
		_, _ = unix.Poll(pollFDs(fds), -1)
	}()
	if err := <-ready; err != nil {
		return err
	}
	return readForEver()
}

// readUndumpable is closed to other processes of its user.
func readUndumpable([]string) error {
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return err
	}
	return readForEver()
}

// readAfterLeader leaves the reading to another thread, and ends the main one.
func readAfterLeader([]string) error {
	go func() {
		runtime.LockOSThread()
		_ = readForEver()
		os.Exit(0)
	}()
	_, _, errno := unix.Syscall(unix.SYS_EXIT, 0, 0, 0)
	return errno
}

// leaveSession starts a reader that leaves the session but keeps the terminal,
// as su -c does, and waits for it.
func leaveSession([]string) error {
	cmd := program("read", "-1", "0")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return runInNewSession(cmd)
}

func runInNewSession(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
	return cmd.Run()
}

// pollMany polls the terminal under so many entries.
func pollMany(args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	return oldPoll(pollFDs(make([]int, n)), -1)
}

// pollAbsent takes the page away in which its poll array lies.
func pollAbsent([]string) error {
	page, err := unix.Mmap(-1, 0, unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	fds := unsafe.Slice((*unix.PollFd)(unsafe.Pointer(&page[0])), 1)
	fds[0] = unix.PollFd{Fd: 0, Events: unix.POLLIN}
	me := unix.Gettid()
	go func() {
		for !sleepsIn(me, me, []string{"poll", "ppoll"}) {
			time.Sleep(time.Millisecond)
		}
		_ = unix.Madvise(page, unix.MADV_DONTNEED)
	}()
	return oldPoll(fds, -1)
}

// epollGrows waits for the terminal in an epoll, to which another thread adds
// descriptor 4 when descriptor 3 tells it to.
func epollGrows([]string) error {
	ep, err := epollOf([]int{0}, unix.EPOLLIN)
	if err != nil {
		return err
	}
	go func() {
		runtime.LockOSThread()
		for {
			if _, err := unix.Read(3, make([]byte, 1)); err == nil {
				_ = unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, 4, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: 4})
			}
		}
	}()
	return oldEpollWait(ep, -1)
}
