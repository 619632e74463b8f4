package kdebug_test

import (
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func note(fd uint64, filter int16) *fakekernel.Note {
	return &fakekernel.Note{Ident: fd, Filter: filter}
}

// wait makes the job's thread wait for notes on kqueue 3.
func wait(notes ...*fakekernel.Note) func(*bench) {
	return func(b *bench) {
		b.job.Queue(3, notes...)
		b.main.Call(b.job.Kevent(3))
	}
}

func keventScenarios() []scenario {
	return []scenario{
		{number: 23, name: "kevent", want: "waiting", run: wait(note(0, fakekernel.FilterRead)),
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Verdict != kdebug.Proven || th.Call != "kevent" || th.Descriptor != 0 || th.Timed != nil || len(th.Others) > 0 {
					b.t.Errorf("%+v", th)
				}
			}},
		{number: 23, name: "kevent with others", want: "waiting",
			run: func(b *bench) {
				r, w := b.m.Pipe()
				x, y := b.m.SocketPair()
				outside, _ := b.m.SocketPair()
				for fd, f := range map[int]*fakekernel.File{5: r, 6: w, 7: x, 8: y, 9: outside, 10: b.m.Socket(), 11: b.m.TTY(9).Master()} {
					b.job.Open(fd, f)
				}
				wait(note(0, fakekernel.FilterRead), note(5, fakekernel.FilterRead), note(7, fakekernel.FilterRead),
					note(9, fakekernel.FilterRead), note(10, fakekernel.FilterWrite), note(11, fakekernel.FilterRead),
					note(1, fakekernel.FilterTimer), note(1, fakekernel.FilterUser), note(2, fakekernel.FilterSignal),
					note(77, fakekernel.FilterProcess), note(78, fakekernel.FilterMach), note(79, fakekernel.FilterVnode))(b)
			},
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				want := []string{kdebug.KindChild, kdebug.KindFile, kdebug.KindMach, kdebug.KindPTY, kdebug.KindSocket, kdebug.KindSocket}
				if got := kinds(th); !equal(got, want) {
					b.t.Errorf("other sources %v, want %v", got, want)
				}
				if th.Timed == nil || !*th.Timed {
					b.t.Error("the timer does not show")
				}
			}},
	}
}

func noteScenarios() []scenario {
	return []scenario{
		{number: 24, name: "disabled, flags do not say so", want: "running",
			run: wait(&fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead, Status: fakekernel.NoteDisabled})},
		{number: 25, name: "added disabled, enabled since", want: "waiting",
			run: wait(&fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead, Flags: 0x8})},
		{number: 26, name: "nested", want: "waiting",
			run: func(b *bench) {
				b.job.Queue(4, note(0, fakekernel.FilterRead))
				wait(note(4, fakekernel.FilterRead))(b)
			}},
		{number: 26, name: "nested, disabled outside", want: "running",
			run: func(b *bench) {
				b.job.Queue(4, note(0, fakekernel.FilterRead))
				wait(&fakekernel.Note{Ident: 4, Filter: fakekernel.FilterRead, Status: fakekernel.NoteDisabled})(b)
			}},
		{number: 26, name: "in a circle", want: "running",
			run: func(b *bench) {
				b.job.Queue(4, note(3, fakekernel.FilterRead))
				wait(note(4, fakekernel.FilterRead))(b)
			}},
		{number: 27, name: "register only", want: "running",
			run: func(b *bench) {
				b.job.Queue(3, note(0, fakekernel.FilterRead))
				b.main.Call(fakekernel.Other(363, 3, 0x1000, 1, 0))
			}},
	}
}

func workQueueScenarios() []scenario {
	return []scenario{
		{number: 28, name: "work queue with the terminal", want: "waiting",
			run: func(b *bench) {
				b.job.Queue(-1, note(0, fakekernel.FilterRead))
				b.main.Call(fakekernel.Other(374, 0xffffffff, 0, 0, 0x1000))
			}},
		{number: 28, name: "work queue without the terminal", want: "running",
			run: func(b *bench) {
				b.job.Queue(-1, note(1, fakekernel.FilterUser))
				b.main.Call(fakekernel.Other(374, 0xffffffff, 0, 0, 0x1000))
			}},
		{number: 28, name: "kevent_qos on a kqueue", want: "waiting",
			run: func(b *bench) {
				b.job.Queue(3, note(0, fakekernel.FilterRead))
				c := b.job.Kevent(3)
				c.Number = 374
				b.main.Call(c)
			}},
	}
}

func dispatchScenarios() []scenario {
	return []scenario{
		{number: 29, name: "work loop with the terminal", want: "waiting",
			run: func(b *bench) {
				b.job.Loop(0x101659230, note(0, fakekernel.FilterRead))
				b.main.Call(fakekernel.Other(375, 0x101659230, 0, 0, 0x1000))
			}},
		{number: 29, name: "work loop id that looks like the terminal's descriptor", want: "running",
			run: func(b *bench) {
				b.job.Loop(0x100000000, note(1, fakekernel.FilterTimer))
				b.main.Call(fakekernel.Other(375, 0x100000000, 0, 0, 0x1000))
			}},
		{number: 30, name: "dispatch source", want: "waiting",
			run: func(b *bench) {
				b.main.Start(fakekernel.Other(20))
				b.main.End(0)
				b.job.Queue(-1, note(0, fakekernel.FilterRead))
			}},
		{number: 30, name: "dispatch source that fired", want: "running",
			run: func(b *bench) {
				b.main.Start(fakekernel.Other(20))
				b.main.End(0)
				b.job.Queue(-1, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead, Status: fakekernel.NoteActive | fakekernel.NoteQueued})
			}},
		{number: 30, name: "dispatch source whose handler runs", want: "running",
			run: func(b *bench) {
				b.main.Start(fakekernel.Other(20))
				b.main.End(0)
				b.job.Queue(-1, &fakekernel.Note{Ident: 0, Filter: fakekernel.FilterRead, Status: fakekernel.NoteDisabled})
			}},
	}
}
