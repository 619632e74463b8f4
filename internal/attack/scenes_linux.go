package attack

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// waitInChild lets a new process wait for an epoll.
func waitInChild(ep int) error {
	status, err1 := inherited(statusFD)
	life, err2 := inherited(lifeFD)
	list, err3 := inherited(ep)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	cmd := again(stagePlain, "waitepoll")
	cmd.Stdin = os.Stdin
	cmd.ExtraFiles = []*os.File{status, life, list}
	return cmd.Run()
}

// waitEpoll waits for descriptor 5, an epoll.
func waitEpoll(string, []string) error {
	tell("ready")
	for {
		_, err := unix.EpollWait(inputFD, make([]unix.EpollEvent, 1), -1)
		if err != unix.EINTR {
			return fmt.Errorf("epoll_wait: %w", err)
		}
	}
}

// readTerminal reads the terminal.
func readTerminal(string, []string) error {
	tell("ready")
	for {
		n, err := unix.Read(0, make([]byte, 100))
		if err != unix.EINTR && (n <= 0 || err != nil) {
			return err
		}
	}
}

// withMember, started as root, leads a session as one user, and has a reader in
// its job that is another.
func withMember(_ string, args []string) error {
	leader, err1 := strconv.Atoi(args[0])
	member, err2 := strconv.Atoi(args[1])
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	cmd := exec.Command("cat")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(member), Gid: uint32(member)}}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := become(leader); err != nil {
		return err
	}
	tell("ready")
	return cmd.Wait()
}

// prompt, started as root, asks for a password as sudo does: with the real user
// of whoever started it, and root's rights.
func prompt(_ string, args []string) error {
	uid, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	s, err := unix.IoctlGetTermios(0, unix.TCGETS)
	if err != nil {
		return err
	}
	s.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(0, unix.TCSETS, s); err != nil {
		return err
	}
	if err := syscall.Setresuid(uid, 0, 0); err != nil {
		return err
	}
	return readTerminal("", nil)
}

// swap reads the terminal on descriptor 0, while another thread lets that
// number name now the terminal, now a file that a stranger must not close.
func swap(dir string, _ []string) error {
	file, err := unix.Open(filepath.Join(dir, FlushFile), unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	terminal, err := unix.Dup(0)
	if err != nil {
		return err
	}
	go func() {
		runtime.LockOSThread()
		for {
			_, _ = unix.Dup3(file, 0, 0), unix.Dup3(terminal, 0, 0)
		}
	}()
	tell("ready")
	for {
		if n, err := unix.Read(0, make([]byte, 100)); n < 0 && err != unix.EINTR && err != unix.EIO {
			return err
		}
	}
}

// Where image puts its decoy.
const decoyAt = 0x1000_0000_0000

// image is one of two programs that become each other again and again. The
// first polls the terminal on descriptor 0, with a set at decoyAt. The second
// polls nothing but a pipe; what it has at decoyAt is a set that names the
// terminal on another descriptor, which no call ever uses.
func image(_ string, args []string) error {
	at, err := unix.MmapPtr(-1, 0, unsafe.Add(unsafe.Pointer(nil), decoyAt), uintptr(unix.Getpagesize()),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_FIXED)
	if err != nil {
		return fmt.Errorf("mmap: %w", err)
	}
	decoy := (*unix.PollFd)(at)
	pause := time.Duration(30+time.Now().Nanosecond()%30) * time.Millisecond
	next := "first"
	switch args[0] {
	case "first":
		next = "second"
		*decoy = unix.PollFd{Fd: 0, Events: unix.POLLIN}
		_, _ = unix.Poll(unsafe.Slice(decoy, 1), int(pause.Milliseconds()))
	default:
		if err := unix.Dup3(0, DecoyFD, 0); err != nil {
			return err
		}
		*decoy = unix.PollFd{Fd: DecoyFD, Events: unix.POLLIN}
		_, _ = unix.Poll([]unix.PollFd{{Fd: lifeFD, Events: unix.POLLIN}}, int(pause.Milliseconds()))
	}
	argv := []string{os.Args[0], command, stagePlain, "image", next}
	return syscall.Exec("/proc/self/exe", argv, os.Environ())
}

// DecoyFD is the descriptor that the program "image" has in memory, but never
// waits for.
const DecoyFD = 77
