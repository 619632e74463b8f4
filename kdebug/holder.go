package kdebug

import (
	"errors"
	"fmt"
	"syscall"
)

// HolderKind says what kind of owner the kernel's one trace slot has.
type HolderKind string

// The kinds of a Holder.
const (
	HolderNone       HolderKind = "none"       // nobody traces
	HolderSelf       HolderKind = "self"       // the process that asks
	HolderBackground HolderKind = "background" // the system's background tracer: anybody privileged may take over
	HolderForeground HolderKind = "foreground" // a running tool: nobody else may trace
	HolderKernel     HolderKind = "kernel"     // boot arguments
	HolderAbandoned  HolderKind = "abandoned"  // a tool that died without letting go
)

// Holder is who has the trace slot. PID is 0 if it is no process.
type Holder struct {
	Kind    HolderKind
	PID     int
	Program string
}

// Blocks says whether tracing has to wait for this holder.
func (h Holder) Blocks() bool { return h.Kind == HolderForeground || h.Kind == HolderKernel }

// kernelTask is what ktrace.configured_by holds when boot arguments started
// the trace; the owning pid is 0 then as with a dead owner.
const kernelTask = "kernel_task"

// holder judges the slot. alive tells whether a process exists.
func (s Slot) holder(self int, alive func(pid int) bool) Holder {
	h := Holder{PID: s.OwningPID, Program: s.ConfiguredBy}
	switch {
	case s.State == SlotOff:
		return Holder{Kind: HolderNone}
	case s.State == SlotBackground:
		h.Kind = HolderBackground
	case h.PID > 0 && h.PID == self:
		h.Kind = HolderSelf
	case h.PID > 0 && alive(h.PID):
		h.Kind = HolderForeground
	case s.ConfiguredBy == kernelTask:
		h.Kind, h.PID = HolderKernel, 0
	default:
		h.Kind, h.PID = HolderAbandoned, 0
	}
	return h
}

// ReadHolder tells who holds the trace. It needs no privilege. The kernel
// checks an owner's life only when the slot is used, so a process that took a
// dead owner's pid passes for it here; Program still names the real one.
func ReadHolder(k Kernel) (Holder, error) {
	slot, err := k.Slot()
	if err != nil {
		return Holder{}, fmt.Errorf("sysctl ktrace: %w", err)
	}
	return slot.holder(k.PID(), func(pid int) bool {
		_, err := shortInfo(k, int32(pid))
		return !errors.Is(err, syscall.ESRCH)
	}), nil
}

// privilegedHolder is ReadHolder with the kernel's own check of the owner,
// which needs uid 0.
func privilegedHolder(k Kernel) (Holder, error) {
	info, err := readBufInfo(k)
	if err != nil {
		return Holder{}, err
	}
	slot, err := k.Slot()
	if err != nil {
		return Holder{}, fmt.Errorf("sysctl ktrace: %w", err)
	}
	slot.OwningPID = max(info.owner, 0)
	return slot.holder(k.PID(), func(int) bool { return true }), nil
}
