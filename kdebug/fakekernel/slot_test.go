package fakekernel

import (
	"errors"
	"syscall"
	"testing"

	"github.com/rt-helper/rt-helper/kdebug"
)

func TestErrors(t *testing.T) {
	r := newRig(t, Config{})
	user := r.m.Kernel(60, "user", 501)
	for _, op := range []int32{opBufInfo, opSetup} {
		if _, _, err := user.Sysctl([]int32{1, 24, op}, make([]byte, 20), 20); err == nil {
			t.Errorf("operation %d by a user succeeded", op)
		}
	}
	if err := r.op(opEnable); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("no value: %v", err)
	}
	if err := r.op(99); !errors.Is(err, syscall.ENOTSUP) {
		t.Errorf("no such operation: %v", err)
	}
	if _, _, err := r.k.Sysctl([]int32{1, 24, opTypefilter}, make([]byte, 100), 100); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("short filter: %v", err)
	}
	if _, err := r.read(0); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("no room: %v", err)
	}
	r.m.Tool(300, "thief").Steal()
	if _, err := r.read(10); !errors.Is(err, syscall.EBUSY) {
		t.Errorf("stolen: %v", err)
	}
	r = newRig(t, Config{})
	r.m.Reset()
	if _, err := r.read(10); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("reset: %v", err)
	}
}

func TestOwnership(t *testing.T) {
	m := New(Config{})
	background, tool, other := m.Tool(1, "tailspind"), m.Tool(2, "fs_usage"), m.Tool(3, "Instruments")
	background.Register()
	steps := []struct {
		name  string
		act   func() error
		err   error
		state uint32
		owner int
	}{
		{"background begins", background.Begin, nil, kdebug.SlotBackground, 1},
		{"a tool takes over", tool.Begin, nil, kdebug.SlotForeground, 2},
		{"background is refused", background.Begin, syscall.EBUSY, kdebug.SlotForeground, 2},
		{"another tool is refused", other.Begin, syscall.EBUSY, kdebug.SlotForeground, 2},
		{"the tool ends", tool.End, nil, kdebug.SlotOff, 0},
		{"the other begins", other.Begin, nil, kdebug.SlotForeground, 3},
		{"and dies", func() error { other.Die(); return nil }, nil, kdebug.SlotForeground, 3},
		{"background is still refused", background.Begin, syscall.EBUSY, kdebug.SlotForeground, 3},
		{"a tool takes the dead one's place", tool.End, nil, kdebug.SlotOff, 0},
		{"background comes back", background.Begin, nil, kdebug.SlotBackground, 1},
	}
	for _, s := range steps {
		if err := s.act(); !errors.Is(err, s.err) {
			t.Errorf("%s: %v", s.name, err)
		}
		if got := m.Slot(); got.State != s.state || got.OwningPID != s.owner {
			t.Errorf("%s: %+v", s.name, got)
		}
	}
	if m.Notified() != 2 {
		t.Errorf("background was told %d times", m.Notified())
	}
}
