package kdebug_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func selectScenarios() []scenario {
	return []scenario{
		{number: 31, name: "select of the terminal", want: "waiting",
			run: func(b *bench) { b.main.Call(b.job.Select(1, []int{0})) },
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Call != "select" || th.Descriptor != 0 || th.Timed != nil || len(th.Others) > 0 {
					b.t.Errorf("%+v", th)
				}
			}},
		{number: 31, name: "pselect_nocancel", want: "waiting",
			run: func(b *bench) {
				c := b.job.Select(1, []int{0})
				c.Number = 395
				b.main.Call(c)
			}},
		{number: 32, name: "select to write", want: "running",
			run: func(b *bench) { b.main.Call(b.job.Select(1, nil)) }},
		{number: 33, name: "select as a sleep", want: "running",
			run: func(b *bench) { b.main.Call(b.job.Select(0, nil)) }},
		{number: 34, name: "select with a socket open", want: "mixed-set",
			run: func(b *bench) {
				b.job.Open(3, b.m.Socket())
				b.main.Call(b.job.Select(4, []int{0, 3}))
			},
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Descriptor != 0 || len(th.Others) != 1 || th.Others[0].FD != 3 || th.Others[0].Kind != kdebug.KindSocket {
					b.t.Errorf("%+v", th)
				}
				if !strings.Contains(th.Detail, "descriptor 0") || !strings.Contains(th.Detail, "3 (socket)") {
					b.t.Errorf("detail %q does not name both", th.Detail)
				}
			}},
	}
}

func selectFileScenarios() []scenario {
	return []scenario{
		{number: 35, name: "select with what is always ready open", want: "waiting",
			run: func(b *bench) {
				b.job.Open(3, fakekernel.Null())
				b.job.Open(4, fakekernel.Regular())
				b.job.Open(5, fakekernel.Random())
				b.main.Call(b.job.Select(6, []int{0}))
			}},
		{number: 35, name: "select with some device open", want: "mixed-set",
			run: func(b *bench) {
				b.job.Open(3, fakekernel.Device())
				b.main.Call(b.job.Select(6, []int{0}))
			}},
		{number: 36, name: "terminal beyond nd", want: "running",
			run: func(b *bench) {
				b.job.Close(0)
				b.job.Open(9, b.tty.Slave())
				b.job.Open(3, b.m.Socket())
				b.main.Call(b.job.Select(8, []int{3}))
			}},
		{number: 36, name: "socket beyond nd", want: "waiting",
			run: func(b *bench) {
				b.job.Open(9, b.m.Socket())
				b.main.Call(b.job.Select(8, []int{0}))
			}},
	}
}

func pollScenarios() []scenario {
	return []scenario{
		{number: 37, name: "poll with a socket open", want: "mixed-set",
			run: func(b *bench) {
				b.job.Open(5, b.m.Socket())
				b.main.Call(b.job.Poll([]int{0}, -1))
			}},
		{number: 37, name: "poll of nothing", want: "running",
			run: func(b *bench) { b.main.Call(b.job.Poll(nil, -1)) }},
		{number: 37, name: "poll of the terminal alone", want: "waiting",
			run: func(b *bench) { b.main.Call(b.job.Poll([]int{0}, -1)) },
			check: func(b *bench) {
				th := threadIn(b.t, b.facts(), b.main.ID())
				if th.Timed == nil || *th.Timed {
					b.t.Errorf("%+v", th)
				}
				b.main.End(0)
				b.main.Call(b.job.Poll([]int{0}, 500))
				if th := threadIn(b.t, b.facts(), b.main.ID()); th.Timed == nil || !*th.Timed {
					b.t.Errorf("%+v", th)
				}
			}},
		{number: 37, name: "poll that does not wait", want: "running",
			run: func(b *bench) { b.main.Start(b.job.Poll([]int{0}, 0)) }},
		{number: 38, name: "poll with /dev/tty and a socket", want: "running",
			run: func(b *bench) {
				b.job.Close(0)
				b.job.Open(4, b.tty.Control())
				b.job.Open(5, b.m.Socket())
				b.main.Call(b.job.Poll([]int{5}, -1))
			}},
		{number: 38, name: "select with /dev/tty", want: "waiting",
			run: func(b *bench) {
				b.job.Close(0)
				b.job.Open(4, b.tty.Control())
				b.main.Call(b.job.Select(5, []int{4}))
			}},
	}
}

func equal(a, b []string) bool { return slices.Equal(a, b) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
