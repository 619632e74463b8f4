package attack

import (
	"fmt"
	"path/filepath"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// stalledPage maps a page of a file whose contents do not come, behind one that
// is there, and returns the address between them.
func stalledPage(dir, file string) (uintptr, error) {
	size := unix.Getpagesize()
	fd, err := unix.Open(filepath.Join(dir, file), unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", file, err)
	}
	at, err := unix.MmapPtr(-1, 0, nil, uintptr(2*size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return 0, fmt.Errorf("mmap: %w", err)
	}
	*(*byte)(at) = 1 // so that the first page is there
	edge := unsafe.Add(at, size)
	_, err = unix.MmapPtr(fd, 0, edge, uintptr(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	if err != nil {
		return 0, fmt.Errorf("mmap %s: %w", file, err)
	}
	return uintptr(edge), nil
}

// pollStalled polls the terminal with a set that lies in a stalled page: the
// kernel itself sleeps while it copies the set.
func pollStalled(dir string, _ []string) error {
	at, err := stalledPage(dir, PageFile)
	if err != nil {
		return err
	}
	tell("ready")
	_, _, errno := unix.Syscall(unix.SYS_POLL, at, 1, ^uintptr(0))
	return fmt.Errorf("poll: %w", errno)
}

// epollStalled lets an epoll wait for the terminal and for something that is
// ready, and takes the event into a page of the named file. While the kernel
// copies it, the epoll's lock is held. If it comes to an end, it goes on with the
// terminal alone.
func epollStalled(dir string, args []string) error {
	at, err := stalledPage(dir, append(args, PageFile)[0])
	if err != nil {
		return err
	}
	ready, err := unix.Eventfd(1, unix.EFD_CLOEXEC)
	if err != nil {
		return err
	}
	ep, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return err
	}
	for _, fd := range []int{0, ready} {
		if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)}); err != nil {
			return fmt.Errorf("epoll_ctl of %d: %w", fd, err)
		}
	}
	tell("ready")
	for {
		_, _, errno := unix.Syscall6(unix.SYS_EPOLL_PWAIT, uintptr(ep), at, 2, ^uintptr(0), 0, 0)
		if errno != 0 && errno != unix.EINTR {
			return fmt.Errorf("epoll_pwait: %w", errno)
		}
		_, _ = unix.Read(ready, make([]byte, 8))
	}
}

// Typed is how many bytes the program "settings" waits for; its test types them.
const Typed = 300

// holdSettings reads what was typed in raw mode, piece by piece, into memory
// whose end is stalled: so the kernel keeps the lock of the line settings. A
// second thread wants to change them, which makes those who ask wait, too. What
// is left to read is less than VMIN: poll says that nothing is there.
func holdSettings(dir string, _ []string) error {
	edge, err := stalledPage(dir, PageFile)
	if err != nil {
		return err
	}
	raw, err := unix.IoctlGetTermios(0, unix.TCGETS)
	if err != nil {
		return err
	}
	raw.Lflag &^= unix.ICANON | unix.ECHO
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 60, 0
	if err := unix.IoctlSetTermios(0, unix.TCSETS, raw); err != nil {
		return err
	}
	tell("type")
	for n := 0; n < Typed; time.Sleep(time.Millisecond) {
		if n, err = unix.IoctlGetInt(0, unix.TIOCINQ); err != nil {
			return err
		}
	}
	go changeSettings(unix.Gettid(), raw)
	const piece = 64 // the kernel reads a terminal in pieces of this size
	_, _, errno := unix.Syscall(unix.SYS_READ, 0, edge-3*piece, Typed)
	return fmt.Errorf("read: %w", errno)
}

// changeSettings changes the line settings once the reader is stalled.
func changeSettings(reader int, s *unix.Termios) {
	for !Sleeps(reader, unix.SYS_READ) {
		time.Sleep(time.Millisecond)
	}
	tell("ready")
	_ = unix.IoctlSetTermios(0, unix.TCSETS, s)
}

// pollFile waits for the terminal and for files that a stranger asks, or
// closes, in vain.
func pollFile(dir string, _ []string) error {
	set := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}}
	for _, name := range []string{AttrFile, FlushFile} {
		fd, err := unix.Open(filepath.Join(dir, name), unix.O_RDWR|unix.O_CLOEXEC, 0)
		if err != nil {
			return fmt.Errorf("open %s: %w", name, err)
		}
		set = append(set, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	tell("ready")
	_, err := unix.Poll(set, -1)
	return fmt.Errorf("poll: %w", err)
}
