package runner_test

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/runner"
)

// startPrinting starts a command of sh and returns the numbers that it prints
// before it waits.
func startPrinting(t *testing.T, script string) (*runner.Job, []int) {
	t.Helper()
	j, err := runner.Start(runner.Options{Args: []string{"sh", "-c", script}, Asker: asker(t)})
	if err != nil {
		t.Fatal(err)
	}
	o := outcomeOf(t, j)
	pids := []int{j.PID()}
	for _, f := range strings.Fields(o.Output) {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatalf("output %q", o.Output)
		}
		pids = append(pids, n)
	}
	return j, pids
}

// alive are the processes that have not ended; a zombie has.
func alive(t *testing.T, pids []int) []int {
	t.Helper()
	var list []int
	for _, pid := range pids {
		state, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
		var none *exec.ExitError
		if err != nil && !errors.As(err, &none) {
			t.Fatal(err)
		}
		if len(state) > 0 && state[0] != 'Z' {
			list = append(list, pid)
		}
	}
	return list
}

func mustBeGone(t *testing.T, pids []int) {
	t.Helper()
	for end := time.Now().Add(patience); len(alive(t, pids)) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("processes %v of %v live on", alive(t, pids), pids)
		}
	}
}

func TestHangUp(t *testing.T) {
	for _, c := range []struct {
		name, script string
		grace        time.Duration
		processes    int
	}{
		{"waits", "read x", patience, 1},
		{"children", "sleep 1000 & echo $!; sleep 1000 & echo $!; read x", patience, 3},
		{"ignores it, and reads", "trap '' HUP; read x", time.Second, 1},
		{"ignores it", "trap '' HUP; sleep 1000 & echo $!; read x; while :; do sleep 1000; done", 50 * time.Millisecond, 2},
		{"sessions below", "trap '' HUP; setsid sh -c 'sleep 1000; :' & echo $!; read x; wait", 50 * time.Millisecond, 2},
		{"nothing left of the leader", "trap '' HUP; (trap '' HUP TERM; sleep 1000; :) & echo $!; trap - HUP; read x", 50 * time.Millisecond, 2},
		{"stopped child", "sleep 1000 & echo $!; kill -STOP $!; read x", patience, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			j, pids := startPrinting(t, c.script)
			if len(pids) != c.processes {
				t.Fatalf("processes %v, want %d", pids, c.processes)
			}
			if err := j.HangUp(context.Background(), c.grace); err != nil {
				t.Error(err)
			}
			mustBeGone(t, pids)
			select {
			case <-j.Ended():
			default:
				t.Error("not waited for")
			}
		})
	}
}

// TestHangUpGivesTime: a program may clean up, and print.
func TestHangUpGivesTime(t *testing.T) {
	j := start(t, "sh", "-c", "trap 'echo cleaned; exit 5' HUP; read x")
	outcomeOf(t, j)
	if err := j.HangUp(context.Background(), patience); err != nil {
		t.Error(err)
	}
	if o := outcomeOf(t, j); o.State != runner.Finished || *o.Exit != 5 || !strings.HasSuffix(o.Output, "cleaned\n") {
		t.Errorf("%s, output %q", o.Sentence(), o.Output)
	}
}

// TestHangUpAtOnce: who cannot wait ends the context.
func TestHangUpAtOnce(t *testing.T) {
	j, pids := startPrinting(t, "trap '' HUP; sleep 1000 & echo $!; read x; while :; do sleep 1000; done")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := j.HangUp(ctx, time.Hour); err != nil {
		t.Error(err)
	}
	mustBeGone(t, pids)
}

// TestHangUpAfterTheEnd does nothing, nor does a second one.
func TestHangUpAfterTheEnd(t *testing.T) {
	j := start(t, "true")
	outcomeOf(t, j)
	for range 2 {
		if err := j.HangUp(context.Background(), time.Hour); err != nil {
			t.Error(err)
		}
	}
}
