package service

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

func event(s client.State, path, ended string) client.Event {
	return client.Event{Answer: client.Answer{State: s, Terminal: &client.Device{Path: path}}, Ended: ended}
}

// told collects what a watch tells, until its end.
func toldBy(events func(func(client.Event, error) bool), each func(client.Event)) (got []string, err error) {
	for e, failed := range events {
		if failed != nil {
			return got, failed
		}
		text := string(e.State)
		if e.Terminal != nil {
			text += " " + e.Terminal.Path
		}
		got = append(got, text+" "+e.Ended)
		each(e)
	}
	return got, nil
}

func TestAloneWatch(t *testing.T) {
	events := make(chan client.Event, 10)
	h := housed(t, func(h *house) { h.script.events[""] = events })
	events <- event(client.Running, "a", "")
	events <- event(client.Waiting, "a", "")
	events <- event(client.Waiting, "a", client.EndedUntil)
	got, err := toldBy(h.client(t).Watch(t.Context(), openMaster(t), client.WatchOptions{}), func(client.Event) {})
	if want := []string{"running a ", "waiting a ", "waiting a until"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if n := h.total().Watches; n != 0 {
		t.Errorf("%d watches are counted", n)
	}
	h.script.change(func(s *script) { s.err = client.ErrNotOwner })
	if _, err := toldBy(h.client(t).Watch(t.Context(), openMaster(t), client.WatchOptions{}), func(client.Event) {}); !errors.Is(err, client.ErrNotOwner) {
		t.Errorf("%v", err)
	}
}

// TestAloneWatchEnd: the end of the service is told.
func TestAloneWatchEnd(t *testing.T) {
	events := make(chan client.Event, 1)
	h := housed(t, func(h *house) { h.script.events["/dev/ttys003"] = events })
	events <- event(client.Running, "/dev/ttys003", "")
	var once sync.Once
	var got []watchOut
	for raw, err := range h.raw(t).Stream(t.Context(), varlink.TerminalInterface+".Watch", map[string]any{"path": "/dev/ttys003"}, nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, decoded(t, raw))
		once.Do(func() { go h.end() })
	}
	if len(got) != 2 || got[1].Ended != client.EndedShutdown || got[1].Answer.State != client.Running {
		t.Errorf("%+v", got)
	}
}

func decoded(t *testing.T, b []byte) (out watchOut) {
	t.Helper()
	if err := decodeMessage(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestAloneWatchDescriptor: what was sent is given back with the first event.
func TestAloneWatchDescriptor(t *testing.T) {
	h := housed(t)
	given := make(chan struct{})
	u := h.user(501)
	v := &visitor{s: h.alone, uid: 501, user: u}
	events := make(chan client.Event, 2)
	h.script.change(func(s *script) { s.events[""] = events })
	events <- event(client.Running, "a", "")
	call := &varlink.Call{Descriptor: -1}
	ctx, cancel := context.WithCancel(t.Context())
	for range cap(u.closes) { // no close comes back, so that giving back is seen
		u.closes <- struct{}{}
	}
	go func() {
		defer close(given)
		_ = v.follow(ctx, call, watchIn{}, target{fd: -1}, func(client.Event) error { cancel(); return nil })
	}()
	select {
	case <-given:
		t.Fatal("the event came before the descriptor was given back")
	case <-time.After(50 * time.Millisecond):
	}
	<-u.closes
	<-given
}

func TestAloneWatchAll(t *testing.T) {
	one, two := make(chan client.Event, 10), make(chan client.Event, 10)
	h := housed(t, func(h *house) {
		h.script.paths = []string{"/dev/ttys001"}
		h.script.events["/dev/ttys001"], h.script.events["/dev/ttys002"] = one, two
	})
	one <- event(client.Running, "/dev/ttys001", "")
	two <- event(client.Waiting, "/dev/ttys002", "")
	got, err := toldBy(h.client(t).WatchAll(t.Context(), client.WatchOptions{}), func(e client.Event) {
		switch {
		case e.Terminal.Path == "/dev/ttys001" && e.Ended == "":
			h.script.change(func(s *script) { s.paths = append(s.paths, "/dev/ttys002") })
		case e.Ended == "":
			h.script.change(func(s *script) { s.paths = s.paths[1:] })
			one <- event(client.NoForeground, "/dev/ttys001", client.EndedGone)
		case e.Ended == client.EndedGone:
			two <- event(client.Running, "/dev/ttys002", client.EndedUntil)
		}
	})
	want := []string{"running /dev/ttys001 ", "waiting /dev/ttys002 ", "no-foreground /dev/ttys001 gone", "running /dev/ttys002 until"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if n := h.total().Watches; n != 0 {
		t.Errorf("%d watches are counted", n)
	}
}

func TestAloneWatchAllTimeout(t *testing.T) {
	h := housed(t)
	got, err := toldBy(h.client(t).WatchAll(t.Context(), client.WatchOptions{Timeout: 20 * time.Millisecond}), func(client.Event) {})
	if err != nil || !slices.Equal(got, []string{" timeout"}) {
		t.Errorf("%q, %v", got, err)
	}
	if err := h.raw(t).Call(t.Context(), varlink.TerminalInterface+".Watch", map[string]any{"path": "x", "until": []string{"asleep"}}, nil, nil); err == nil {
		t.Error("a state that does not exist")
	}
}

func TestAloneWatchLimit(t *testing.T) {
	h := housed(t, func(h *house) { h.Limits.WatchesPerKey = 1 })
	u := h.user(501)
	if !h.beginWatch(u) || h.beginWatch(u) || !h.beginWatch(h.user(502)) {
		t.Error("the limit is not one for each user")
	}
	h.endWatch(u)
	if !h.beginWatch(u) {
		t.Error("a watch that ended counts")
	}
}
