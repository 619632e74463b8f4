package attack

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// crowd is a process of many threads, none of which waits for the terminal.
func crowd(_ string, args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	debug.SetMaxThreads(2*n + 1000)
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		return err
	}
	var begun sync.WaitGroup
	for range n {
		begun.Add(1)
		go func() {
			runtime.LockOSThread()
			begun.Done()
			_, _ = unix.Read(p[0], make([]byte, 1))
		}()
	}
	begun.Wait()
	tell("ready")
	_, err = unix.Read(p[0], make([]byte, 1))
	return err
}

// wideSelect has the terminal open as often as it may, and selects on as many
// descriptors as a number can name.
func wideSelect(_ string, _ []string) error {
	set := make([]byte, 1<<20)
	last := 0
	for {
		fd, err := unix.FcntlInt(0, unix.F_DUPFD_CLOEXEC, last)
		if err != nil {
			break // the table is full
		}
		last = fd
		set[fd/8] |= 1 << (fd % 8)
	}
	tell("ready")
	for {
		_, _, errno := unix.Syscall6(unix.SYS_PSELECT6, 1<<30, uintptr(unsafe.Pointer(&set[0])), 0, 0, 0, 0)
		if errno != unix.EINTR {
			return fmt.Errorf("pselect6: %w", errno)
		}
	}
}

// longList makes an epoll list that is longer than any descriptor table, and
// then has another process, whose table is small, wait for it.
func longList(_ string, args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	ep, err := unix.EpollCreate1(0)
	if err == nil {
		err = unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, 0, &unix.EpollEvent{Events: unix.EPOLLIN})
	}
	for err == nil && n > 0 {
		var added int
		added, err = addMany(ep, n)
		n -= added
	}
	if err != nil {
		return err
	}
	return waitInChild(ep)
}

// addMany adds one file to an epoll under as many numbers as the table has.
func addMany(ep, n int) (added int, err error) {
	file, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return 0, err
	}
	var fds []int
	for added < n {
		fd, err := unix.FcntlInt(uintptr(file), unix.F_DUPFD_CLOEXEC, file)
		if err != nil {
			break
		}
		fds = append(fds, fd)
		if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN}); err != nil {
			return added, fmt.Errorf("epoll_ctl: %w", err)
		}
		added++
	}
	for _, fd := range fds { // the file stays open, and so in the list
		_ = unix.Close(fd)
	}
	return added, nil
}
