package service

import (
	"context"
	"os"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/kdebug"
)

// trace is the interface to the kernel's trace.
func (v *visitor) trace() varlink.Interface {
	return varlink.Interface{
		Name:        varlink.TraceInterface,
		Description: varlink.TraceDescription(),
		Methods: map[string]varlink.Handler{
			"Status": v.traceStatus,
			"Pause":  v.control(v.s.tracer.Pause),
			"Resume": v.control(v.s.tracer.Resume),
		},
	}
}

func (v *visitor) traceStatus(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	if fail := call.Decode(&struct{}{}); fail != nil {
		return nil, fail
	}
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	s, err := v.s.tracer.Status(ctx)
	if err != nil {
		return nil, varlink.NewError(varlink.Failed, err.Error())
	}
	return struct {
		Trace client.Trace `json:"trace"`
	}{traceOf(s)}, nil
}

// traceOf puts the tracer's state into the client's words.
func traceOf(s kdebug.Status) client.Trace {
	return client.Trace{
		Holder: string(s.Holder.Kind), PID: s.Holder.PID, Program: s.Holder.Program,
		Watchers: s.Watchers, Paused: s.Paused, Reason: client.Reason(s.Trouble.Reason), Detail: s.Trouble.Detail,
		Records: int(s.Records), Threads: s.Threads, Gaps: s.Gaps, Starts: s.Starts,
	}
}

// control is a method by which root has the trace given up or taken: everybody's
// answers depend on it. So may whoever runs the service by hand.
func (v *visitor) control(f func(context.Context) error) varlink.Handler {
	return func(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
		if fail := call.Decode(&struct{}{}); fail != nil {
			return nil, fail
		}
		if v.uid != 0 && v.uid != uint32(os.Geteuid()) {
			return nil, varlink.NewError(varlink.NotPermitted, "everybody's answers depend on the trace: only root may pause it")
		}
		ctx, cancel := context.WithTimeout(ctx, replyTime)
		defer cancel()
		if err := f(ctx); err != nil {
			return nil, varlink.NewError(varlink.Failed, err.Error())
		}
		return nil, nil
	}
}
