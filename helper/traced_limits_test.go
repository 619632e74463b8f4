package helper

import (
	"context"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// TestTracedWanted: one question looks at so many processes and no more, also
// when it is asked again about the same.
func TestTracedWanted(t *testing.T) {
	l := tracedLooker{caller: Caller{UID: me}}
	wanted := l.wanted()
	mine := func(pid int) kdebug.Process { return kdebug.Process{PID: pid, UID: me, RUID: me, Foreground: true} }
	for pid := range maxWanted {
		if !wanted(mine(pid)) {
			t.Fatalf("process %d is not wanted", pid)
		}
	}
	if wanted(mine(maxWanted)) || !wanted(mine(0)) {
		t.Error("the limit is not one of different processes")
	}
	fresh := l.wanted()
	if fresh(kdebug.Process{PID: 1, UID: me, RUID: me}) || fresh(kdebug.Process{PID: 1, UID: 0, RUID: 0, Foreground: true}) {
		t.Error("one outside the job, or another user's, is wanted")
	}
}

// TestTracedTooMany: a member that was not looked at leaves it open whether the
// job runs, but not that another waits.
func TestTracedTooMany(t *testing.T) {
	l := tracedLooker{caller: Caller{UID: me}, cache: &tracedCache{root: true, line: func(tty) (line, error) { return line{}, client.ErrGone }}}
	left := kdebug.Process{PID: 2, UID: me, RUID: me, Foreground: true}
	seen := left
	seen.PID, seen.Wanted = 1, true
	if a := judge(l.job(tty{}, kdebug.Facts{Processes: []kdebug.Process{seen, left}})); a.Reason != client.ReasonTooBig {
		t.Errorf("%+v", a)
	}
	seen.Threads = []kdebug.Thread{{ID: 7, Verdict: kdebug.Proven, Call: "read"}}
	if a := judge(l.job(tty{}, kdebug.Facts{Processes: []kdebug.Process{left, seen}})); a.State != client.Waiting || a.Echo != nil {
		t.Errorf("%+v", a)
	}
}

// TestTracedStalled: who asks while another's look does not come back is told
// so, in time.
func TestTracedStalled(t *testing.T) {
	onMac(t, func(b *mac) {
		slow := make(chan struct{})
		b.m.OnCall(func(call string) {
			if call == "proc_info" {
				<-slow
			}
		})
		go func() { _, _ = b.cache.tracer.Look(context.Background(), kdebug.Query{Terminal: 1}) }()
		time.Sleep(time.Millisecond)
		begun := time.Now()
		b.want("meanwhile", unknownFor(client.ReasonStalledTarget))
		if took := time.Since(begun); took != lookPatience {
			t.Errorf("it took %v", took)
		}
		b.m.OnCall(nil)
		close(slow)
	})
}
