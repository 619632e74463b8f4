package procfs

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// watched opens what an epoll is to watch for the terminal.
func watched(word string) (int, error) {
	switch word {
	case "tty":
		return unix.Open("/dev/tty", unix.O_RDWR, 0)
	case "nested":
		return epollOf([]int{0}, unix.EPOLLIN)
	}
	return unix.Dup(0)
}

// epollMoved waits for the terminal in an epoll; what that watches has another
// number by then, and an event has the old one.
func epollMoved(args []string) error {
	ep, _, err := moved(args[0])
	if err != nil {
		return err
	}
	return oldEpollWait(ep, -1)
}

func moved(word string) (ep, other int, err error) {
	fd, err := watched(word)
	if err != nil {
		return -1, -1, err
	}
	if ep, err = epollOf([]int{fd}, unix.EPOLLIN); err != nil {
		return -1, -1, err
	}
	if other, err = unix.FcntlInt(uintptr(fd), unix.F_DUPFD, 100); err != nil {
		return -1, -1, err
	}
	event, err := unix.Eventfd(0, 0)
	if err != nil {
		return -1, -1, err
	}
	return ep, other, unix.Dup3(event, fd, 0)
}

// epollLost has a child keep the file, and closes its own.
func epollLost(args []string) error {
	ep, other, err := moved(args[0])
	if err != nil {
		return err
	}
	cmd := exec.Command("sleep", "3600")
	cmd.ExtraFiles = []*os.File{os.NewFile(uintptr(other), "watched")}
	if err := cmd.Start(); err != nil {
		return err
	}
	if err := cmd.ExtraFiles[0].Close(); err != nil {
		return err
	}
	return oldEpollWait(ep, -1)
}

// epollSwapped watches an event, whose number an epoll of the terminal takes.
func epollSwapped([]string) error {
	event, err := unix.Eventfd(0, 0)
	if err != nil {
		return err
	}
	ep, err := epollOf([]int{event}, unix.EPOLLIN)
	if err != nil {
		return err
	}
	if _, err := unix.Dup(event); err != nil {
		return err
	}
	inner, err := epollOf([]int{0}, unix.EPOLLIN)
	if err != nil {
		return err
	}
	if err := unix.Dup3(inner, event, 0); err != nil {
		return err
	}
	return oldEpollWait(ep, -1)
}
