//go:build unix

package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

const (
	more     = `{"continues":true,"parameters":{"answer":{"state":"running"},"news":1}}`
	shutdown = `{"parameters":{"answer":{"state":"waiting"},"ended":"shutdown"}}`
	last     = `{"parameters":{"answer":{"state":"waiting"},"ended":"until"}}`
)

// told collects what a watch tells: state, end and error of each event.
func told(t *testing.T, events iter.Seq2[client.Event, error]) (list []string) {
	t.Helper()
	within(t, "a watch", func() {
		for e, err := range events {
			s := string(e.State)
			if e.Ended != "" {
				s += " " + e.Ended
			}
			if e.Reason != "" {
				s += " " + string(e.Reason)
			}
			if err != nil {
				s += " error"
			}
			list = append(list, s)
		}
	})
	return list
}

// TestWatchStream has what services send, and what is told.
func TestWatchStream(t *testing.T) {
	_, term := aTerminal(t)
	for _, c := range []struct {
		name        string
		play        played
		want        []string
		connections int
	}{
		{"to its end", func(c net.Conn, n int) bool { return says(more)(c, n) && says(last)(c, n) }, []string{"running", "waiting until"}, 1},
		{"it goes on with a new connection", func(c net.Conn, n int) bool {
			says(more)(c, n)
			return n > 1 && says(last)(c, n)
		}, []string{"running", "running", "waiting until"}, 2},
		{"one that tells nothing between two that do", func(c net.Conn, n int) bool {
			if n == 1 || n == 3 {
				says(more)(c, n)
			}
			return n == 4 && says(last)(c, n)
		}, []string{"running", "running", "waiting until"}, 4},
		{"a service that ends each connection", func(net.Conn, int) bool { return false }, []string{"unknown no-reply"}, 3},
		{"a service that is restarted", func(c net.Conn, n int) bool {
			return says(more)(c, n) && says(map[bool]string{false: shutdown, true: last}[n > 1])(c, n)
		}, []string{"running", "running", "waiting until"}, 2},
		{"services that only end", says(shutdown), []string{"unknown shutdown no-reply"}, 3},
		{"the terminal is gone", says(`{"error":"` + ours + `Gone"}`), []string{"no-foreground gone"}, 1},
		{"not the caller's", says(`{"error":"` + ours + `NotOwner"}`), []string{" error"}, 1},
		{"busy", says(`{"error":"` + ours + `Busy"}`), []string{"unknown busy"}, 1},
		{"an old service", says(`{"error":"org.varlink.service.MethodNotFound"}`), []string{"unknown helper-too-old"}, 1},
		{"nonsense", func(c net.Conn, n int) bool { return says(more)(c, n) && says("nonsense")(c, n) }, []string{"running", "unknown no-reply"}, 1},
	} {
		f := newFake(t, c.play)
		if got := told(t, f.client(t).Watch(t.Context(), term, client.WatchOptions{})); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if _, n := f.heard(); n != c.connections {
			t.Errorf("%s: %d connections", c.name, n)
		}
	}
}

// TestWatchShutdown: the end of the service is not taken for its last answer.
func TestWatchShutdown(t *testing.T) {
	_, term := aTerminal(t)
	var f *fake
	f = newFake(t, func(c net.Conn, n int) bool {
		_ = f.listener.Close()
		return says(more)(c, n) && says(shutdown)(c, n)
	})
	want := []string{"running", "unknown shutdown helper-missing"}
	if got := told(t, f.client(t).Watch(t.Context(), term, client.WatchOptions{})); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWatchTimeoutLasts: a new connection does not begin a watch's time again.
func TestWatchTimeoutLasts(t *testing.T) {
	_, term := aTerminal(t)
	f := newFake(t, func(c net.Conn, n int) bool {
		time.Sleep(time.Millisecond)
		return says(more)(c, n) && n > 1 && says(last)(c, n)
	})
	told(t, f.client(t).Watch(t.Context(), term, client.WatchOptions{Timeout: time.Hour}))
	asked, _ := f.heard()
	if len(asked) != 2 || !strings.Contains(asked[0], `"timeout_ms":3600000`) || !strings.Contains(asked[1], `"timeout_ms":35`) {
		t.Errorf("asked %q", asked)
	}
}

// TestWatchRequest: what is asked for.
func TestWatchRequest(t *testing.T) {
	_, term := aTerminal(t)
	options := client.WatchOptions{
		Until: []string{"!running"}, After: "w", Timeout: time.Second, Settle: 20 * time.Millisecond, Lateness: 500 * time.Millisecond,
	}
	f := newFake(t, says(last))
	told(t, f.client(t).Watch(t.Context(), term, options))
	told(t, f.client(t).WatchAll(t.Context(), client.WatchOptions{}))
	asked, _ := f.heard()
	for i, want := range []string{
		`{"method":"io.rthelper.Terminal.Watch","more":true,"parameters":{"after":"w","descriptor":0,"lateness_ms":500,"settle_ms":20,"timeout_ms":1000,"until":["!running"]}}`,
		`{"method":"io.rthelper.Terminal.Watch","more":true,"parameters":{"all":true}}`,
	} {
		var v any
		if i >= len(asked) || json.Unmarshal([]byte(asked[i]), &v) != nil {
			t.Fatalf("asked %q", asked)
		}
		if b, _ := json.Marshal(v); string(b) != want {
			t.Errorf("asked %s,\n want %s", b, want)
		}
	}
}

// TestWatchEnds: with its context, and when it is left.
func TestWatchEnds(t *testing.T) {
	_, term := aTerminal(t)
	ended := make(chan bool, 10)
	f := newFake(t, func(c net.Conn, n int) bool {
		says(more)(c, n)
		_, err := c.Read(make([]byte, 1)) // until the other end closes
		ended <- err != nil
		return false
	})
	c := f.client(t)
	for _, limit := range []func(context.Context) (context.Context, context.CancelFunc){
		context.WithCancel,
		func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 50*time.Millisecond)
		},
	} {
		ctx, cancel := limit(t.Context())
		var err error
		within(t, "the end of a watch", func() {
			for e, failed := range c.Watch(ctx, term, client.WatchOptions{}) {
				err = failed
				if _, timed := ctx.Deadline(); !timed && e.State == client.Running {
					cancel()
				}
			}
		})
		<-ctx.Done()
		if !errors.Is(err, ctx.Err()) {
			t.Errorf("ended with %v, want %v", err, ctx.Err())
		}
		cancel()
		within(t, "the connection", func() { <-ended })
	}
	for range c.Watch(t.Context(), term, client.WatchOptions{}) {
		break
	}
	within(t, "the connection of a watch that was left", func() { <-ended })
}
