package kdebug

import (
	"errors"
	"strings"
	"syscall"
	"testing"
)

func TestHolder(t *testing.T) {
	tests := []struct {
		name  string
		slot  Slot
		alive bool
		want  Holder
	}{
		{"off", Slot{ConfiguredBy: "fs_usage"}, true, Holder{Kind: HolderNone}},
		{"background", Slot{State: 2, OwningPID: 300, ConfiguredBy: "tailspind"}, true, Holder{HolderBackground, 300, "tailspind"}},
		{"ours", Slot{State: 1, OwningPID: 50, ConfiguredBy: "rt-helper"}, true, Holder{HolderSelf, 50, "rt-helper"}},
		{"another tool", Slot{State: 1, OwningPID: 300, ConfiguredBy: "fs_usage"}, true, Holder{HolderForeground, 300, "fs_usage"}},
		{"dead tool", Slot{State: 1, OwningPID: 300, ConfiguredBy: "fs_usage"}, false, Holder{HolderAbandoned, 0, "fs_usage"}},
		{"dead tool, weeded out", Slot{State: 1, ConfiguredBy: "fs_usage"}, true, Holder{HolderAbandoned, 0, "fs_usage"}},
		{"boot arguments", Slot{State: 1, ConfiguredBy: "kernel_task"}, true, Holder{HolderKernel, 0, "kernel_task"}},
	}
	for _, tt := range tests {
		got := tt.slot.holder(50, func(int) bool { return tt.alive })
		if got != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
		if blocks := tt.want.Kind == HolderForeground || tt.want.Kind == HolderKernel; got.Blocks() != blocks {
			t.Errorf("%s: blocks %v", tt.name, got.Blocks())
		}
	}
}

func TestTroubleOf(t *testing.T) {
	tests := []struct {
		err    error
		reason Reason
		says   string
	}{
		{&BusyError{Holder{HolderForeground, 300, "fs_usage"}}, ReasonTracingBusy, "fs_usage[300]"},
		{&BusyError{Holder{HolderKernel, 0, "kernel_task"}}, ReasonTracingBusy, "kernel_task"},
		{&BusyError{}, ReasonTracingBusy, "another tool"},
		{errors.Join(syscall.EPERM, nil), ReasonNotPermitted, "uid 0"},
		{errGone, ReasonBeforeTrace, "reset"},
		{syscall.ENOSPC, ReasonUnsupported, syscall.ENOSPC.Error()},
	}
	for _, tt := range tests {
		got := troubleOf(tt.err)
		if got.Reason != tt.reason || !strings.Contains(got.Detail, tt.says) {
			t.Errorf("%v: %+v", tt.err, got)
		}
	}
}
