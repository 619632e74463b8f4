package service

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/attack"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// screen is a terminal of the test, and what asks about it.
type screen struct {
	*pty.Pty
	master *client.Terminal
	slave  *client.Terminal // an O_PATH descriptor
}

// screenOf opens a terminal that belongs to a user.
func screenOf(t *testing.T, uid int) *screen {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	if err := p.Chown(uid, -1); err != nil {
		t.Fatal(err)
	}
	s := &screen{Pty: p}
	if s.master, err = client.FromFile(p.Master()); err != nil {
		t.Fatal(err)
	}
	if s.slave, err = client.OpenTerminal(p.Path()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.slave.Close() })
	go drain(p.Master())
	return s
}

// drain reads what is printed, so that nothing waits for room.
func drain(f *os.File) {
	for buf := make([]byte, 4096); ; {
		if _, err := f.Read(buf); err != nil {
			return
		}
	}
}

// runs starts a command as a user, as the leader of the terminal's session.
func (s *screen) runs(t *testing.T, uid int, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(name, args...)
	pty.RunAs(cmd, uid, uid)
	if err := s.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// attacked starts an attack on the terminal and waits for its worst.
func (s *screen) attacked(t *testing.T, on *served, a attack.Attack) *attack.Running {
	t.Helper()
	a.Dir, a.Pty = on.dir, s.Pty
	r := begun(t, a)
	if _, err := r.Await("ready"); err != nil {
		t.Fatal(err)
	}
	return r
}

// begun starts an attack.
func begun(t *testing.T, a attack.Attack) *attack.Running {
	t.Helper()
	if a.UID == 0 {
		a.UID = mallory
	}
	r, err := a.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.End)
	return r
}

// asleep waits until a thread of the process sleeps in a system call.
func asleep(t *testing.T, r *attack.Running, call int) {
	t.Helper()
	await(t, "the attacker's sleep", func() bool { return attack.Sleeps(r.PID, call) })
}

// ask asks once.
func ask(t *testing.T, c *client.Client, about *client.Terminal) (client.Answer, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return c.Query(ctx, about)
}

// mustBe asks until the answer is this state.
func mustBe(t *testing.T, c *client.Client, about *client.Terminal, want client.State) client.Answer {
	t.Helper()
	var last client.Answer
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		a, err := ask(t, c, about)
		if err != nil {
			t.Fatalf("query: %v", err)
		}
		if last = a; a.State == want {
			return a
		}
	}
	t.Fatalf("never %s; the last: %s", want, last.Sentence())
	return last
}

// mustRefuse asks once and requires an error.
func mustRefuse(t *testing.T, c *client.Client, about *client.Terminal, want error) {
	t.Helper()
	if a, err := ask(t, c, about); !errors.Is(err, want) {
		t.Errorf("got %q, %v; want the error %q", a.Sentence(), err, want)
	}
}
