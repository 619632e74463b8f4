package runner

import (
	"fmt"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/runner/internal/lines"
)

// State is what became of a job. Treat a word that you do not know as Unknown.
type State string

// The states of an Outcome.
const (
	// Finished: the command has ended, and its output is complete.
	Finished State = "finished"
	// Waiting: the job waits for input from its terminal, and for nothing else.
	Waiting State = "waiting"
	// Listening: it waits for input among other things, and has printed nothing
	// for a while: a server, or a program that works in the background.
	Listening State = "listening"
	// Suspended: every process of the job is stopped.
	Suspended State = "suspended"
	// Unknown: it cannot be told, and nothing was printed for a while.
	Unknown State = "unknown"
	// Timeout: the time limit was reached first.
	Timeout State = "timeout"
)

// Reasons of Unknown that are the runner's own.
const (
	// The job passes the terminal on to a program on another machine or in a
	// container, which cannot be looked at.
	ReasonRemoteRelay client.Reason = "remote-relay"
	// The Asker returned an error: it found fault with the question.
	ReasonRefused client.Reason = "refused"
)

// Wants is what kind of input a job waits for.
type Wants string

// The kinds of input.
const (
	WantsLine   Wants = "line"   // text, and Enter
	WantsKeys   Wants = "keys"   // single keys: a menu, an editor, a pager
	WantsSecret Wants = "secret" // a line that is not shown: a password
)

// Outcome is what Wait and Drive tell. What is not known is left out.
type Outcome struct {
	State State `json:"state"`
	// Exit is the exit status, with Finished; 128+n if a signal ended it.
	Exit   *int   `json:"exit,omitempty"`
	Signal string `json:"signal,omitempty"` // SIGTERM
	// Job is what the job does, as was last seen.
	Job client.State `json:"job,omitempty"`
	// What it waits for, and who waits.
	Wants  Wants          `json:"wants,omitempty"`
	Secret client.Secret  `json:"secret,omitempty"`
	Reader *client.Reader `json:"reader,omitempty"`
	Via    []string       `json:"via,omitempty"`
	Also   []string       `json:"also,omitempty"`
	Timed  bool           `json:"timed,omitempty"`
	// Prompt is the text of the line that the cursor is on, for a job that does
	// not end; empty if it asks without showing a prompt.
	Prompt *string `json:"prompt,omitempty"`
	// FullScreen: the alternate screen is shown.
	FullScreen bool `json:"full_screen,omitempty"`
	// Reason and Detail say why it, or the job, is not known; Detail alone why the
	// next line of input cannot be typed.
	Reason client.Reason `json:"reason,omitempty"`
	Detail string        `json:"detail,omitempty"`
	// InputLeft: not all of the input was typed.
	InputLeft bool `json:"input_left,omitempty"`
	// HungUp: the job was ended after this outcome.
	HungUp bool `json:"hung_up,omitempty"`
	// Output is the text that was printed since the outcome before: its first
	// 4 kB and last 12 kB if it is longer. OutputBytes is its whole length.
	Output      string `json:"output"`
	OutputBytes int64  `json:"output_bytes"`
	Truncated   bool   `json:"truncated,omitempty"`
	ElapsedMS   int64  `json:"elapsed_ms"` // since the command was started
}

// result is a state and the answer that it rests on.
type result struct {
	state  State
	answer client.Answer
}

func (j *Job) outcome(r result) Outcome {
	o := Outcome{State: r.state, ElapsedMS: time.Since(j.begun).Milliseconds()}
	if r.state == Finished {
		o.setExit(j.exit)
	} else {
		o.setAnswer(r)
	}
	j.out.text(func(p *lines.Page) {
		if r.state != Finished {
			o.setPrompt(p.CursorLine())
			o.FullScreen = p.Alternate()
			o.Wants = wants(r.answer, p.Editing())
		}
		text := p.Take()
		o.Output, o.OutputBytes, o.Truncated = text.String(), text.Total(), text.Truncated()
	})
	return o
}

func (o *Outcome) setExit(e Exit) {
	o.Exit = &e.Code
	if e.Signal != 0 {
		o.Signal = signalName(e.Signal)
	}
}

func (o *Outcome) setAnswer(r result) {
	a := r.answer
	o.Job = a.State
	o.Secret, o.Reader, o.Via, o.Also = a.Secret, a.Reader, a.Via, a.Also
	o.Timed = timed(a)
	o.Reason, o.Detail = a.Reason, a.Detail
	if r.state == Unknown && a.State == client.Waiting {
		o.Reason = ReasonRemoteRelay
		o.Detail = fmt.Sprintf("%s passes the terminal on to another machine or container, which cannot be looked at", a.Reader.Program)
	}
}

// longestPrompt bounds Outcome.Prompt, in characters.
const longestPrompt = 200

func (o *Outcome) setPrompt(line string) {
	if r := []rune(line); len(r) > longestPrompt {
		line = string(r[len(r)-longestPrompt:])
	}
	o.Prompt = &line
}

// wants tells lines from keys: in canonical mode the kernel hands over lines.
// In raw mode it is a line if the cursor looks like that of a line editor.
func wants(a client.Answer, editing bool) Wants {
	switch {
	case a.State != client.Waiting:
		return ""
	case a.Secret == client.SecretYes:
		return WantsSecret
	case a.Canonical == nil:
		return ""
	case *a.Canonical || editing:
		return WantsLine
	}
	return WantsKeys
}
