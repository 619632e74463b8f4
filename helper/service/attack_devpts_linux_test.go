package service

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// twinOf runs a program on a terminal of the same number in another devpts, and
// returns that terminal and the program's process.
func twinOf(t *testing.T, s *served, about *screen, a attack.Attack) (master, slave *client.Terminal, pid int) {
	t.Helper()
	program := a.Program
	a.Dir, a.Program = s.dir, "twin"
	a.Args = append([]string{filepath.Base(about.Path()), program}, a.Args...)
	r := begun(t, a)
	text, err := r.Await("twin")
	if err == nil {
		pid, err = strconv.Atoi(text)
	}
	if err == nil {
		_, err = r.Await("ready")
	}
	if err != nil {
		t.Fatal(err)
	}
	if slave, err = client.OpenTerminal(fmt.Sprintf("/proc/%d/fd/0", pid)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = slave.Close() })
	return masterOf(t, r.PID), slave, pid
}

// masterOf copies the first master that a process holds.
func masterOf(t *testing.T, pid int) *client.Terminal {
	t.Helper()
	p, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(p)
	for fd := range 100 {
		link, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", pid, fd))
		if filepath.Base(link) != "ptmx" {
			continue
		}
		g, err := unix.PidfdGetfd(p, fd, 0)
		if err != nil {
			t.Fatal(err)
		}
		f := os.NewFile(uintptr(g), "master of another devpts")
		t.Cleanup(func() { _ = f.Close() })
		m, err := client.FromFile(f)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	t.Fatalf("process %d holds no master", pid)
	return nil
}

// Row 7: two terminals of the same number, one of which waits.
func TestThreat07SameNumber(t *testing.T) {
	for _, waits := range []string{"here", "there"} {
		t.Run(waits, func(t *testing.T) {
			s := serve(t, helper.PolicyOwn)
			about := screenOf(t, mallory)
			here, there := client.Waiting, client.Running
			program, args := "cat", attack.Attack{Program: "crowd", Args: []string{"1"}}
			if waits == "there" {
				here, there = there, here
				program, args = "yes", attack.Attack{Program: "read"}
			}
			about.runs(t, mallory, program)
			master, slave, _ := twinOf(t, s, about, args)
			m := s.as(t, mallory)
			mustBe(t, m, about.master, here)
			mustBe(t, m, master, there)
			for range 50 {
				neverWrong(t, s, about.slave, here)
				neverWrong(t, s, slave, there)
			}
		})
	}
}

// neverWrong asks once; not being able to tell is right, too.
func neverWrong(t *testing.T, s *served, about *client.Terminal, want client.State) {
	t.Helper()
	m := s.as(t, mallory)
	defer m.Close()
	if a, err := ask(t, m, about); err != nil || a.State != want && a.State != client.Unknown {
		t.Errorf("%s: %s, %v; want %s", about.Name(), a.Sentence(), err, want)
	}
}

// Row 27: a process of the attacker's, in whose memory and descriptors one gets
// stuck, has a terminal of the number that somebody else asks about. Its memory
// and its descriptors are no part of that question.
func TestThreat27AnothersStall(t *testing.T) {
	for _, program := range []string{"epoll", "poll", "found"} {
		t.Run(program, func(t *testing.T) {
			s := serve(t, helper.PolicyOwn)
			hers := screenOf(t, alice)
			hers.runs(t, alice, "cat")
			_, _, pid := twinOf(t, s, hers, attack.Attack{Program: program})
			c := s.as(t, alice)
			for _, about := range []*client.Terminal{hers.slave, hers.master} {
				a := mustBe(t, c, about, client.Waiting)
				if a.Reader == nil || a.Reader.PID == pid {
					t.Errorf("%+v", a)
				}
			}
			mustBe(t, s.as(t, 0), hers.slave, client.Waiting)
			if n := s.counted().Stuck; n != 0 {
				t.Errorf("%d workers were lost", n)
			}
		})
	}
}
