package main

import (
	"os"
	"slices"
	"testing"
	"time"
)

func TestCPUTimeGrowsWithWork(t *testing.T) {
	j := jobOf(t, "sh", "-c", "while :; do :; done")
	pid := j.cmd.Process.Pid
	begun, err := cpuTime(pid)
	if err != nil {
		t.Fatal(err)
	}
	err = await(t.Context(), "20 ms of work", func() (bool, error) {
		spent, err := cpuTime(pid)
		return spent-begun > 20*time.Millisecond, err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestCPUTimeOfNobody(t *testing.T) {
	j := jobOf(t, "sleep", "1000")
	pid := j.cmd.Process.Pid
	_ = j.cmd.Process.Kill()
	_ = j.cmd.Wait()
	if d, err := cpuTime(pid); err == nil {
		t.Errorf("process %d has ended and has computed %v", pid, d)
	}
}

func TestTreeTimes(t *testing.T) {
	j := jobOf(t, "sh", "-c", "sleep 1000 & wait")
	var list map[int]time.Duration
	err := await(t.Context(), "the child of a shell", func() (found bool, err error) {
		list, err = treeTimes(machine(t), j.cmd.Process.Pid)
		return len(list) == 2, err
	})
	if err != nil {
		t.Fatalf("%v: %v", list, err)
	}
	if _, ok := list[j.cmd.Process.Pid]; !ok {
		t.Errorf("the root is not in %v", list)
	}
	if _, ok := list[os.Getpid()]; ok {
		t.Errorf("the parent is in %v", list)
	}
}

func TestDescends(t *testing.T) {
	parents := map[int]int{2: 1, 3: 2, 4: 3, 5: 1, 8: 9, 9: 8}
	var got []int
	for pid := range 10 {
		if descends(pid, 2, parents) {
			got = append(got, pid)
		}
	}
	if want := []int{2, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSpent(t *testing.T) {
	before := map[int]time.Duration{1: 10, 2: 20}
	after := map[int]time.Duration{1: 13, 3: 5} // 2 has ended, 3 has begun
	if got := spent(before, after); got != 8 {
		t.Errorf("got %d, want 8", got)
	}
}
