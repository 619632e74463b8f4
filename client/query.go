package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// target is how a request names the terminal: by the descriptor beside it, or
// by its path.
type target struct {
	Descriptor *int   `json:"descriptor,omitempty"`
	Path       string `json:"path,omitempty"`
}

func (t *Terminal) target() target {
	if t.path != "" {
		return target{Path: t.path}
	}
	return target{Descriptor: new(int)}
}

func (t *Terminal) descriptorFile() *os.File {
	if t == nil || t.path != "" {
		return nil
	}
	return t.file
}

// Query answers about one terminal, as of an instant between call and return.
// Errors: ErrNotATerminal, ErrNotOwner, ErrGone, or the context's.
func (c *Client) Query(ctx context.Context, t *Terminal) (Answer, error) {
	a, _, err := c.Explain(ctx, t, "", false)
	return a, err
}

// Explain is Query with more to say. After is the Wait that the caller knows and
// has typed something for: an answer that it lasts is given only after 50 ms,
// in which the reader could have run. With evidence there is a line for each process and
// thread that was looked at.
func (c *Client) Explain(ctx context.Context, t *Terminal, after string, evidence bool) (Answer, []string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	in := struct {
		target
		After   string `json:"after,omitempty"`
		Explain bool   `json:"explain,omitempty"`
	}{t.target(), after, evidence}
	var out struct {
		Answer   Answer   `json:"answer"`
		Evidence []string `json:"evidence"`
	}
	err := c.call(ctx, varlink.TerminalInterface+".Query", in, t, &out)
	if err != nil {
		a, err := excuse(ctx, t, err)
		return a, nil, err
	}
	return out.Answer, out.Evidence, nil
}

// List answers about every terminal that is the caller's.
func (c *Client) List(ctx context.Context) ([]Answer, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var out struct {
		Answers []Answer `json:"answers"`
	}
	err := c.call(ctx, varlink.TerminalInterface+".List", nil, nil, &out)
	return out.Answers, translate(err)
}

// Info is what a service says about itself.
type Info = varlink.Info

// Info asks the service for its version and policy.
func (c *Client) Info(ctx context.Context) (Info, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	var out Info
	err := c.call(ctx, "org.varlink.service.GetInfo", nil, nil, &out)
	return out, translate(err)
}

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, ok := ctx.Deadline(); ok {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, DefaultTimeout)
}

// excuse tells the caller's mistakes, which are errors, from everything else,
// which is an answer that cannot tell.
func excuse(ctx context.Context, t *Terminal, err error) (Answer, error) {
	err = translate(err)
	for _, mine := range []error{ErrNotATerminal, ErrNotOwner, ErrGone, ErrUseDescriptor} {
		if errors.Is(err, mine) {
			return Answer{}, fmt.Errorf("%s: %w", t.Name(), err)
		}
	}
	if errors.Is(ctx.Err(), context.Canceled) {
		return Answer{}, ctx.Err()
	}
	r := reasonOf(err)
	return Answer{State: Unknown, Reason: r, Detail: err.Error() + "; " + remedies[r]}, nil
}

// remedies say what to do about the reasons that reasonOf gives.
var remedies = map[Reason]string{
	ReasonHelperMissing: "start the service, see rt-helper doctor",
	ReasonBusy:          "ask again later",
	ReasonHelperTooOld:  "upgrade the service, or restart it if that was done",
	ReasonNoReply:       "ask again, see rt-helper status",
}

func reasonOf(err error) Reason {
	var refused *varlink.Error
	switch {
	case errors.Is(err, ErrNoService), errors.Is(err, ErrFakeService):
		return ReasonHelperMissing
	case errors.Is(err, errBusy):
		return ReasonBusy
	case errors.As(err, &refused):
		return ReasonHelperTooOld
	}
	return ReasonNoReply
}

var errBusy = errors.New("the service is busy")

// translate puts the service's errors into this package's.
func translate(err error) error {
	var refused *varlink.Error
	if !errors.As(err, &refused) {
		return err
	}
	known := map[string]error{
		varlink.NotATerminal:  ErrNotATerminal,
		varlink.NotOwner:      ErrNotOwner,
		varlink.UseDescriptor: ErrUseDescriptor,
		varlink.Gone:          ErrGone,
		varlink.Busy:          errBusy,
	}[refused.Name]
	if known == nil {
		return err
	}
	if m := refused.Message(); m != "" {
		return fmt.Errorf("%w: %s", known, m)
	}
	return known
}

// decode is for replies that come one by one.
func decode(b json.RawMessage, out any) error {
	if err := json.Unmarshal(b, out); err != nil {
		return fmt.Errorf("reply of the service: %w", err)
	}
	return nil
}
