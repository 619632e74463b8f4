package procfs

import (
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestResting: what a process held is what it holds as long as it sleeps, and no
// longer.
func TestResting(t *testing.T) {
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = in.Close()
		_ = cmd.Wait()
	}()
	pid := cmd.Process.Pid
	asleep := func() bool { s, ok := StatOf(pid); return ok && s.State == 'S' && s.Comm == "cat" }
	await(t, "cat sleeps", asleep)
	want := holdings{slaves: []Identity{{Ino: 7}}, looked: 3}
	r := restFrom(pid).with(want)
	if h, ok := r.again(pid); !ok || !h.has(want.slaves[0]) || h.looked != 0 {
		t.Fatalf("asleep: %+v, %v", h, ok)
	}
	if _, ok := r.again(1 << 30); ok {
		t.Error("a process that is not there holds something")
	}
	if _, err := in.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	await(t, "cat has run", func() bool { _, ok := r.again(pid); return !ok })
}

// TestProcessorTime: it is the process's, whoever asks, and only grows.
func TestProcessorTime(t *testing.T) {
	before, ok := processorTime(unix.Getpid())
	for end := time.Now().Add(5 * time.Millisecond); time.Now().Before(end); {
	}
	after, ok2 := processorTime(unix.Getpid())
	if !ok || !ok2 || after <= before {
		t.Errorf("%d ns, %v; then %d ns, %v", before, ok, after, ok2)
	}
	if n, ok := processorTime(1); !ok || n <= 0 {
		t.Errorf("of the first process: %d ns, %v", n, ok)
	}
}

// TestNewSurvey: what was learned of a process serves the next list, unless its
// number is another's.
func TestNewSurvey(t *testing.T) {
	list := func(s ...Stat) Listing { return Listing{Table: s} }
	v := newSurvey(list(Stat{PID: 2, Start: 1}, Stat{PID: 5, Start: 2}, Stat{PID: 9, Start: 3}), 0, nil)
	for i := range v.known {
		v.known[i].rest = resting{known: true, used: int64(i)}
	}
	next := newSurvey(list(Stat{PID: 1, Start: 9}, Stat{PID: 5, Start: 2}, Stat{PID: 7, Start: 9}, Stat{PID: 9, Start: 8}), 0, v)
	for i, want := range []resting{{}, {known: true, used: 1}, {}, {}} {
		if got := next.known[i].rest; got.known != want.known || got.used != want.used {
			t.Errorf("process %d: %+v, want %+v", next.Table[i].PID, got, want)
		}
	}
}
