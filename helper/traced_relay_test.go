package helper

import (
	"slices"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// relayed has the job wait on a kqueue for the terminal and for the master of
// /dev/ttys004, on which another job runs.
func (b *mac) relayed(run func(inner *fakekernel.Process, th *fakekernel.Thread)) {
	behind := b.m.TTY(4)
	b.nodes.put("/dev/ttys004", slaveNode(4, me))
	b.setLine("/dev/ttys004", settings{Echo: true, Canonical: true}, winsize{24, 80})
	b.job.Open(5, behind.Master())
	read := func(fd uint64) *fakekernel.Note { return &fakekernel.Note{Ident: fd, Filter: fakekernel.FilterRead} }
	b.job.Queue(6, read(0), read(5))
	inner := b.process(fakekernel.Spec{PID: 200, Name: "cat", TTY: behind})
	th := inner.NewThread()
	behind.SetForeground(200)
	b.trace()
	run(inner, th)
	b.main.Call(b.job.Kevent(6))
}

func TestTracedRelay(t *testing.T) {
	works := func(*fakekernel.Process, *fakekernel.Thread) {}
	reads := func(p *fakekernel.Process, th *fakekernel.Thread) { th.Call(p.Read(0)) }
	for _, c := range []struct {
		name   string
		run    func(*fakekernel.Process, *fakekernel.Thread)
		change func(*mac)
		want   outcome
		via    []string
		also   []string
	}{
		{"its job reads", reads, func(*mac) {}, waitingIn(200), []string{"prog"}, nil},
		{"its job works", works, func(*mac) {}, justState(client.Running), nil, nil},
		{"its job is gone", func(p *fakekernel.Process, _ *fakekernel.Thread) { p.Exit() }, func(*mac) {}, waitingIn(100), nil, nil},
		{"its job is stopped", func(p *fakekernel.Process, _ *fakekernel.Thread) { p.Stop(true) }, func(*mac) {}, waitingIn(100), nil, nil},
		{"a window inside", reads, func(b *mac) { b.setLine("/dev/ttys004", settings{}, winsize{10, 80}) }, waitingIn(100), nil, []string{"pty"}},
		{"no node", reads, func(b *mac) { b.nodes.put("/dev/ttys004", node{}) }, unknownFor(client.ReasonNotPermitted), nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			onMac(t, func(b *mac) {
				b.relayed(c.run)
				c.change(b)
				b.want(c.name, c.want)
				if a := b.answer(); !slices.Equal(a.Via, c.via) || !slices.Equal(a.Also, c.also) {
					t.Errorf("via %v, also %v", a.Via, a.Also)
				}
				if c.name == "its job is gone" && slices.Contains(b.opened, "/dev/ttys004") {
					t.Error("a terminal without a job was opened")
				}
			})
		})
	}
}

// TestTracedTwoMasters: a program with several terminals inside is no relay.
func TestTracedTwoMasters(t *testing.T) {
	onMac(t, func(b *mac) {
		b.job.Open(5, b.m.TTY(4).Master())
		b.job.Open(7, b.m.TTY(5).Master())
		read := func(fd uint64) *fakekernel.Note { return &fakekernel.Note{Ident: fd, Filter: fakekernel.FilterRead} }
		b.job.Queue(6, read(0), read(5), read(7))
		b.trace()
		b.main.Call(b.job.Kevent(6))
		if a := b.answer(); !a.Listening() || !slices.Equal(a.Also, []string{"pty"}) {
			t.Errorf("%+v", a)
		}
	})
}

// TestTracedLoop: a relay of its own terminal is not followed for ever.
func TestTracedLoop(t *testing.T) {
	onMac(t, func(b *mac) {
		b.job.Open(5, b.screen.Master())
		read := func(fd uint64) *fakekernel.Note { return &fakekernel.Note{Ident: fd, Filter: fakekernel.FilterRead} }
		b.job.Queue(6, read(0), read(5))
		b.trace()
		b.main.Call(b.job.Kevent(6))
		b.want("a loop", unknownFor(client.ReasonTooBig))
	})
}
