package runner

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// feeder reads lines as they are needed, and not before: what is not needed is
// left to whoever reads next.
type feeder struct {
	from    io.Reader
	lines   *bufio.Reader
	reads   chan piece // of the read under way
	reading bool
	line    []byte // the next to type
	refused bool   // it is too long
	some    bool   // there was input
	over    bool   // it has ended
	told    bool   // the job was told so
}

type piece struct {
	line []byte
	err  error
}

// longestLine is where a line of input is cut; no terminal takes half as much.
const longestLine = 64 << 10

func newFeeder(from io.Reader) *feeder {
	if from == nil {
		return nil
	}
	return &feeder{from: from, lines: bufio.NewReaderSize(from, longestLine), reads: make(chan piece, 1)}
}

// fetch gets the next line, or the end of the input. Late: it had to be waited
// for, or the job ended first. Not ok: it did not come in time.
func (f *feeder) fetch(ctx context.Context, ended <-chan struct{}, b bounds) (late, ok bool) {
	if f.over {
		return false, true
	}
	f.read()
	select {
	case p := <-f.reads:
		f.got(p)
		return false, true
	case <-time.After(secondLook):
	}
	timer := time.NewTimer(b.patience(time.Now()))
	defer timer.Stop()
	select {
	case p := <-f.reads:
		f.got(p)
	case <-ended:
	case <-ctx.Done():
	case <-timer.C:
		return true, false
	}
	return true, true
}

// patience is how long a line of input is waited for.
func (b bounds) patience(now time.Time) time.Duration {
	if b.deadline.IsZero() {
		return b.quiet
	}
	return min(b.quiet, b.deadline.Sub(now))
}

// read begins to read a line, unless that is under way.
func (f *feeder) read() {
	if f.reading {
		return
	}
	f.reading = true
	go func() {
		line, err := f.lines.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			err = nil
		}
		f.reads <- piece{append([]byte(nil), line...), err}
	}()
}

func (f *feeder) got(p piece) {
	f.reading = false
	f.over = p.err != nil
	if len(p.line) > 0 {
		f.line, f.some = p.line, true
	}
}

// take is what to type next, or nil. A secret is not answered with the end of
// the input: it would count as a wrong one.
func (f *feeder) take(secret bool) []byte {
	if line := f.line; line != nil {
		f.line = nil
		return line
	}
	if !f.over || !f.some || f.told || secret {
		return nil
	}
	f.told = true
	return []byte{endOfInput}
}

// tooLong reports a line that the kernel's line editor would cut.
func tooLong(line []byte) bool {
	text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	return len(text) > longestCanonical
}

// pass lets the job go on after a wait for which there was nothing to type; and
// if there will be nothing, past all that end by themselves. False: it is stuck.
func (f *feeder) pass(b *bounds) bool {
	b.passTimed = f.over || b.patience(time.Now()) <= 0
	return !f.refused
}

// leave notes what was not typed.
func (f *feeder) leave(o *Outcome) {
	o.InputLeft = f.left()
	if o.InputLeft && f.refused {
		o.Detail = fmt.Sprintf("the next line is longer than the %d bytes that the terminal takes", longestCanonical)
	}
}

// left reports input that was not typed, as far as it can be told at once.
func (f *feeder) left() bool {
	switch {
	case f == nil:
		return false
	case f.reading:
		select {
		case p := <-f.reads:
			f.got(p)
		default:
			return false
		}
	}
	if f.line != nil || f.lines.Buffered() > 0 {
		return true
	}
	file, ok := f.from.(*os.File)
	if f.over || !ok || !readable(file) {
		return false
	}
	n, _ := f.lines.Read(make([]byte, 1))
	return n > 0
}

// readable reports that a read of the file would return at once.
func readable(f *os.File) bool {
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	ready := false
	_ = raw.Control(func(fd uintptr) {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, 0)
		ready = err == nil && n > 0
	})
	return ready
}
