package kdebug_test

import (
	"context"
	"errors"
	"syscall"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func TestProcessFacts(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		facts := b.facts()
		if facts.Foreground != jobPID || len(facts.Processes) != 2 {
			t.Fatalf("%+v", facts)
		}
		job, shell := facts.Processes[0], facts.Processes[1]
		if job.PID != jobPID || job.Parent != shellPID || job.Group != jobPID || job.UID != caller || job.RUID != caller ||
			job.Program != "prog" || job.StartSec == 0 || !job.Foreground || !job.Wanted || job.Leader || len(job.Threads) != 1 {
			t.Errorf("job %+v", job)
		}
		if shell.PID != shellPID || shell.Foreground || shell.Wanted || !shell.Leader || shell.Threads != nil {
			t.Errorf("shell %+v", shell)
		}
	})
}

func TestNoSuchTerminal(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		if facts := b.factsOf(b.m.TTY(77)); len(facts.Processes) != 0 || facts.Foreground != 0 || !facts.Settled {
			t.Errorf("%+v", facts)
		}
	})
}

// faulty is a kernel that answers one question of proc_info with an error.
type faulty struct {
	*fakekernel.Kernel
	call, flavor int32
	err          error
}

func (f *faulty) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if call == f.call && (call == 1 || flavor == f.flavor) {
		return 0, f.err
	}
	return f.Kernel.ProcInfo(call, pid, flavor, arg, buf)
}

// A look that fails is never taken for a thread that does not wait.
func TestFailedLooks(t *testing.T) {
	tests := []struct {
		name         string
		call, flavor int32
		err          error
		want         kdebug.Reason
	}{
		{"info", 2, 3, syscall.EPERM, kdebug.ReasonNotPermitted},
		{"info, oddly", 2, 3, syscall.EINVAL, kdebug.ReasonUnsupported},
		{"threads", 2, 28, syscall.EPERM, kdebug.ReasonNotPermitted},
		{"threads, oddly", 2, 28, syscall.EINVAL, kdebug.ReasonUnsupported},
		{"thread", 2, 15, syscall.EACCES, kdebug.ReasonNotPermitted},
		{"descriptors", 2, 1, syscall.EPERM, kdebug.ReasonNotPermitted},
		{"vnode", 3, 2, syscall.EPERM, kdebug.ReasonNotPermitted},
		{"kqueue", 3, 9, syscall.EPERM, kdebug.ReasonNotPermitted},
		{"work loops", 2, 27, syscall.ENOMEM, kdebug.ReasonUnsupported},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, fakekernel.Config{}, func(b *bench) {
				b.tracer = kdebug.New(&faulty{Kernel: b.k, call: tt.call, flavor: tt.flavor, err: tt.err}, kdebug.Options{})
				b.watch()
				if tt.flavor == 27 {
					b.main.Call(fakekernel.Other(305))
				} else {
					b.job.Queue(3, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead})
					b.main.Call(b.job.Kevent(3))
				}
				b.then("failed look", string(tt.want))
			})
		})
	}
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.tracer = kdebug.New(&faulty{Kernel: b.k, call: 1, err: syscall.ENOMEM}, kdebug.Options{})
		if _, err := b.tracer.Look(context.Background(), kdebug.Query{Terminal: b.tty.Device()}); !errors.Is(err, syscall.ENOMEM) {
			t.Errorf("the process list: %v", err)
		}
	})
}

// vanishing is a kernel in which descriptors go away between the list and the
// look at them.
type vanishing struct{ *fakekernel.Kernel }

func (v *vanishing) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if call == 3 {
		return 0, syscall.EBADF
	}
	return v.Kernel.ProcInfo(call, pid, flavor, arg, buf)
}

// A descriptor that a blocked read uses and that is not listed is being closed.
func TestDescriptorGone(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.tracer = kdebug.New(&vanishing{b.k}, kdebug.Options{})
		b.watch()
		b.main.Call(b.job.Read(0))
		facts := b.facts()
		if th := threadIn(t, facts, b.main.ID()); th.Verdict != kdebug.CannotTell || th.Reason != kdebug.ReasonUnsettled || facts.Settled {
			t.Errorf("%+v", facts)
		}
	})
}

// revoking is a kernel on which looks at vnodes say that they were revoked.
type revoking struct{ *fakekernel.Kernel }

func (r *revoking) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if call == 3 && flavor == 2 {
		return 0, syscall.ENOENT
	}
	return r.Kernel.ProcInfo(call, pid, flavor, arg, buf)
}

func TestRevokedTerminal(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.tracer = kdebug.New(&revoking{b.k}, kdebug.Options{})
		b.watch()
		b.main.Call(b.job.Read(0))
		b.then("revoked", "running")
	})
}

func TestTooManyEvents(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		notes := make([]*fakekernel.Note, 70000)
		for i := range notes {
			notes[i] = &fakekernel.Note{Ident: uint64(i + 10), Filter: fakekernel.FilterUser}
		}
		b.job.Queue(4, notes...)
		b.job.Queue(5, notes...)
		b.job.Queue(3, &fakekernel.Note{Ident: 4, Filter: fakekernel.FilterRead}, &fakekernel.Note{Ident: 5, Filter: fakekernel.FilterRead})
		b.main.Call(b.job.Kevent(3))
		b.then("140,000 events", string(kdebug.ReasonTooBig))
	})
}

func TestQueuedIsAskedOnlyForAReader(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		asked := 0
		q := kdebug.Query{Terminal: b.tty.Device(), Queued: func() (int, error) { asked++; return 5, errors.New("not known") }}
		_, err := b.tracer.Look(context.Background(), q)
		must(t, err)
		if asked != 0 {
			t.Error("asked though nobody reads")
		}
		b.main.Call(b.job.Read(0))
		facts, err := b.tracer.Look(context.Background(), q)
		must(t, err)
		if asked == 0 || fold(facts) != "waiting" {
			t.Errorf("asked %d times: %+v", asked, facts)
		}
	})
}

// A thread in another blocking call shows what it waits for.
func TestOtherSources(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		for number, want := range map[uint32]string{29: kdebug.KindSocket, 403: kdebug.KindSocket, 7: kdebug.KindChild} {
			b.main.Call(fakekernel.Other(number, 3))
			th := threadIn(t, b.facts(), b.main.ID())
			if got := kinds(th); th.Verdict != kdebug.No || len(got) != 1 || got[0] != want {
				t.Errorf("call %d: %+v", number, th)
			}
			b.main.End(0)
		}
	})
}

// Another wait of the same thread has another Since, whatever else is equal.
func TestSinceTellsWaitsApart(t *testing.T) {
	bubble(t, fakekernel.Config{}, func(b *bench) {
		b.watch()
		b.main.Call(b.job.Read(0))
		first := threadIn(t, b.facts(), b.main.ID()).Since
		if again := threadIn(t, b.facts(), b.main.ID()).Since; again != first {
			t.Errorf("the same wait: %d, then %d", first, again)
		}
		b.main.End(4)
		b.main.Call(b.job.Read(0))
		if next := threadIn(t, b.facts(), b.main.ID()).Since; next == first {
			t.Error("two waits cannot be told apart")
		}
	})
}
