package procfs

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// diagSocket is a socket for sock_diag in the test's network namespace.
func diagSocket(t *testing.T) *PeerSocket {
	t.Helper()
	s, err := NewPeerSocket(netlink(t, unix.NETLINK_SOCK_DIAG))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func netlink(t *testing.T, protocol int) *os.File {
	t.Helper()
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, protocol)
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "netlink")
}

// pair returns the inodes of the ends of a new socket pair.
func pair(t *testing.T, kind int) (a, b uint64) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(fds[0]); unix.Close(fds[1]) })
	return inode(t, fds[0]), inode(t, fds[1])
}

func inode(t *testing.T, fd int) uint64 {
	t.Helper()
	n, err := statFD(fd)
	if err != nil {
		t.Fatal(err)
	}
	return n.ID.Ino
}

// TestPeer: both ways to ask tell the same.
func TestPeer(t *testing.T) {
	for name, ask := range map[string]PeerFunc{"own": ownPeer, "socket": diagSocket(t).Peer} {
		t.Run(name, func(t *testing.T) {
			for _, kind := range []int{unix.SOCK_STREAM, unix.SOCK_DGRAM, unix.SOCK_SEQPACKET} {
				a, b := pair(t, kind)
				tells(t, ask, a, b)
				tells(t, ask, b, a)
			}
			fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer unix.Close(fd)
			tells(t, ask, inode(t, fd), 0)
			null, err := os.Open("/dev/null")
			if err != nil {
				t.Fatal(err)
			}
			defer null.Close()
			tells(t, ask, inode(t, int(null.Fd())), 0)
			a, _ := pair(t, unix.SOCK_STREAM)
			for _, ino := range []uint64{0, 1<<32 | a, 1<<64 - 1} {
				tells(t, ask, ino, 0)
			}
		})
	}
}

func tells(t *testing.T, ask PeerFunc, ino, want uint64) {
	t.Helper()
	if got, err := ask(ino); err != nil || got != want {
		t.Errorf("the peer of %d: %d, %v; want %d", ino, got, err, want)
	}
}

// TestPeerStale: what an earlier user of the socket did not read is not taken
// for an answer.
func TestPeerStale(t *testing.T) {
	s := diagSocket(t)
	a, b := pair(t, unix.SOCK_STREAM)
	other, _ := pair(t, unix.SOCK_STREAM)
	for seq := range uint32(8) { // as of another process, which counted by itself; the last one about the same socket
		ino := other
		if seq == 7 {
			ino = a
		}
		if err := unix.Sendto(s.fd, newUnixDiag(seq+100, uint32(ino)), 0, &unix.SockaddrNetlink{Family: unix.AF_NETLINK}); err != nil {
			t.Fatal(err)
		}
	}
	tells(t, s.Peer, a, b)
	tells(t, s.Peer, b, a)
	if _, _, err := unix.Recvfrom(s.fd, make([]byte, 16), unix.MSG_DONTWAIT); err != unix.EAGAIN {
		t.Errorf("something is left on the socket: %v", err)
	}
}

// TestPeerTogether: answers are not mixed up.
func TestPeerTogether(t *testing.T) {
	s := diagSocket(t)
	var all sync.WaitGroup
	for range 8 {
		a, b := pair(t, unix.SOCK_STREAM)
		all.Go(func() {
			for range 200 {
				tells(t, s.Peer, a, b)
				tells(t, s.Peer, b, a)
			}
		})
	}
	all.Wait()
}

func TestNewPeerSocketRefuses(t *testing.T) {
	null, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	unix.Close(fds[1])
	for name, f := range map[string]*os.File{
		"a file": null, "a Unix socket": os.NewFile(uintptr(fds[0]), "socket"), "another netlink socket": netlink(t, unix.NETLINK_ROUTE),
	} {
		if _, err := NewPeerSocket(f); err == nil || !strings.Contains(err.Error(), "no netlink socket of sock_diag") {
			t.Errorf("%s: %v", name, err)
		}
		if err := f.Close(); err != nil {
			t.Errorf("%s: it was closed: %v", name, err)
		}
	}
}

// TestPeerElsewhere: a socket counts where it was made. Sockets of other
// network namespaces have no peer there, also if the process is there itself.
func TestPeerElsewhere(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("root required: another network namespace")
	}
	here := diagSocket(t)
	a, b := pair(t, unix.SOCK_STREAM)
	done := make(chan error)
	go func() { // on a thread that ends with it
		runtime.LockOSThread()
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			done <- err
			return
		}
		c, d := pair(t, unix.SOCK_STREAM)
		tells(t, here.Peer, a, b)
		tells(t, here.Peer, c, 0)
		tells(t, ownPeer, a, 0)
		tells(t, ownPeer, c, d)
		done <- nil
	}()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}
