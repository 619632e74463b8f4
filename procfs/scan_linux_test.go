package procfs

import (
	"errors"
	"os"
	"slices"
	"syscall"
	"testing"

	promprocfs "github.com/prometheus/procfs"
	"golang.org/x/sys/unix"
)

// TestStatAgainstLibrary compares the parser here with the library's on every
// process of the machine, in what does not change while it lives.
func TestStatAgainstLibrary(t *testing.T) {
	s := newScreen(t)
	s.start(t, odd(t, "a) R 1 (2"))
	all, err := Scan()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, mine := range all {
		p, err := promprocfs.NewProc(mine.PID)
		if err != nil {
			continue // exited
		}
		theirs, err := p.Stat()
		if err != nil || theirs.Starttime != mine.Start {
			continue // another process of this number
		}
		want := Stat{
			PID: theirs.PID, Comm: theirs.Comm, State: mine.State, PPID: theirs.PPID, PGRP: theirs.PGRP,
			Session: theirs.Session, TTY: uint32(theirs.TTY), TPGID: mine.TPGID, Threads: theirs.NumThreads, Start: theirs.Starttime,
		}
		if now, ok := StatOf(mine.PID); mine != want && ok && now == mine {
			t.Errorf("got %+v\nwant %+v", mine, want)
		}
		compared++
	}
	if compared < 2 {
		t.Errorf("only %d of %d processes were compared", compared, len(all))
	}
}

// TestStatusAgainstLibrary does the same for the status file.
func TestStatusAgainstLibrary(t *testing.T) {
	all, err := Scan()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, s := range all {
		mine, ok := StatusOf(s.PID)
		p, err := promprocfs.NewProc(s.PID)
		if !ok || err != nil {
			continue
		}
		theirs, err := p.NewStatus()
		if err != nil {
			continue
		}
		compared++
		for i := range 4 {
			if uint64(mine.UIDs[i]) != theirs.UIDs[i] || uint64(mine.GIDs[i]) != theirs.GIDs[i] {
				t.Errorf("process %d: %v %v; want %v %v", s.PID, mine.UIDs, mine.GIDs, theirs.UIDs, theirs.GIDs)
			}
		}
		if theirs.VoluntaryCtxtSwitches < mine.Switches {
			t.Errorf("process %d: %d switches, later %d", s.PID, mine.Switches, theirs.VoluntaryCtxtSwitches)
		}
	}
	if compared < 2 {
		t.Errorf("only %d processes were compared", compared)
	}
}

func TestScan(t *testing.T) {
	s := newScreen(t)
	p := s.start(t, program("read", "-1", "0"))
	proven(t, p, s.term)
	all, err := Scan()
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range []int{os.Getpid(), p.PID} {
		if !slices.ContainsFunc(all, func(x Stat) bool { return x.PID == pid }) {
			t.Errorf("process %d is not in it", pid)
		}
	}
	if got := pids(all.Group(p.PID)); !slices.Equal(got, []int{p.PID}) {
		t.Errorf("its group: %v", got)
	}
	if got := pids(all.OnTerminal(s.term.ID.Rdev)); !slices.Contains(got, p.PID) {
		t.Errorf("on its terminal: %v", got)
	}
	slices.SortFunc(all, func(a, b Stat) int { return a.PID - b.PID })
	if n := len(slices.CompactFunc(slices.Clone(all), func(a, b Stat) bool { return a.PID == b.PID })); n != len(all) {
		t.Errorf("%d processes, %d different", len(all), n)
	}
}

// TestScanFails: a list that could not be read is none, not an empty one. Nor are
// descriptors that could not be looked at.
func TestScanFails(t *testing.T) {
	if !alone(t, syscall.SysProcAttr{}) {
		return
	}
	if _, err := Scan(); err != nil {
		t.Fatal(err)
	}
	s, slave := newScreen(t), program("sleep", "-1", "0")
	s.start(t, slave)
	await(t, "the terminal among its descriptors", func() bool {
		h, all := holdingsOf(slave.Process.Pid, maxOutsideFDs)
		return all && h.has(s.term.ID)
	})
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 64, Max: 64}); err != nil {
		t.Fatal(err)
	}
	last := -1
	for {
		fd, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		last = fd
	}
	unix.Close(last) // one for the directory, and none for its files
	if all, err := Scan(); !errors.Is(err, unix.EMFILE) {
		t.Errorf("%d processes, %v", len(all), err)
	}
	opened(t, "/dev/null", unix.O_RDONLY)
	if h, all := holdingsOf(slave.Process.Pid, maxOutsideFDs); all {
		t.Errorf("holds %+v, and nothing else", h)
	}
	if readable, known := readableAt(slave.Process.Pid, 0); known {
		t.Errorf("its terminal can be read: %v", readable)
	}
}
