package pty

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

// Pty is a pseudoterminal: an open master and the name of its slave. Its methods
// may be called from several goroutines, except that Start and SetSize must not
// run at the same time.
type Pty struct {
	master *os.File
	path   string
	size   *Size // as last set, for a slave that is opened later
}

// Open opens a new pseudoterminal of the system. The error names the call that
// failed.
func Open() (*Pty, error) { return OpenAt("/dev/ptmx") }

// OpenAt opens a new pseudoterminal through the given multiplexer device, such
// as the ptmx file of another devpts. It fails if the device is none, or if its
// reads could not be given a deadline.
func OpenAt(device string) (*Pty, error) {
	master, err := os.OpenFile(device, os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, err // an *os.PathError: it names the call and the device
	}
	p := &Pty{master: master, path: device}
	if err := p.setUp(); err != nil {
		_ = master.Close()
		return nil, err
	}
	return p, nil
}

func (p *Pty) setUp() error {
	if err := p.master.SetReadDeadline(time.Time{}); err != nil {
		return fmt.Errorf("set a read deadline on %s: %w", p.path, err)
	}
	if err := p.unlock(); err != nil {
		return err
	}
	path, err := p.slavePath()
	if err != nil {
		return err
	}
	p.path = path
	return nil
}

// Master is the master's side: what the job writes is read here, what is written
// here is the job's input. It honours deadlines as long as nobody calls Fd on it.
// It belongs to p.
func (p *Pty) Master() *os.File { return p.master }

// Path is the slave's name, as seen where p was opened.
func (p *Pty) Path() string { return p.path }

// Close closes the master: the kernel hangs the terminal up (SIGHUP to the
// session leader and the foreground job).
func (p *Pty) Close() error { return p.master.Close() }

// Slave opens the slave for reading and writing, as nobody's controlling
// terminal. The caller closes it: while it is open, Ended never comes true.
func (p *Pty) Slave() (*os.File, error) {
	fd, err := p.openSlave()
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), p.path), nil
}

// Ended reports whether err, from a read of the master, means that no process
// holds the slave any more: EIO on Linux, end of file on macOS. Everything that
// was written before has been read by then.
func Ended(err error) bool {
	return errors.Is(err, syscall.EIO) || errors.Is(err, io.EOF)
}

// control runs f on the descriptor of file without taking the file out of the
// poller; call names what f does.
func control(file *os.File, object, call string, f func(fd int) error) error {
	conn, err := file.SyscallConn()
	if err != nil {
		return fmt.Errorf("%s on %s: %w", call, object, err)
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = f(int(fd)) }); err != nil {
		return fmt.Errorf("%s on %s: %w", call, object, err)
	}
	if failed != nil {
		return fmt.Errorf("%s on %s: %w", call, object, failed)
	}
	return nil
}

func (p *Pty) control(call string, f func(fd int) error) error {
	return control(p.master, p.path, call, f)
}
