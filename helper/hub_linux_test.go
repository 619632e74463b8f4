package helper

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// TestWatchesShareLooks: two watches of a terminal are told by one look, and
// only those of the same caller and policy.
func TestWatchesShareLooks(t *testing.T) {
	r, h := newCat(t), stepped(t)
	first := h.join(t, asMe(client.WatchOptions{}), r.master)
	second := h.join(t, asMe(client.WatchOptions{}), r.slave)
	if len(h.groups) != 1 {
		t.Fatalf("%d groups", len(h.groups))
	}
	wait := h.lookUntil(t, first, waits).Wait
	r.typeLine(t)
	told := h.lookUntil(t, first, func(e client.Event) bool { return waits(e) && e.Wait != wait })
	var last client.Event
	for e, ok := second.next(); ok; e, ok = second.next() {
		last = e
	}
	if last.Wait != told.Wait {
		t.Errorf("after the same looks one was told %+v, the other %+v", told, last)
	}
	other := asMe(client.WatchOptions{})
	other.Policy = PolicySession
	h.join(t, other, r.slave)
	if len(h.groups) != 2 {
		t.Errorf("%d groups with a watch under another policy", len(h.groups))
	}
}

// TestActivityWakes: the hub's sleep ends when a watched terminal is used, and
// its look comes soon.
func TestActivityWakes(t *testing.T) {
	r, h := newCat(t), stepped(t)
	s := h.join(t, asMe(client.WatchOptions{}), r.slave)
	wait := h.lookUntil(t, s, waits).Wait
	g := h.onlyGroup(t)
	h.calm(g)
	r.typeLine(t)
	h.sleepUntilDue(t, g)
	h.lookUntil(t, s, func(e client.Event) bool { return waits(e) && e.Wait != wait })
}

// TestActivityReadByLook: the hub's sleep ends also if somebody's look has read what
// happened before the hub could see it.
func TestActivityReadByLook(t *testing.T) {
	w, h := newAtWork(t, false), stepped(t)
	fd, err := w.term.DupSlave()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	s := h.join(t, asMe(client.WatchOptions{}), fd)
	h.lookUntil(t, s, func(e client.Event) bool { return e.State == client.Running })
	g := h.onlyGroup(t)
	h.calm(g)
	if err := os.WriteFile(w.pty.Path(), []byte("x"), 0); err != nil {
		t.Fatal(err)
	}
	q := w.question()
	q.Cache = h.cache
	if a, _, err := q.about(w.term); err != nil || a.State != client.Running {
		t.Fatalf("%+v, %v", a, err)
	}
	h.sleepUntilDue(t, g)
}

// TestSlowFollower: the oldest events are lost, the end is not.
func TestSlowFollower(t *testing.T) {
	state, err := newWatch(client.WatchOptions{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s := &subscription{watch: state, events: make(chan client.Event, queued)}
	for i := range 3 * queued {
		s.see(justA([]client.State{client.Running, client.Stopped}[i%2]), nil, time.Now())
	}
	s.see(client.Answer{}, client.ErrGone, time.Now())
	s.see(justA(client.Running), nil, time.Now()) // nobody is told after the end
	var last client.Event
	n := 0
	for e := range s.events {
		last, n = e, n+1
	}
	if n != queued || last.Ended != client.EndedGone {
		t.Errorf("%d events, the last %+v", n, last)
	}
}

// TestFollowErrors: what ends a watch is returned.
func TestFollowErrors(t *testing.T) {
	h, err := NewHub(newTestCache(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { h.Close(); h.wait() }()
	r := newCat(t)
	mine := errors.New("enough")
	if err := h.Follow(t.Context(), asMe(client.WatchOptions{}), r.slave, func(client.Event) error { return mine }); err != mine {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = h.Follow(ctx, asMe(client.WatchOptions{}), r.slave, func(client.Event) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := h.Follow(t.Context(), asMe(client.WatchOptions{}), descriptorOf(t, file), nil); !errors.Is(err, client.ErrNotATerminal) {
		t.Errorf("no terminal: %v", err)
	}
	if err := h.Follow(t.Context(), asMe(client.WatchOptions{Until: []string{"never"}}), r.slave, nil); err == nil {
		t.Error("a bad option is no error")
	}
}
