package service

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

var bothPolicies = []helper.Policy{helper.PolicyOwn, helper.PolicySession}

func underBoth(t *testing.T, f func(t *testing.T, p helper.Policy)) {
	for _, p := range bothPolicies {
		t.Run(string(p), func(t *testing.T) { f(t, p) })
	}
}

// Row 1: a question about another user's terminal.
func TestThreat01AnothersTerminal(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		hers := screenOf(t, alice)
		hers.runs(t, alice, "cat")
		mustBe(t, s.as(t, alice), hers.slave, client.Waiting)
		m := s.as(t, mallory)
		mustRefuse(t, m, hers.slave, client.ErrNotOwner)
		if a, err := s.byPath(t, mallory, hers.Path()); err == "" {
			t.Errorf("a path: %s", a.Sentence())
		}
		list, err := m.List(t.Context())
		for _, a := range list {
			if a.Terminal.Path == hers.Path() {
				t.Errorf("listed: %s", a.Sentence())
			}
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// Row 2: a descriptor of a terminal whose number is used again.
func TestThreat02OldDescriptor(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	old := screenOf(t, mallory)
	path := old.Path()
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	var again *screen
	for range 100 { // another process of the machine may take the number
		if again = screenOf(t, alice); again.Path() == path {
			break
		}
	}
	if again.Path() != path {
		t.Skipf("the number of %s was not given out again", path)
	}
	again.runs(t, alice, "cat")
	mustBe(t, s.as(t, alice), again.slave, client.Waiting)
	mustRefuse(t, s.as(t, mallory), old.slave, client.ErrGone)
	mustRefuse(t, s.as(t, alice), old.slave, client.ErrGone)
}

// Row 3: root became the attacker with su, and left him his terminal.
func TestThreat03RootsTerminal(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		roots := screenOf(t, 0)
		cmd := roots.runs(t, 0, "sh", "-c", "setpriv --reuid 60001 --clear-groups cat")
		mustBe(t, s.as(t, 0), roots.slave, client.Waiting)
		fd0, err := client.OpenTerminal(fmt.Sprintf("/proc/%d/fd/0", cmd.Process.Pid))
		if err != nil {
			t.Fatal(err)
		}
		defer fd0.Close()
		mustRefuse(t, s.as(t, mallory), fd0, client.ErrNotOwner)
		mustRefuse(t, s.as(t, mallory), roots.master, client.ErrNotOwner)
	})
}

// Row 5: another user's session on the attacker's terminal.
func TestThreat05AnothersSession(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		own := screenOf(t, mallory)
		own.runs(t, bob, "cat")
		mustBe(t, s.as(t, 0), own.slave, client.Waiting)
		mustRefuse(t, s.as(t, mallory), own.slave, client.ErrNotOwner)
		a, err := ask(t, s.as(t, mallory), own.master)
		if p == helper.PolicySession {
			if !errors.Is(err, client.ErrNotOwner) {
				t.Errorf("by the master: %s, %v", a.Sentence(), err)
			}
			return
		}
		if err != nil || a.Reason != client.ReasonOtherUser || a.Reader != nil {
			t.Errorf("by the master: %+v, %v; want other-user", a, err)
		}
	})
}

// Row 6: another user's program in the attacker's own session.
func TestThreat06AnothersMember(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		own := screenOf(t, mallory)
		member := begun(t, attack.Attack{Dir: s.dir, Pty: own.Pty, Plain: true, Root: true, Program: "withmember", Args: []string{"60001", "60003"}})
		if _, err := member.Await("ready"); err != nil {
			t.Fatal(err)
		}
		m := s.as(t, mallory)
		if p == helper.PolicyOwn {
			a := mustBe(t, m, own.slave, client.Unknown)
			if a.Reason != client.ReasonOtherUser {
				t.Errorf("got %s", a.Sentence())
			}
			return
		}
		a := mustBe(t, m, own.slave, client.Waiting)
		a.Terminal = nil
		if b, _ := json.Marshal(a); string(b) != `{"state":"waiting"}` {
			t.Errorf("told of another user's process: %s", b)
		}
	})
}

// Row 8: a path named from a sandbox, whose /dev/pts is another.
func TestThreat08PathFromSandbox(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	hers := screenOf(t, mallory)
	hers.runs(t, mallory, "cat")
	if _, err := os.Readlink("/proc/1/ns/mnt"); err != nil {
		t.Logf("nobody may name a path here: %v", err)
	} else if a, name := s.byPath(t, mallory, hers.Path()); name != "" || a.State == "" {
		t.Errorf("outside a sandbox: %q, %s", name, a.Sentence())
	}
	for _, a := range []attack.Attack{{UID: mallory}, {UID: mallory, Host: true}, {UID: 0, Root: true, Host: true}} {
		a.Dir, a.Program, a.Args = s.dir, "say", []string{s.path, question(fmt.Sprintf(`{"path":%q}`, hers.Path()))}
		r := begun(t, a)
		text, err := r.Await("reply")
		if err != nil {
			t.Fatal(err)
		}
		if _, name := answerIn(t, text); name != "UseDescriptor" {
			t.Errorf("%+v: reply %s", a, text)
		}
	}
}

// TestSandbox tells processes in namespaces of their own from others.
func TestSandbox(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	for _, a := range []struct {
		attack.Attack
		same bool
	}{
		{attack.Attack{Plain: true}, true},
		{attack.Attack{}, false},
		{attack.Attack{Host: true}, false},
	} {
		a.Dir, a.Program = s.dir, "crowd"
		a.Args = []string{"1"}
		r := begun(t, a.Attack)
		if err := sameNamespaces(r.PID, os.Getpid()); (err == nil) != a.same {
			t.Errorf("plain %v, host %v: %v", a.Plain, a.Host, err)
		}
	}
}

// Row 9: root of a user namespace is not root.
func TestThreat09NamespaceRoot(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	own, hers := screenOf(t, mallory), screenOf(t, alice)
	own.runs(t, mallory, "cat")
	hers.runs(t, alice, "cat")
	for _, about := range []*screen{own, hers} {
		mustBe(t, s.as(t, 0), about.slave, client.Waiting)
		r := begun(t, attack.Attack{Dir: s.dir, Program: "say", Input: fileOf(t, about.slave),
			Args: []string{s.path, question(`{"descriptor":0}`), "with-descriptor"}})
		text, err := r.Await("reply")
		if err != nil {
			t.Fatal(err)
		}
		a, name := answerIn(t, text)
		if about == own && a.State != client.Waiting || about == hers && name != "NotOwner" {
			t.Errorf("%s: reply %s", about.Path(), text)
		}
	}
}

// Row 10: who asks is who connected, whatever became of that process.
func TestThreat10CallerIsWhoConnected(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	own, hers := screenOf(t, mallory), screenOf(t, alice)
	own.runs(t, mallory, "cat")
	hers.runs(t, alice, "cat")
	for _, about := range []*screen{own, hers} {
		mustBe(t, s.as(t, 0), about.slave, client.Waiting)
		c := s.joinedBy(t, mallory)
		a, name := answerIn(t, tells(t, c, question(`{"descriptor":0}`), fileOf(t, about.slave)))
		if about == own && a.State != client.Waiting || about == hers && name != "NotOwner" {
			t.Errorf("%s: %s, %q", about.Path(), a.Sentence(), name)
		}
	}
	// The process is gone, so nobody can tell which /dev its paths were of.
	c := s.joinedBy(t, mallory)
	if _, name := answerIn(t, tells(t, c, question(fmt.Sprintf(`{"path":%q}`, own.Path())))); name != "UseDescriptor" {
		t.Errorf("a path of a process that has ended: %q", name)
	}
}

// joinedBy returns a connection that was made by a process of another user,
// which has ended.
func (s *served) joinedBy(t *testing.T, uid int) *net.UnixConn {
	t.Helper()
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), "socket")
	defer f.Close()
	r := begun(t, attack.Attack{Dir: s.dir, UID: uid, Plain: true, Program: "joined", Args: []string{s.path}, Input: f})
	if _, err := r.Await("ready"); err != nil {
		t.Fatal(err)
	}
	r.End()
	c, err := net.FileConn(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c.(*net.UnixConn)
}
