package attack

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// mount mounts a new file system on dir, in this process's mount namespace,
// and returns the descriptor on which its requests come.
func mount(node, dir string, everybody bool) (int, error) {
	fd, err := unix.Open(node, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", node, err)
	}
	options := fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", fd)
	if everybody {
		options += ",allow_other"
	}
	if err := unix.Mount("attack", dir, "fuse", unix.MS_NOSUID|unix.MS_NODEV, options); err != nil {
		_ = unix.Close(fd)
		return -1, fmt.Errorf("mount a FUSE file system on %s: %w", dir, err)
	}
	return fd, nil
}

// server serves one file system.
type server struct {
	fd      int
	openers map[uint64]uint32 // by node: who opened it first

	mu    sync.Mutex
	later []request // to be answered at the next SIGUSR1
}

// serve answers requests until the file system is unmounted.
func (s *server) serve() error {
	release := make(chan os.Signal, 1)
	signal.Notify(release, unix.SIGUSR1)
	go s.release(release)
	buf := make([]byte, 64<<10)
	for {
		n, err := unix.Read(s.fd, buf)
		switch err {
		case nil:
		case unix.EINTR, unix.ENOENT, unix.EAGAIN:
			continue
		case unix.ENODEV:
			return nil
		default:
			return fmt.Errorf("read a FUSE request: %w", err)
		}
		r, err := parseRequest(buf[:n])
		if err != nil {
			return err
		}
		if err := s.handle(r); err != nil {
			return err
		}
	}
}

func (s *server) handle(r request) error {
	if r.op == opOpen && s.openers[r.node] == 0 {
		s.openers[r.node] = r.pid
	}
	if silent(r, s.stranger(r)) {
		if node, _ := nodeOf([]byte(LaterFile)); r.node == node {
			s.mu.Lock()
			r.body = bytes.Clone(r.body)
			s.later = append(s.later, r)
			s.mu.Unlock()
		}
		return nil
	}
	return s.send(answer(r))
}

// release answers what was put off.
func (s *server) release(signals <-chan os.Signal) {
	for range signals {
		s.mu.Lock()
		for _, r := range s.later {
			_ = s.send(answer(r))
		}
		s.later = nil
		s.mu.Unlock()
	}
}

func (s *server) send(b []byte) error {
	if b == nil {
		return nil
	}
	_, err := unix.Write(s.fd, b)
	if err != nil && err != unix.ENOENT { // the request was interrupted meanwhile
		return fmt.Errorf("write a FUSE reply: %w", err)
	}
	return nil
}

// stranger reports that a request comes from another process than the one that
// opened the file.
func (s *server) stranger(r request) bool {
	opener := s.openers[r.node]
	if opener == 0 || opener == r.pid {
		return false
	}
	_, err := os.Stat("/proc/" + strconv.Itoa(int(opener)) + "/task/" + strconv.Itoa(int(r.pid)))
	return err != nil
}
