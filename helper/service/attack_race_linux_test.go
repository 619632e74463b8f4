package service

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// Row 4: the terminal gets another owner in the middle of a look, which sleeps
// until that has happened.
func TestThreat04ChownDuringLook(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		for end := time.Now().Add(patience); time.Now().Before(end); { // a look that sleeps too long is given up
			if name := chownedMeanwhile(t, s); name == "NotOwner" {
				return
			} else if name != "" {
				t.Fatalf("got the error %q", name)
			}
		}
		t.Error("every look was given up")
	})
}

// chownedMeanwhile returns the name of the error that a caller got who lost the
// right during the look, "" if the look was given up.
func chownedMeanwhile(t *testing.T, s *served) string {
	t.Helper()
	about := screenOf(t, mallory)
	r := about.attacked(t, s, attack.Attack{Program: "epoll", Args: []string{attack.LaterFile}})
	defer r.End()
	asleep(t, r, unix.SYS_EPOLL_PWAIT)
	c := s.dial(t, mallory)
	if tells(t, c, info) == "" {
		return "" // the worker was just lost
	}
	workers := children(t, WorkerCommand)
	sends(t, c, question(`{"descriptor":0}`)+"\x00", fileOf(t, about.slave))
	await(t, "the look's sleep, or a reply", func() bool { return slices.ContainsFunc(workers, asleepInLook) || arrived(c) })
	if err := about.Chown(alice, -1); err != nil {
		t.Fatal(err)
	}
	if err := r.Release(); err != nil {
		t.Fatal(err)
	}
	text := reply(t, c)
	if text == "" {
		return ""
	}
	a, name := answerIn(t, text)
	if name == "" && a.Reason != client.ReasonStalledTarget {
		t.Fatalf("told somebody who lost the right meanwhile: %s", a.Sentence())
	}
	return name
}

// arrived reports that there is something to read.
func arrived(c *net.UnixConn) (yes bool) {
	_ = onSocket(c, func(fd int) error {
		n, _, err := unix.Recvfrom(fd, make([]byte, 1), unix.MSG_PEEK|unix.MSG_DONTWAIT)
		yes = err == nil && n >= 0
		return nil
	})
	return yes
}

func asleepInLook(pid int) bool {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		tid, _ := strconv.Atoi(e.Name())
		return attack.State(tid) == 'D'
	})
}

// Row 11: processes that come and go, and whose numbers are used again: no
// answer is about one that has gone. The held directory of one that has gone
// stays dead (TestPIDReused in procfs).
func TestThreat11ShortLives(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	about := screenOf(t, mallory)
	about.runs(t, mallory, "sh", "-c", "while :; do (:) ; done")
	m := s.as(t, mallory)
	for range 300 {
		a, err := ask(t, m, about.slave)
		if err != nil || a.State == client.Waiting {
			t.Fatalf("%s, %v", a.Sentence(), err)
		}
	}
}

// Row 31: a process becomes another between the look at its call and the look at
// its memory. What the other has there is never taken for the first one's set.
func TestThreat31ExecBetweenLooks(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	about := screenOf(t, mallory)
	begun(t, attack.Attack{Dir: s.dir, Pty: about.Pty, Plain: true, Program: "image", Args: []string{"first"}})
	m := s.as(t, mallory)
	waits := map[string]bool{}
	for end := time.Now().Add(patience); len(waits) < 5 && time.Now().Before(end); {
		a, err := ask(t, m, about.slave)
		if err != nil {
			t.Fatal(err)
		}
		if a.State != client.Waiting {
			continue
		}
		waits[a.Wait] = true
		if a.Reader == nil || a.Reader.Descriptor == nil || *a.Reader.Descriptor == attack.DecoyFD {
			t.Fatalf("told of memory that no call names: %+v", a.Reader)
		}
	}
	if len(waits) == 0 {
		t.Error("the first image was never seen to wait")
	}
}
