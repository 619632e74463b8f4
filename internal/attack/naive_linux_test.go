package attack

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// beNaive does what the service must not do.
func beNaive(act, target string) error {
	pid, err := strconv.Atoi(target)
	if err != nil {
		return err
	}
	switch act {
	case "memory":
		return readSet(pid)
	case "epoll":
		return readEpoll(pid)
	case "settings":
		return askSettings(pid)
	case "attributes":
		return askAttributes(pid)
	case "close":
		return takeAndClose(pid)
	case "drop":
		_, _ = os.Stdin.Read(make([]byte, 1))
		return unix.Close(3)
	}
	return fmt.Errorf("no such act")
}

// readSet reads the poll set whose address the system call shows.
func readSet(pid int) error {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", pid))
	if err != nil {
		return err
	}
	at, err := strconv.ParseInt(strings.Fields(string(b))[1], 0, 64)
	if err != nil {
		return err
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return err
	}
	_, err = f.ReadAt(make([]byte, 8), at)
	return fmt.Errorf("read of memory returned: %w", err)
}

func readEpoll(pid int) error {
	for fd := range 64 {
		link, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd))
		if link == "anon_inode:[eventpoll]" {
			_, _ = os.ReadFile(fmt.Sprintf("/proc/%d/fdinfo/%d", pid, fd))
		}
	}
	return fmt.Errorf("every epoll list could be read")
}

func copied(pid, fd int) (int, error) {
	p, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return -1, err
	}
	return unix.PidfdGetfd(p, fd, 0)
}

func askSettings(pid int) error {
	fd, err := copied(pid, 0)
	if err != nil {
		return err
	}
	_, err = unix.IoctlGetTermios(fd, unix.TCGETS)
	return fmt.Errorf("TCGETS returned: %w", err)
}

func askAttributes(pid int) error {
	for fd := range 64 {
		_, _ = os.Stat(fmt.Sprintf("/proc/%d/fd/%d", pid, fd))
	}
	return fmt.Errorf("every descriptor could be asked")
}

// takeAndClose copies a descriptor of the file that minds being closed.
func takeAndClose(pid int) error {
	for fd := range 64 {
		link, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd))
		if strings.HasSuffix(link, "/"+FlushFile) {
			c, err := copied(pid, fd)
			if err != nil {
				return err
			}
			return unix.Close(c)
		}
	}
	return fmt.Errorf("no descriptor to take")
}
