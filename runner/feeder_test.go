package runner

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 30 * time.Second

// next fetches and takes what is typed next.
func next(t *testing.T, f *feeder, secret bool) string {
	t.Helper()
	for range 2 { // it may come late
		if _, ok := f.fetch(context.Background(), nil, bounds{quiet: patience}); !ok {
			t.Fatal("the input did not come")
		}
		if f.line != nil || f.over {
			break
		}
	}
	return string(f.take(secret))
}

func TestFeederTypesLinesThenTheEnd(t *testing.T) {
	for _, c := range []struct {
		input string
		want  []string
	}{
		{"", []string{""}},
		{"a\n", []string{"a\n", "\x04", "", ""}},
		{"a\nb\n", []string{"a\n", "b\n", "\x04", ""}},
		{"a\nb", []string{"a\n", "b", "\x04", ""}},
		{"\n\n", []string{"\n", "\n", "\x04", ""}},
		{strings.Repeat("x", longestLine+1) + "\n", []string{strings.Repeat("x", longestLine), "x\n", "\x04"}},
	} {
		f := newFeeder(strings.NewReader(c.input))
		for i, want := range c.want {
			if got := next(t, f, false); got != want {
				t.Errorf("%.20q, piece %d: %.20q, want %.20q", c.input, i, got, want)
			}
		}
	}
}

// TestNoEndForASecret: it would be counted as a wrong password.
func TestNoEndForASecret(t *testing.T) {
	f := newFeeder(strings.NewReader("pw\n"))
	if got := next(t, f, true); got != "pw\n" {
		t.Errorf("%q", got)
	}
	if got := next(t, f, true); got != "" {
		t.Errorf("%q was typed for a secret", got)
	}
	if got := next(t, f, false); got != "\x04" {
		t.Errorf("%q, want the end of input", got)
	}
}

func TestLateInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	f := newFeeder(r)
	if _, ok := f.fetch(context.Background(), nil, bounds{quiet: time.Millisecond}); ok {
		t.Error("there was no input to fetch")
	}
	ended := make(chan struct{})
	close(ended)
	if late, ok := f.fetch(context.Background(), ended, bounds{quiet: patience}); !late || !ok {
		t.Errorf("late %v, ok %v after the job's end", late, ok)
	}
	if f.left() {
		t.Error("input is left of an empty pipe")
	}
	if _, err := io.WriteString(w, "one\n"); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	if got := next(t, f, false); got != "one\n" {
		t.Errorf("%q", got)
	}
}

func TestInputLeft(t *testing.T) {
	for _, c := range []struct {
		name, input string
		take        int
		want        bool
	}{
		{"untouched", "a\n", 0, true},
		{"untouched and empty", "", 0, false},
		{"one of two", "a\nb\n", 1, true},
		{"all", "a\nb\n", 2, false},
		{"all and the end", "a\nb\n", 3, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			_, _ = io.WriteString(w, c.input)
			_ = w.Close()
			f := newFeeder(r)
			for range c.take {
				next(t, f, false)
			}
			if got := f.left(); got != c.want {
				t.Errorf("left: %v", got)
			}
		})
	}
	if newFeeder(nil).left() {
		t.Error("no reader has something left")
	}
}
