package selftest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// steps drives the program through the row and asks at each step.
func (o Options) steps(ctx context.Context, r row, p *program) RowResult {
	ask := asking{ask: o.Asker, patience: o.Patience, pause: 25 * time.Millisecond, repeats: 3}
	var seen []string
	wait := "" // identity of the wait seen in the step before
	for i, s := range r.steps {
		var skip skipError
		if err := p.perform(ctx, s, o.Patience); errors.As(err, &skip) {
			return r.skipped(skip.reason)
		} else if err != nil {
			return r.failed(r.label(i) + err.Error())
		}
		answer, complaint := ask.agree(ctx, p.term, s.want, wait)
		if complaint != "" {
			return r.failed(r.label(i) + complaint + p.lastWords())
		}
		wait = answer.Wait
		seen = append(seen, string(answer.State))
	}
	return r.passed(strings.Join(seen, ", then "))
}

// label names a step, where a row has several.
func (r row) label(step int) string {
	if len(r.steps) == 1 {
		return ""
	}
	return fmt.Sprintf("step %d: ", step+1)
}

// perform does what the step asks for, up to the output that it awaits.
func (p *program) perform(ctx context.Context, s step, patience time.Duration) error {
	if s.typed != "" {
		if _, err := p.term.Master().WriteString(s.typed); err != nil {
			return fmt.Errorf("type %q: %w", s.typed, err)
		}
	}
	if s.signal != 0 {
		if err := p.cmd.Process.Signal(s.signal); err != nil {
			return fmt.Errorf("send %v: %w", s.signal, err)
		}
	}
	if s.feed {
		if _, err := p.feed.Write([]byte{'.'}); err != nil {
			return fmt.Errorf("feed the pipe: %w", err)
		}
	}
	if s.await != "" {
		return p.out.await(ctx, s.await, patience)
	}
	return nil
}
