package fakekernel

import "testing"

// The truth of the model.
func TestWaits(t *testing.T) {
	m := New(Config{})
	tty := m.TTY(1)
	p := m.Process(Spec{PID: 7, Name: "p", TTY: tty})
	r, _ := m.Pipe()
	p.Open(0, tty.Slave())
	p.Open(1, tty.Control())
	p.Open(2, r)
	p.Queue(4, &Note{Ident: 0, Filter: FilterRead})
	p.Queue(5, &Note{Ident: 4, Filter: FilterRead})
	p.Queue(6, &Note{Ident: 0, Filter: FilterRead, Status: NoteDisabled})
	tests := map[string]struct {
		call Call
		want bool
	}{
		"read":              {p.Read(0), true},
		"read /dev/tty":     {p.Read(1), true},
		"read pipe":         {p.Read(2), false},
		"read nothing":      {p.Read(9), false},
		"select":            {p.Select(3, []int{0, 2}), true},
		"select others":     {p.Select(3, []int{2}), false},
		"poll":              {p.Poll([]int{2, 0}, -1), true},
		"poll /dev/tty":     {p.Poll([]int{1}, -1), false},
		"kevent":            {p.Kevent(4), true},
		"kevent, nested":    {p.Kevent(5), true},
		"kevent, disabled":  {p.Kevent(6), false},
		"kevent of nothing": {p.Kevent(9), false},
	}
	for name, tt := range tests {
		checkWaits(t, name, p, tty, tt.call, tt.want)
	}
}

// checkWaits makes a call, wakes it with input, takes that input away and lets
// the call go on.
func checkWaits(t *testing.T, name string, p *Process, tty *TTY, call Call, want bool) {
	th := p.NewThread()
	th.Call(call)
	if got := th.Waits(tty); got != want {
		t.Errorf("%s: %v", name, got)
	}
	tty.Type(1)
	if th.Waits(tty) || want && th.Asleep() {
		t.Errorf("%s: input does not wake it", name)
	}
	reader := p.NewThread()
	reader.Call(p.Read(0))
	reader.End(0)
	if tty.Queued() != 0 {
		t.Fatal("a read leaves input")
	}
	th.Block()
	if got := th.Waits(tty); got != want {
		t.Errorf("%s, again: %v", name, got)
	}
	p.Stop(true)
	if th.Waits(tty) {
		t.Errorf("%s: waits though stopped", name)
	}
	p.Stop(false)
	th.Exit()
	reader.Exit()
}
