package kdebug

import (
	"errors"
	"fmt"
	"syscall"
)

// ErrClosed is returned by a Tracer after Close.
var ErrClosed = errors.New("tracer is closed")

// BusyError says that somebody else holds the kernel's one trace slot.
type BusyError struct{ Holder Holder }

// Error names the holder.
func (e *BusyError) Error() string {
	switch {
	case e.Holder.PID > 0:
		return fmt.Sprintf("tracing is held by %s[%d]", e.Holder.Program, e.Holder.PID)
	case e.Holder.Program != "":
		return "tracing is held by " + e.Holder.Program
	}
	return "tracing is held by another tool"
}

// errGone says that our trace is no more, or cannot be trusted any more, and
// has to be started anew.
var errGone = errors.New("the trace is gone")

// taken explains that the slot is not ours any more: somebody has it who keeps
// it, or it can be had again.
func taken(k Kernel) error {
	holder, err := privilegedHolder(k)
	switch {
	case err != nil:
		return err
	case holder.Blocks():
		return &BusyError{Holder: holder}
	}
	return fmt.Errorf("%w: another tool took it and let go", errGone)
}

// traceError turns the error of a trace operation into what it means for the
// trace: EBUSY is another owner, EINVAL a trace that somebody reset.
func traceError(k Kernel, err error) error {
	switch {
	case errors.Is(err, syscall.EBUSY):
		return taken(k)
	case errors.Is(err, syscall.EINVAL):
		return fmt.Errorf("%w: %w", errGone, err)
	}
	return err
}
