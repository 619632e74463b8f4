package procfs

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// surveying is a survey of its own, and processes for it.
type surveying struct {
	*survey
	t        *testing.T
	counters *counters
}

func newSurveying(t *testing.T) surveying {
	t.Helper()
	c, err := newCounters()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.close)
	v := surveying{&survey{}, t, c}
	if _, err := v.scan(v.last()); err != nil {
		t.Fatal(err)
	}
	return v
}

func (v surveying) last() mark {
	v.t.Helper()
	last, err := v.counters.lastPID()
	if err != nil {
		v.t.Fatal(err)
	}
	return last
}

func (v surveying) update() {
	v.t.Helper()
	if err := v.survey.update(v.last(), time.Now()); err != nil {
		v.t.Fatal(err)
	}
}

// of is what is known of a process.
func (v surveying) of(pid int) *surveyed {
	if i, ok := v.place(pid); ok {
		return &v.known[i]
	}
	return nil
}

// sleeper is a program that sleeps until it gets input.
func (v surveying) sleeper(command ...string) (pid int, in io.WriteCloser) {
	v.t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	pid = cmd.Process.Pid
	await(v.t, command[0]+" sleeps", func() bool {
		s, ok := StatOf(pid)
		return ok && s.State == 'S' && s.Comm == command[0]
	})
	return pid, in
}

// TestSurveyFollows: without reading about all processes again, the list is the one
// that reading about all would give.
func TestSurveyFollows(t *testing.T) {
	v := newSurveying(t)
	read := v.read
	pid, in := v.sleeper("cat")
	v.update()
	if k := v.of(pid); k == nil || k.Comm != "cat" {
		t.Fatalf("a new process: %+v", k)
	}
	threads := program("threads", "-1", "0")
	if err := threads.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = threads.Process.Kill(); _ = threads.Wait() })
	_ = in.Close()
	await(t, "cat ends", func() bool { s, ok := StatOf(pid); return ok && s.State == 'Z' })
	v.update()
	if k := v.of(pid); k == nil || k.State != 'Z' {
		t.Errorf("a process that has exited: %+v", k)
	}
	all, err := Scan()
	if err != nil {
		t.Fatal(err)
	}
	v.update()
	have := map[int]bool{}
	for _, k := range v.known {
		have[k.PID] = true
	}
	for _, s := range all {
		if _, lives := StatOf(s.PID); lives && !have[s.PID] {
			t.Errorf("process %d (%s) is not on the list", s.PID, s.Comm)
		}
	}
	if !slices.IsSortedFunc(v.known, func(a, b surveyed) int { return a.PID - b.PID }) {
		t.Error("the list is not sorted")
	}
	if v.read != read {
		t.Error("all was read again")
	}
	last := v.last()
	last.turn++
	if err := v.survey.update(last, time.Now()); err != nil || v.read == read {
		t.Errorf("process numbers began anew, and not all was read again: %v", err)
	}
}

// TestBirthsForget: what was read of a process at its birth is not what it is once
// that is known to have changed.
func TestBirthsForget(t *testing.T) {
	var b births
	pid := os.Getpid()
	now := time.Now()
	if _, err := b.statOf(pid, now); err != nil {
		t.Fatal(err)
	}
	b.seen[pid] = birth{stat: Stat{PID: pid, Comm: "before"}}
	if s, _ := b.statOf(pid, now); s.Comm != "before" {
		t.Errorf("read again: %q", s.Comm)
	}
	b.forget(pid)
	if s, err := b.statOf(pid, now); err != nil || s.Comm == "before" {
		t.Errorf("not read again: %q, %v", s.Comm, err)
	}
}

// TestSurveyKeeps: what was learned of a process is kept as long as it sleeps, and
// no longer, nor for another of its number.
func TestSurveyKeeps(t *testing.T) {
	v := newSurveying(t)
	pid, in := v.sleeper("cat")
	v.update()
	learn := func() {
		k := v.of(pid)
		k.asked, k.may, k.looked, k.held = true, true, true, holdings{slaves: []Identity{{Ino: 7}}}
	}
	kept := func() bool {
		k := v.of(pid)
		return k != nil && k.asked && k.looked && len(k.held.slaves) == 1
	}
	learn()
	if v.update(); !kept() {
		t.Error("nothing is kept of a process that sleeps")
	}
	if _, err := v.scan(v.last()); err != nil || !kept() {
		t.Errorf("nothing is kept when all is read: %v", err)
	}
	if _, err := in.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	await(t, "cat has run", func() bool { v.update(); return !kept() })
	learn()
	v.of(pid).Start--
	if _, err := v.scan(v.last()); err != nil || kept() {
		t.Errorf("what another of that number held is kept: %v", err)
	}
}

// TestSurveyLeft: a process that has left its session since it was listed is one that
// has.
func TestSurveyLeft(t *testing.T) {
	v := newSurveying(t)
	pid, in := v.sleeper("bash", "-c", `read -r _; exec setsid cat`)
	if v.update(); v.of(pid) == nil || v.of(pid).Session == pid {
		t.Fatalf("before: %+v", v.of(pid))
	}
	if _, err := in.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	await(t, "cat", func() bool { s, ok := StatOf(pid); return ok && s.Comm == "cat" && s.State == 'S' })
	if v.update(); v.of(pid).Session != pid {
		t.Errorf("after: %+v", v.of(pid))
	}
}

// TestSurveyLostTerminal: a process that sleeps while its session loses the terminal
// is one without.
func TestSurveyLostTerminal(t *testing.T) {
	v := newSurveying(t)
	s := newScreen(t)
	sh := s.start(t, exec.Command("bash", "-c", `trap "" HUP; sleep 3600 & echo $!; read -r _; exec sleep 0`))
	var child Stat
	find := func() bool {
		all, err := Scan()
		i := slices.IndexFunc(all, func(c Stat) bool { return c.PPID == sh.PID && c.Comm == "sleep" && c.State == 'S' })
		if err == nil && i >= 0 {
			child = all[i]
		}
		return err == nil && i >= 0
	}
	await(t, "the child", find)
	t.Cleanup(func() { _ = unix.Kill(child.PID, unix.SIGKILL) })
	v.update()
	if k := v.of(child.PID); k == nil || k.TTY == 0 {
		t.Fatalf("before: %+v", k)
	}
	s.typeIn(t, "\n")
	await(t, "the leader ends", func() bool { now, ok := StatOf(sh.PID); return !ok || now.State == 'Z' })
	v.update()
	if k := v.of(child.PID); k == nil || k.TTY != 0 {
		t.Errorf("after: %+v", k)
	}
}

// TestSurveyManyAtOnce: what several ask at once is as true as what one does.
func TestSurveyManyAtOnce(t *testing.T) {
	v := newSurveying(t)
	s := newScreen(t)
	holder := program("sleep", "-1", "0")
	f, err := os.OpenFile(s.Path(), os.O_RDONLY|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	holder.Stdin = f
	if err := errors.Join(holder.Start(), f.Close()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = holder.Process.Kill(); _ = holder.Wait() })
	results := make(chan error)
	for i := range 8 {
		go func() {
			var err error
			for range 50 {
				last, err2 := v.counters.lastPID()
				out, _, _, err3 := v.survey.outside(s.term, Job{}, Asker{Key: uint64(i % 2), May: everyone}, i%4 < 3, last)
				if !slices.Contains(pids(out.Holders), holder.Process.Pid) {
					err = errors.New("the holder is not found")
				}
				err = errors.Join(err, err2, err3)
			}
			results <- err
		}()
	}
	for range 8 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
}

// TestSurveyAnew: what was learned by anything but the present look is forgotten after
// a while, the later the longer a search takes.
func TestSurveyAnew(t *testing.T) {
	v := newSurveying(t)
	s := newScreen(t)
	search := func() {
		t.Helper()
		if _, _, _, err := v.outside(s.term, Job{SID: 1}, Asker{May: everyone}, true, v.last()); err != nil {
			t.Fatal(err)
		}
	}
	search()
	first := v.anew
	if search(); v.anew != first {
		t.Error("all is looked at anew each time")
	}
	v.anew = first.Add(-holdersFor - time.Millisecond)
	v.cost = holdersFor
	if search(); !v.anew.Before(first) {
		t.Error("a search that takes long is made anew as often as one that does not")
	}
	v.cost = 0
	if search(); v.anew.Before(first) {
		t.Error("nothing is looked at anew")
	}
}
