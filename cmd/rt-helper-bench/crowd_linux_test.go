package main

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSleepers(t *testing.T) {
	var g sleepers
	defer func() {
		if err := g.resize(0); err != nil {
			t.Error(err)
		}
	}()
	for _, n := range []int{3, 5, 5, 2} {
		before := append(sleepers(nil), g...)
		if err := g.resize(n); err != nil {
			t.Fatal(err)
		}
		if len(g) != n {
			t.Fatalf("%d processes, want %d", len(g), n)
		}
		for _, pid := range g {
			if err := unix.Kill(pid, 0); err != nil {
				t.Errorf("process %d: %v", pid, err)
			}
			if group, err := unix.Getpgid(pid); err != nil || group != pid {
				t.Errorf("process %d is in group %d, %v", pid, group, err)
			}
		}
		for _, pid := range before[min(n, len(before)):] {
			if err := unix.Kill(pid, 0); !errors.Is(err, unix.ESRCH) {
				t.Errorf("process %d is left: %v", pid, err)
			}
		}
	}
}

func TestCrowdFillsTheMachine(t *testing.T) {
	c, err := startCrowd(machine(t))
	if err != nil {
		t.Fatal(err)
	}
	have, err := c.count()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.fill(have + 40); err != nil {
		t.Fatal(err)
	}
	if c.size < 20 { // others may start processes meanwhile
		t.Errorf("%d processes were started", c.size)
	}
	if n, err := c.fill(0); err != nil || c.size != 0 || n == 0 {
		t.Errorf("%d processes are left, of %d; %v", c.size, n, err)
	}
	if err := c.end(); err != nil {
		t.Error(err)
	}
}
