package procfs

import (
	"bytes"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// Gone reports an error that means that a process has exited.
func Gone(err error) bool { return gone(err) }

// Exhausted reports an error that means that a look takes more than this process
// may have: open files, or memory for the text that the kernel makes of a list.
func Exhausted(err error) bool {
	return errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) || errors.Is(err, unix.ENOMEM)
}

// HasMaster reports whether the terminal was given by its master.
func (t *Terminal) HasMaster() bool { return t.master >= 0 }

// Exited reports a process of which no thread is left.
func (p *Process) Exited(s Stat) bool {
	if s.State == 'X' {
		return true
	}
	if s.State != 'Z' {
		return false
	}
	tids, _, err := p.Threads()
	return err != nil || len(tids) <= 1
}

// PtraceScope reads kernel.yama.ptrace_scope; 0 where there is none.
func PtraceScope() int {
	b, err := readAt(unix.AT_FDCWD, "/proc/sys/kernel/yama/ptrace_scope", make([]byte, 16))
	if err != nil {
		return 0
	}
	n, _ := decimal(bytes.TrimSpace(b))
	return int(n)
}

// CanTrace reports whether this process may look at other users' processes:
// it has the capabilities CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH.
func CanTrace() bool {
	h := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var d [2]unix.CapUserData
	if err := unix.Capget(&h, &d[0]); err != nil {
		return false
	}
	const need = 1<<unix.CAP_SYS_PTRACE | 1<<unix.CAP_DAC_READ_SEARCH
	return d[0].Effective&need == need
}

// ErrNoPeers reports a kernel that does not tell which Unix sockets are
// connected with each other.
var ErrNoPeers = errors.New("the kernel does not tell the peers of Unix sockets")

// TellsPeers asks for the peer of a socket of its own. Another error than
// ErrNoPeers says that this process may not ask.
func TellsPeers() error {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("socketpair: %w", err)
	}
	defer unix.Close(fds[0])
	defer unix.Close(fds[1])
	n, err := statFD(fds[0])
	if err != nil {
		return err
	}
	peer, err := ownPeer(n.ID.Ino)
	if err == nil && peer == 0 {
		err = ErrNoPeers
	}
	return err
}
