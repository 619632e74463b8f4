package selftest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// spoken is a transcript that has ended.
func spoken(text string) *transcript {
	t := &transcript{changed: make(chan struct{})}
	t.copy(strings.NewReader(text))
	return t
}

func TestAwait(t *testing.T) {
	for _, c := range []struct {
		name, text string
		marks      []string
		last       string // what the error of the last one contains; "": none
	}{
		{"there", "READY read\r\n", []string{"READY read"}, ""},
		{"two in order", "READY a\r\nGOT 1\r\n", []string{"READY a", "GOT"}, ""},
		{"two out of order", "GOT 1\r\nREADY a\r\n", []string{"READY a", "GOT"}, "ended before"},
		{"only once", "GOT 1\r\n", []string{"GOT", "GOT"}, "ended before"},
		{"never", "READY other\r\nFAIL dup3: no", []string{"READY read"}, "FAIL dup3: no"},
		{"nothing", "", []string{"READY"}, "ended before"},
		{"skip", "SKIP no such call\r\n", []string{"READY"}, "no such call"},
		{"skip but not yet", "SKIP no such", []string{"READY"}, "ended before"},
		{"skip in a line", "I SKIP it\r\n", []string{"READY"}, "ended before"},
	} {
		out := spoken(c.text)
		var err error
		for _, mark := range c.marks {
			err = out.await(context.Background(), mark, time.Minute)
		}
		if (err == nil) != (c.last == "") || err != nil && !strings.Contains(err.Error(), c.last) {
			t.Errorf("%s: %v, want %q", c.name, err, c.last)
		}
		var skip skipError
		if errors.As(err, &skip) != (c.name == "skip") {
			t.Errorf("%s: %v is taken for a skip, or is not", c.name, err)
		}
	}
}

func TestAwaitWaits(t *testing.T) {
	r, w := io.Pipe()
	out := listen(r)
	go func() {
		for _, part := range []string{"REA", "DY re", "ad\r\n"} {
			_, _ = io.WriteString(w, part)
		}
	}()
	if err := out.await(context.Background(), "READY read", time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := out.await(context.Background(), "more", 10*time.Millisecond); err == nil || !strings.Contains(err.Error(), `no "more" within`) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := out.await(ctx, "more", time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	_ = w.Close()
	if err := out.await(context.Background(), "more", time.Minute); err == nil || !strings.Contains(err.Error(), "ended before") {
		t.Errorf("got %v", err)
	}
}

func TestTranscriptIsBounded(t *testing.T) {
	out := spoken(strings.Repeat("x", 3*enough))
	if n := len(out.text); n < enough || n > enough+4096 {
		t.Errorf("%d bytes are kept", n)
	}
	if got := out.tail(5); got != "xxxxx" {
		t.Errorf("tail %q", got)
	}
}

func FuzzSkipLine(f *testing.F) {
	for _, s := range []string{"", "SKIP x\n", "a\nSKIP y\r\n", "SKIP ", "SKIP \n", "xSKIP z\n", "\nSKIP"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		reason, ok := skipLine(s)
		if ok && !strings.Contains("\n"+s, "\nSKIP ") {
			t.Errorf("found a line in %q", s)
		}
		if strings.Contains(reason, "\n") {
			t.Errorf("%q is more than a line", reason)
		}
	})
}
