package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

func isTerminal(f *os.File) bool {
	return control(f, func(fd int) error {
		_, err := unix.IoctlGetTermios(fd, getTermios)
		return err
	}) == nil
}

// size is a terminal's size in characters.
type size struct{ rows, cols int }

// sizeOf is the size of a terminal that has one.
func sizeOf(w io.Writer) (s size, ok bool) {
	f, ok := w.(*os.File)
	if !ok {
		return s, false
	}
	err := control(f, func(fd int) error {
		ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			s = size{int(ws.Row), int(ws.Col)}
		}
		return err
	})
	return s, err == nil && s.rows > 0 && s.cols > 0
}

// sizeOr is the size that was asked for, or else that of the terminal.
func (o runOptions) sizeOr(s size) (rows, cols int) {
	rows, cols = o.rows, o.cols
	if rows == 0 {
		rows = s.rows
	}
	if cols == 0 {
		cols = s.cols
	}
	return rows, cols
}

// makeRaw lets every key through as it is. The function that it returns restores
// the settings, as often as it is called.
func makeRaw(f *os.File) (restore func(), err error) {
	var before unix.Termios
	err = control(f, func(fd int) error {
		t, err := unix.IoctlGetTermios(fd, getTermios)
		if err != nil {
			return err
		}
		before = *t
		raw(t)
		return unix.IoctlSetTermios(fd, setTermios, t)
	})
	if err != nil {
		return nil, fmt.Errorf("terminal settings of %s: %v", f.Name(), err)
	}
	return func() {
		_ = control(f, func(fd int) error { return unix.IoctlSetTermios(fd, setTermios, &before) })
	}, nil
}

// raw is what cfmakeraw(3) does.
func raw(t *unix.Termios) {
	t.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP | unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	t.Oflag &^= unix.OPOST
	t.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	t.Cflag &^= unix.CSIZE | unix.PARENB
	t.Cflag |= unix.CS8
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
}

func control(f *os.File, do func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = do(int(fd)) }); err != nil {
		return err
	}
	return failed
}
