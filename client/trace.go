package client

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// Trace is what a service on macOS does with the kernel's trace, of which there
// is one for the whole machine.
type Trace struct {
	// Holder says who has it: none, self (the service), background (the
	// system's own tracer, which gives way), foreground (another tool), kernel
	// or abandoned.
	Holder  string `json:"holder"`
	PID     int    `json:"pid,omitempty"`
	Program string `json:"program,omitempty"`
	// Watchers is how many watches want the trace.
	Watchers int `json:"watchers"`
	// Paused: the service gave it up, until ResumeTrace.
	Paused bool `json:"paused"`
	// Reason and Detail say why there is no trace though it is wanted.
	Reason Reason `json:"reason,omitempty"`
	Detail string `json:"detail,omitempty"`
	// Records were read since the trace began, of Threads that it knows. Gaps is
	// how often all had to be forgotten, Starts how often a start was tried.
	Records int `json:"records"`
	Threads int `json:"threads"`
	Gaps    int `json:"gaps"`
	Starts  int `json:"starts"`
}

// ErrNoTrace reports a service that has no trace: on Linux nobody needs one.
var ErrNoTrace = errors.New("this system needs no trace")

// Trace tells who has the kernel's trace, to anybody. The error is ErrNoTrace,
// ErrNoService, or says what went wrong.
func (c *Client) Trace(ctx context.Context) (Trace, error) {
	var out struct {
		Trace Trace `json:"trace"`
	}
	err := c.trace(ctx, "Status", &out)
	return out.Trace, err
}

// PauseTrace has the service free the trace for another tool, until
// ResumeTrace. It takes root.
func (c *Client) PauseTrace(ctx context.Context) error { return c.trace(ctx, "Pause", nil) }

// ResumeTrace ends a PauseTrace. It takes root.
func (c *Client) ResumeTrace(ctx context.Context) error { return c.trace(ctx, "Resume", nil) }

func (c *Client) trace(ctx context.Context, method string, out any) error {
	ctx, cancel := bounded(ctx)
	defer cancel()
	err := c.call(ctx, varlink.TraceInterface+"."+method, nil, nil, out)
	var refused *varlink.Error
	switch {
	case !errors.As(err, &refused):
		return err
	case strings.HasSuffix(refused.Name, ".InterfaceNotFound"):
		return ErrNoTrace
	case refused.Message() != "":
		return fmt.Errorf("the service refused: %s", refused.Message())
	}
	return err
}
