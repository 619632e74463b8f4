package service

import (
	"errors"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/procfs"
)

// next is a fake peer.
func next(ino uint64) (uint64, error) { return ino + 1, nil }

func TestDesk(t *testing.T) {
	d := newDesk(next)
	var all sync.WaitGroup
	for range 4 {
		l := lineTo(t, d)
		for i := range uint64(4) {
			all.Go(func() {
				for ino := i; ino < 400; ino += 4 {
					if got, err := l.Peer(ino); got != ino+1 || err != nil {
						t.Errorf("peer of %d: %d, %v", ino, got, err)
						return
					}
				}
			})
		}
	}
	all.Wait()
}

// TestDeskFails: what the kernel did not say is not known, and the next question
// is another matter.
func TestDeskFails(t *testing.T) {
	l := lineTo(t, newDesk(func(ino uint64) (uint64, error) {
		if ino == 13 {
			return 0, unix.ENOBUFS
		}
		return ino + 1, nil
	}))
	if got, err := l.Peer(13); got != 0 || !errors.Is(err, errDeskFailed) {
		t.Errorf("got %d, %v", got, err)
	}
	if got, err := l.Peer(14); got != 15 || err != nil {
		t.Errorf("the next one: %d, %v", got, err)
	}
}

// TestDeskDeaf: a worker that asks on and on and reads no answer does not keep
// others from theirs.
func TestDeskDeaf(t *testing.T) {
	d := newDesk(next)
	f, err := d.open()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fd := int(f.Fd())
	for n := 0; ; n++ { // until the desk has stopped reading
		p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
		if ready, _ := unix.Poll(p, 100); ready == 0 {
			break
		}
		if _, err := unix.Write(fd, exchange{uint64(n), 1}.bytes()); err != nil {
			t.Fatal(err)
		}
	}
	l := lineTo(t, d)
	for ino := range uint64(100) {
		if got, err := l.Peer(ino); got != ino+1 || err != nil {
			t.Fatalf("peer of %d: %d, %v", ino, got, err)
		}
	}
}

// TestDeskNonsense: whoever does not keep to the form is served no longer.
func TestDeskNonsense(t *testing.T) {
	d := newDesk(next)
	for _, size := range []int{1, exchangeSize - 1, exchangeSize + 1, 1000} {
		f, err := d.open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(make([]byte, size)); err != nil {
			t.Fatal(err)
		}
		within(t, "the end of a line", func() {
			if n, err := f.Read(make([]byte, 32)); n != 0 || err == nil {
				t.Errorf("%d bytes: an answer of %d, %v", size, n, err)
			}
		})
		_ = f.Close()
	}
}

// paired is a terminal of a user's on which a program waits for input and on a
// socket pair of its own.
func paired(t *testing.T, uid int) *screen {
	t.Helper()
	own := screenOf(t, uid)
	own.runs(t, uid, "/proc/self/exe", pairCommand)
	return own
}

// mustTell asks until the program waits, and requires that the pair was known
// for its own, or not.
func mustTell(t *testing.T, s *served, uid int, about *screen, own bool) {
	t.Helper()
	a := mustBe(t, s.as(t, uid), about.slave, client.Waiting)
	if a.Exclusive == nil || *a.Exclusive != own || slices.Contains(a.Also, "socket") == own {
		t.Errorf("user %d: %s, also %v; the pair is known: %v", uid, a.Sentence(), a.Also, own)
	}
}

// ownPeers asks about the network namespace of the test.
func ownPeers(t *testing.T) procfs.PeerFunc {
	t.Helper()
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		t.Fatal(err)
	}
	p, err := procfs.NewPeerSocket(os.NewFile(uintptr(fd), "sock_diag"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p.Peer
}

func withPeer(peer procfs.PeerFunc) func(*supervisor) {
	return func(s *supervisor) { s.pool.desk = newDesk(peer) }
}

// TestDeskServes: workers ask the desk: also those of owners, whose supervisor is
// root's worker. What could not be asked is not remembered.
func TestDeskServes(t *testing.T) {
	rootOnly(t)
	var questions atomic.Int64
	var failing atomic.Bool
	own := ownPeers(t)
	s := serve(t, helper.PolicyOwn, withPeer(func(ino uint64) (uint64, error) {
		questions.Add(1)
		if failing.Load() {
			return 0, unix.ENOBUFS
		}
		return own(ino)
	}))
	p := paired(t, alice)
	for _, uid := range []int{alice, 0} {
		before := questions.Load()
		mustTell(t, s, uid, p, true)
		if questions.Load() == before {
			t.Errorf("user %d: the desk was not asked", uid)
		}
	}
	failing.Store(true)
	p = paired(t, alice)
	mustTell(t, s, alice, p, false)
	failing.Store(false)
	mustTell(t, s, alice, p, true)
}

// TestDeskHangs: a kernel that does not answer costs an answer its exclusiveness,
// and no more: nobody is lost, and the service ends when it is told to.
func TestDeskHangs(t *testing.T) {
	rootOnly(t)
	release := make(chan struct{})
	s := serve(t, helper.PolicyOwn, withPeer(func(uint64) (uint64, error) { <-release; return 0, nil }))
	s.unharmed(t, func() {
		for _, uid := range []int{mallory, bob} {
			mustTell(t, s, uid, paired(t, uid), false)
		}
	})
	if n := s.counted().Stuck; n != 0 {
		t.Errorf("%d looks got stuck", n)
	}
	s.end()
	close(release)
}
