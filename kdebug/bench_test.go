package kdebug_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// caller is the real uid that asks in these tests.
const caller = 501

// bench is a machine with one terminal whose foreground job is one process
// with one thread, and a tracer. Descriptor 0 of the job is the terminal.
type bench struct {
	t       *testing.T
	m       *fakekernel.Machine
	k       *fakekernel.Kernel
	tracer  *kdebug.Tracer
	tty     *fakekernel.TTY
	job     *fakekernel.Process
	main    *fakekernel.Thread
	release func()
	extra   []*fakekernel.Process
}

const (
	helperPID = 50
	shellPID  = 90
	jobPID    = 100
)

func newBench(t *testing.T, c fakekernel.Config) *bench {
	m := fakekernel.New(c)
	b := &bench{t: t, m: m, k: m.Kernel(helperPID, "rt-helper", 0), tty: m.TTY(3), release: func() {}}
	b.tracer = kdebug.New(b.k, kdebug.Options{})
	m.Process(fakekernel.Spec{PID: shellPID, Name: "zsh", EUID: caller, RUID: caller, TTY: b.tty}).NewThread()
	b.job = m.Process(fakekernel.Spec{PID: jobPID, Parent: shellPID, Session: shellPID, Name: "prog", EUID: caller, RUID: caller, TTY: b.tty})
	b.job.Open(0, b.tty.Slave())
	b.main = b.job.NewThread()
	b.tty.SetForeground(jobPID)
	return b
}

// bubble runs f with a bench in time that only passes when all sleep.
func bubble(t *testing.T, c fakekernel.Config, f func(*bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, c)
		defer func() {
			b.m.OnCall(nil)
			if err := b.tracer.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		}()
		f(b)
	})
}

func (b *bench) watch() {
	b.t.Helper()
	release, err := b.tracer.Watch(context.Background())
	if err != nil {
		b.t.Fatalf("watch: %v", err)
	}
	b.release = release
}

func (b *bench) facts() kdebug.Facts {
	b.t.Helper()
	return b.factsOf(b.tty)
}

func (b *bench) factsOf(tty *fakekernel.TTY) kdebug.Facts {
	b.t.Helper()
	facts, err := b.tracer.Look(context.Background(), kdebug.Query{Terminal: tty.Device()})
	if err != nil {
		b.t.Fatalf("look: %v", err)
	}
	return facts
}

func (b *bench) status() kdebug.Status {
	b.t.Helper()
	s, err := b.tracer.Status(context.Background())
	if err != nil {
		b.t.Fatalf("status: %v", err)
	}
	return s
}

// answer folds the facts as a judge of jobs would.
func (b *bench) answer() string { return fold(b.facts()) }

func fold(f kdebug.Facts) string {
	var own, foreign, stopped int
	reason := ""
	for _, p := range f.Processes {
		switch {
		case !p.Foreground:
			continue
		case p.RUID != caller:
			foreign++
			continue
		}
		own++
		if p.Stopped {
			stopped++
		}
		if p.Trouble.Reason != "" {
			reason = string(p.Trouble.Reason)
		}
		for _, th := range p.Threads {
			switch th.Verdict {
			case kdebug.Proven, kdebug.Inferred:
				return "waiting"
			case kdebug.CannotTell:
				reason = string(th.Reason)
			}
		}
	}
	switch {
	case own+foreign == 0:
		return "no-foreground"
	case foreign > 0:
		return "other-user"
	case reason != "":
		return reason
	case stopped == own:
		return "stopped"
	}
	return "running"
}

// threadIn returns the facts of one thread.
func threadIn(t *testing.T, f kdebug.Facts, id uint64) kdebug.Thread {
	t.Helper()
	for _, p := range f.Processes {
		for _, th := range p.Threads {
			if th.ID == id {
				return th
			}
		}
	}
	t.Fatalf("thread %d is not among the facts %+v", id, f)
	return kdebug.Thread{}
}

// kinds returns the kinds of a thread's other sources, sorted.
func kinds(th kdebug.Thread) []string {
	var all []string
	for _, s := range th.Others {
		all = append(all, s.Kind)
	}
	slices.Sort(all)
	return all
}
