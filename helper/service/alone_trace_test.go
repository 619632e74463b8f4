package service

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func TestAloneTrace(t *testing.T) {
	h := housed(t)
	c := h.client(t)
	release, err := h.tracer.Watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	status := func() client.Trace {
		t.Helper()
		s, err := c.Trace(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := status(); s.Holder != "self" || s.PID != 50 || s.Watchers != 1 || s.Paused || s.Starts != 1 || s.Reason != "" {
		t.Errorf("%+v", s)
	}
	if err := c.PauseTrace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := status(); s.Holder != "none" || !s.Paused || s.Reason != client.ReasonTracingBusy || !strings.Contains(s.Detail, "resume") {
		t.Errorf("paused: %+v", s)
	}
	tool := h.mac.Tool(60, "Instruments")
	if err := tool.Begin(); err != nil {
		t.Fatalf("another tool: %v", err)
	}
	if s := status(); s.Holder != "foreground" || s.Program != "Instruments" || s.PID != 60 {
		t.Errorf("another tool: %+v", s)
	}
	if err := tool.End(); err != nil {
		t.Fatal(err)
	}
	if err := c.ResumeTrace(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := status(); s.Holder != "self" || s.Paused {
		t.Errorf("resumed: %+v", s)
	}
}

// TestAloneTraceRights: a plain user may look, and not pause.
func TestAloneTraceRights(t *testing.T) {
	h := housed(t)
	for uid, want := range map[uint32]string{0: "", uint32(os.Geteuid()): "", uint32(os.Geteuid()) + 1: varlink.NotPermitted} {
		v := &visitor{s: h.alone, uid: uid, user: h.user(uid)}
		for name, method := range v.trace().Methods {
			_, fail := method(t.Context(), &varlink.Call{})
			got := ""
			if fail != nil {
				got = fail.Name
			}
			if name == "Status" && got != "" || name != "Status" && got != want {
				t.Errorf("user %d, %s: %q", uid, name, got)
			}
		}
	}
}

// TestAloneTraceLife: a service frees at its start what a dead one left, and at
// its end what it has.
func TestAloneTraceLife(t *testing.T) {
	h := housed(t, func(h *house) {
		dead := h.mac.Tool(40, "rt-helper")
		if err := dead.Begin(); err != nil {
			t.Fatal(err)
		}
		dead.Die()
	})
	if _, err := h.client(t).Info(t.Context()); err != nil { // it has started
		t.Fatal(err)
	}
	if s := h.mac.Slot(); s.State != kdebug.SlotOff {
		t.Errorf("after the start: %+v", s)
	}
	if _, err := h.tracer.Watch(t.Context()); err != nil || !h.mac.Recording() {
		t.Fatalf("no trace: %v", err)
	}
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	if s := h.mac.Slot(); s.State != kdebug.SlotOff || h.mac.Recording() {
		t.Errorf("after the end: %+v", s)
	}
}

// TestAloneTraceHeld: a look that does not let go of the trace does not keep the
// service from ending.
func TestAloneTraceHeld(t *testing.T) {
	h := housed(t)
	hang := make(chan struct{})
	defer close(hang)
	h.mac.OnCall(func(call string) {
		if call == "proc_info" {
			<-hang
		}
	})
	go func() { _, _ = h.tracer.Look(context.Background(), kdebug.Query{Terminal: 1}) }()
	time.Sleep(20 * time.Millisecond)
	if err := h.end(); err != nil {
		t.Error(err)
	}
}

// TestAloneWithout: a service that has no trace does not offer the interface.
func TestAloneWithout(t *testing.T) {
	h := housed(t, func(h *house) { h.tracer = nil })
	if _, err := h.client(t).Trace(t.Context()); err != client.ErrNoTrace {
		t.Errorf("%v", err)
	}
	if err := h.end(); err != nil {
		t.Error(err)
	}
}

func TestTraceOf(t *testing.T) {
	s := kdebug.Status{Holder: kdebug.Holder{Kind: kdebug.HolderKernel, Program: "kernel_task"}, Records: 1 << 33, Threads: 4, Gaps: 2, Starts: 3, Watchers: 1, Paused: true,
		Trouble: kdebug.Trouble{Reason: kdebug.ReasonTracingBusy, Detail: "busy"}}
	want := client.Trace{Holder: "kernel", Program: "kernel_task", Records: 1 << 33, Threads: 4, Gaps: 2, Starts: 3, Watchers: 1, Paused: true, Reason: client.ReasonTracingBusy, Detail: "busy"}
	if got := traceOf(s); got != want {
		t.Errorf("%+v", got)
	}
}

// TestInProcess: without a service the program serves itself.
func TestInProcess(t *testing.T) {
	m := fakekernel.New(fakekernel.Config{})
	s := newAlone(Config{Version: "1", Limits: DefaultLimits, Log: discarded()}, kdebug.New(m.Kernel(50, "rt-helper", 0), kdebug.Options{}))
	s.answers = &script{answer: client.Answer{State: client.Stopped}}
	p := newInProcess(s)
	c := client.New(client.Dialer(p.Dial))
	defer c.Close()
	if a, err := c.Query(t.Context(), openMaster(t)); err != nil || a.State != client.Stopped {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := s.tracer.Watch(t.Context()); err != nil || !m.Recording() {
		t.Fatal(err)
	}
	p.Close()
	if m.Recording() {
		t.Error("the trace goes on")
	}
	if _, err := p.Dial(t.Context()); err == nil {
		t.Error("it serves after its end")
	}
}
