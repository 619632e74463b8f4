package runner

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// input remembers which wait was seen before something was typed last: until
// the reader has run, that wait says nothing.
type input struct {
	mu     sync.Mutex
	seen   string // the wait that was seen last
	after  string // the one that was seen before the last write
	until  time.Time
	writes int
	typed  chan struct{} // has room for one; told of each write
}

// How long after a write the wait from before it does not count. A line editor
// in the kernel wakes nobody for half a line. Of what wakes a reader something
// on the way, a relay, may yet keep the reader from hearing.
const (
	halfLine  = 50 * time.Millisecond
	otherwise = time.Second
)

// saw notes a wait that counts.
func (i *input) saw(wait string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.seen = wait
}

// wrote notes that b was written when before was the wait seen last.
func (i *input) wrote(b []byte, before string, now time.Time) {
	i.mu.Lock()
	defer i.mu.Unlock()
	patience := otherwise
	if !endsLine(b) {
		patience = halfLine
	}
	i.after, i.until = before, now.Add(patience)
	i.writes++
	select {
	case i.typed <- struct{}{}:
	default:
	}
}

// last is the wait seen last.
func (i *input) last() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.seen
}

// typed is what there is to know, at an instant, of what was typed before.
type typed struct {
	writes int
	after  string    // the wait that does not count; empty: none
	until  time.Time // when it counts again
}

// stale tells what was typed before now.
func (i *input) stale(now time.Time) typed {
	i.mu.Lock()
	defer i.mu.Unlock()
	if now.Before(i.until) {
		return typed{i.writes, i.after, i.until}
	}
	return typed{writes: i.writes}
}

// endsLine reports that the line discipline hands on what ends with b.
func endsLine(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	switch b[len(b)-1] {
	case '\n', '\r', endOfInput, 3, 26, 28: // and the keys that send signals
		return true
	}
	return false
}

// endOfInput is ^D.
const endOfInput = 4

// Type writes keys to the terminal, as a person would press them: Enter is "\r".
// It returns when the terminal has taken them, or with the context's error.
func (j *Job) Type(ctx context.Context, keys []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	before := j.in.last()
	err := writeWithin(ctx, j.pty.Master(), keys)
	j.in.wrote(keys, before, time.Now())
	return err
}

// writeWithin writes until ctx is done.
func writeWithin(ctx context.Context, f *os.File, b []byte) error {
	over := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		_ = f.SetWriteDeadline(time.Unix(1, 0))
		close(over)
	})
	_, err := f.Write(b)
	if stop() {
		return err
	}
	<-over
	_ = f.SetWriteDeadline(time.Time{})
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ctx.Err()
	}
	return err
}

// reply answers a program that asked its terminal. It is called while output is
// read, so it never waits. A program that reads lines did not ask: it printed
// somebody's text, and would take the answer for input.
func (j *Job) reply(answer []byte) {
	if m, err := j.pty.Modes(); err != nil || m.Canonical {
		return
	}
	before := j.in.last()
	_ = j.out.raw.Control(func(fd uintptr) { _, _ = unix.Write(int(fd), answer) })
	j.in.wrote([]byte{'\r'}, before, time.Now())
}
