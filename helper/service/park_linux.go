package service

import (
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// lot holds refused connections that may carry descriptors. Whoever drops the
// last reference to such a connection closes the descriptors, and may sleep in
// that for ever; so nobody here does. They go to a process whose end drops them.
type lot struct {
	log   *slog.Logger
	mu    sync.Mutex
	yards map[uint32]*yard
}

// yard has the parked connections of one budget key.
type yard struct {
	here   []*net.UnixConn
	closer *closer // holds more of them, nil if none runs
	ending int     // closers that were told to end and have not: they may sleep
}

// park keeps a connection.
func (l *lot) park(key uint32, c *net.UnixConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.yards == nil {
		l.yards = map[uint32]*yard{}
	}
	y := l.yards[key]
	if y == nil {
		y = &yard{}
		l.yards[key] = y
	}
	y.here = append(y.here, c)
	if len(y.here) > parkedPerKey {
		l.move(key, y)
	}
	if y.closer != nil && y.closer.held >= y.closer.room {
		l.end(y)
	}
}

// tidy drops what is parked. Of a key whose closers do not end, more is
// gathered first, so that their number stays small. The caller calls it now and
// then, and at the end of the service with all.
func (l *lot) tidy(all bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, y := range l.yards {
		if y.ending >= endingPerKey && !all {
			continue
		}
		if len(y.here) > 0 {
			l.move(key, y)
		}
		if y.closer != nil {
			l.end(y)
		}
		if y.ending == 0 && len(y.here) == 0 {
			delete(l.yards, key)
		}
	}
}

// move gives the connections that are here to the key's closer, or to a new one
// if that has died. The caller holds the lock.
func (l *lot) move(key uint32, y *yard) {
	for range 2 {
		err := l.moveOnce(key, y)
		if err == nil {
			return
		}
		l.log.Error("refused connections cannot be dropped", "key", key, "connections", len(y.here), "err", err)
		if y.closer != nil {
			l.end(y)
		}
	}
}

func (l *lot) moveOnce(key uint32, y *yard) (err error) {
	if y.closer == nil {
		l.log.Warn("refused connections carry descriptors; another process drops them", "key", key)
		if y.closer, err = startCloser(); err != nil {
			return err
		}
	}
	for len(y.here) > 0 {
		if err := y.closer.take(y.here[0]); err != nil {
			return err
		}
		y.here = y.here[1:]
	}
	y.here = nil
	return nil
}

// end lets the closer end. The caller holds the lock.
func (l *lot) end(y *yard) {
	c := y.closer
	y.closer = nil
	y.ending++
	c.ctl.shutdown()
	_ = c.ctl.sock.Close()
	go func() {
		_ = c.cmd.Wait()
		l.mu.Lock()
		defer l.mu.Unlock()
		y.ending--
	}()
}

// closer is a process that does nothing but hold connections until it ends.
type closer struct {
	ctl  *control
	cmd  *exec.Cmd
	held int
	room int
}

func startCloser() (*closer, error) {
	ctl, theirs, err := controlPair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	cmd := exec.Command("/proc/self/exe", CloserCommand)
	cmd.Env, cmd.Dir = []string{}, "/"
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		_ = ctl.sock.Close()
		return nil, err
	}
	return &closer{ctl: ctl, cmd: cmd, room: closerRoom()}, nil
}

// closerRoom is how many connections a closer may hold, which has this process's
// limit of descriptors.
func closerRoom() int {
	var l unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &l); err != nil || l.Max > 2*heldPerCloser {
		return heldPerCloser
	}
	return int(l.Max / 2)
}

// take passes a connection on, and lets go of it here.
func (c *closer) take(conn *net.UnixConn) error {
	_ = c.ctl.sock.SetWriteDeadline(time.Now().Add(sendPatience))
	if err := c.ctl.send(struct{}{}, conn); err != nil {
		return err
	}
	c.held++
	go func() { _ = conn.Close() }() // it may sleep if the other process has just died
	return nil
}

// Closer is the main function of that process. It ends, and with it what it
// holds, when the supervisor wants that or is gone.
func Closer() int {
	confine()
	_ = unix.SetNonblock(3, false)
	buf, oob := make([]byte, 16), make([]byte, unix.CmsgSpace(4))
	for {
		n, _, _, _, err := unix.Recvmsg(3, buf, oob, unix.MSG_CMSG_CLOEXEC)
		if err != unix.EINTR && (n <= 0 || err != nil) {
			return 0
		}
	}
}
