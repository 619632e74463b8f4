package runner

import (
	"bytes"
	"context"
	"io"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// Drive is Wait for a job whose input comes from a reader, a pipe for example:
// each time the job waits, one line is typed, and Enter if the line has an end,
// or if nobody would read it without.
// When the input has ended, the end of input (^D) is typed once, unless a secret
// is wanted, or there was no input at all. Any other outcome, or that the job
// waits while there is nothing to type, or nothing that its terminal would take
// whole, is returned. Input that has not come when the job has waited for
// Limits.Quiet is not waited for. A nil reader is no input.
//
// After Drive a read of the reader may still be under way.
func (j *Job) Drive(ctx context.Context, from io.Reader, l Limits) (Outcome, error) {
	b := l.from(time.Now())
	f := newFeeder(from)
	b.passTimed = l.PassTimed && f == nil
	for {
		r, err := j.await(ctx, b)
		goOn := r.state == Waiting || r.state == Listening
		if goOn && !j.feed(ctx, f, r.answer, b) {
			goOn = l.PassTimed && timed(r.answer) && f.pass(&b)
		}
		if goOn {
			if err = ctx.Err(); err == nil {
				continue
			}
			r.state = ""
		}
		o := j.outcome(r)
		f.leave(&o)
		return o, err
	}
}

// feed types the next line, if there is one: then, or if the job has moved on in
// the meantime, the outcome is to be waited for again.
func (j *Job) feed(ctx context.Context, f *feeder, a client.Answer, b bounds) bool {
	if f == nil {
		return false
	}
	if f.line == nil {
		late, ok := f.fetch(ctx, j.ended, b)
		if late || !ok {
			return ok
		}
	}
	canonical := j.canonical(a)
	if f.refused = canonical && tooLong(f.line); f.refused {
		return false
	}
	keys := f.take(a.Secret == client.SecretYes)
	if keys == nil {
		return false
	}
	// An error means that the job is gone, or the context: the next wait tells.
	_ = j.Type(ctx, pressed(keys, canonical))
	return true
}

// canonical reports that the kernel edits the line that is typed next.
func (j *Job) canonical(a client.Answer) bool {
	if a.Canonical != nil {
		return *a.Canonical
	}
	m, err := j.pty.Modes()
	return err == nil && m.Canonical
}

// pressed turns the end of a line, LF or CRLF, into the key that ends it: Enter
// sends a carriage return, which only the line editor of the kernel may make a
// newline.
func pressed(line []byte, canonical bool) []byte {
	text, ended := bytes.CutSuffix(line, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	switch {
	case ended && canonical:
		return append(text, '\n')
	case ended:
		return append(text, '\r')
	case canonical && !endsLine(line):
		return append(line, '\n') // half a line would be read by nobody
	}
	return line
}
