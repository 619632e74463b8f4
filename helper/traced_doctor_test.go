package helper

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

func TestTracedCheckup(t *testing.T) {
	m := fakekernel.New(fakekernel.Config{})
	k := m.Kernel(50, ownProgram, 0)
	checks := tracedCheckup(k)
	if len(checks) != 4 {
		t.Fatalf("%+v", checks)
	}
	for _, c := range checks {
		if c.Name == "" || c.Found == "" || (c.Level == Fine) != (c.Remedy == "") {
			t.Errorf("%+v", c)
		}
	}
	if c := traceHolder(k); c.Level != Fine || c.Found != "nobody traces" {
		t.Errorf("%+v", c)
	}
	tool := m.Tool(60, "Instruments")
	if err := tool.Begin(); err != nil {
		t.Fatal(err)
	}
	if c := traceHolder(k); c.Level != Limited || !strings.Contains(c.Found, "Instruments[60]") {
		t.Errorf("%+v", c)
	}
	tool.Die()
	if c := traceHolder(k); c.Level != Fine || !strings.Contains(c.Found, "abandoned") {
		t.Errorf("%+v", c)
	}
	if a, b := traceRights(0), traceRights(me); a.Level != Fine || b.Level != Limited || !strings.Contains(b.Remedy, "install") {
		t.Errorf("%+v, %+v", a, b)
	}
}

// TestTracedOwnService: that the service traces is nothing to complain of.
func TestTracedOwnService(t *testing.T) {
	m := fakekernel.New(fakekernel.Config{})
	service := m.Tool(60, ownProgram)
	if err := service.Begin(); err != nil {
		t.Fatal(err)
	}
	if c := traceHolder(m.Kernel(70, "rt-helper", me)); c.Level != Fine || !strings.Contains(c.Found, ownProgram) {
		t.Errorf("%+v", c)
	}
}

// TestNoKernel: a system without a trace says so everywhere.
func TestNoKernel(t *testing.T) {
	for _, c := range tracedCheckup(thisKernel())[1:3] {
		if c.Level != Broken {
			t.Errorf("%+v", c)
		}
	}
	q := tracedQuestion{Caller: Caller{UID: me}}
	if _, _, err := q.LookAt("/dev/ttys003"); err != client.ErrGone {
		t.Errorf("%v", err)
	}
	q.cache().nodes = &fakeNodes{paths: map[string]node{"/dev/ttys003": slaveNode(3, me)}}
	if a, _, err := q.LookAt("/dev/ttys003"); err != nil || a.Reason != client.ReasonUnsupported {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := Capture(context.Background(), time.Millisecond); err == nil || !strings.Contains(err.Error(), "not implemented") {
		t.Errorf("%v", err)
	}
	if (&tracedQuestion{}).cache() == nil || len(ttyPaths()) != 0 {
		t.Error("this system has terminals of macOS")
	}
	if _, ok := q.Partial(); ok {
		t.Error("half an answer")
	}
}
