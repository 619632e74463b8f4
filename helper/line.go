package helper

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// line is what a terminal's line discipline tells.
type line struct {
	Settings settings
	Size     winsize
	Queued   int // bytes that would wake a reader
}

type winsize struct{ Rows, Cols uint16 }

// readLine opens a terminal that a reader has open, asks, and closes it. Only
// there is that without effect: the first open of a pty resets its settings,
// and the last close ends its input. Should the reader end just now, the close
// waits for the master to take the last output, which a close in non-blocking
// mode would throw away. The open must not wait for a carrier.
func readLine(t tty) (line, error) {
	fd, err := unix.Open(t.Path, unix.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return line{}, fmt.Errorf("open %s: %w", t.Path, err)
	}
	defer unix.Close(fd)
	if err := unix.SetNonblock(fd, false); err != nil {
		return line{}, fmt.Errorf("fcntl F_SETFL of %s: %w", t.Path, err)
	}
	if n, err := (disk{}).descriptor(fd); err != nil || n.ID != t.ID {
		return line{}, fmt.Errorf("%s: %w", t.Path, client.ErrGone)
	}
	return lineOf(fd, t.Path)
}

func lineOf(fd int, path string) (line, error) {
	m, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return line{}, fmt.Errorf("get termios of %s: %w", path, err)
	}
	w, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
	if err != nil {
		return line{}, fmt.Errorf("ioctl TIOCGWINSZ of %s: %w", path, err)
	}
	n, err := unix.IoctlGetInt(fd, inputQueue)
	if err != nil {
		return line{}, fmt.Errorf("ioctl FIONREAD of %s: %w", path, err)
	}
	// FIONREAD stores 32 bits.
	return line{Settings: settingsOf(m), Size: winsize{w.Row, w.Col}, Queued: int(int32(n))}, nil
}

func settingsOf(m *unix.Termios) settings {
	canonical := m.Lflag&unix.ICANON != 0
	return settings{
		Echo:      m.Lflag&unix.ECHO != 0,
		Canonical: canonical,
		Signals:   m.Lflag&unix.ISIG != 0,
		Timed:     !canonical && m.Cc[unix.VMIN] == 0 && m.Cc[unix.VTIME] > 0,
	}
}
