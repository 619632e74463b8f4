package kdebug

import (
	"context"
	"errors"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// These tests hold the layouts and numbers against the running kernel.

func TestDarwinOwnProcess(t *testing.T) {
	k := Darwin{}
	pid := int32(k.PID())
	info, err := fullInfo(k, pid)
	if err != nil || info.pid != pid || int(info.parent) != os.Getppid() || int(info.ruid) != os.Getuid() || !info.live() {
		t.Errorf("info %+v, %v", info, err)
	}
	short, err := shortInfo(k, pid)
	if err != nil || short.pid != pid || short.group != info.group || short.command != info.command {
		t.Errorf("short info %+v, %v", short, err)
	}
	ids, err := threadIDs(k, pid)
	if err != nil || len(ids) == 0 {
		t.Fatalf("threads %v, %v", ids, err)
	}
	if run, err := runState(k, pid, ids[0]); err != nil || run < runRunning || run > 5 {
		t.Errorf("run state %d, %v", run, err)
	}
	if _, err := runState(k, pid, 1<<62); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("no such thread: %v", err)
	}
}

func TestDarwinOwnDescriptors(t *testing.T) {
	k := Darwin{}
	pid := int32(k.PID())
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	queue, err := unix.Kqueue()
	if err != nil {
		t.Fatal(err)
	}
	change := []unix.Kevent_t{{Ident: uint64(ends[0]), Filter: unix.EVFILT_READ, Flags: unix.EV_ADD | unix.EV_DISABLE}}
	if _, err := unix.Kevent(queue, change, nil, nil); err != nil {
		t.Fatal(err)
	}
	f := newFiles(k, pid, noDevice)
	if own, err := f.own(ends[0]); err != nil || !own {
		t.Errorf("own pipe: %v, %v", own, err)
	}
	if fds, err := f.kqueues(); err != nil || !slices.Contains(fds, queue) {
		t.Errorf("kqueues %v, %v", fds, err)
	}
	notes, err := notesOf(k, pid, queue)
	if err != nil || len(notes) != 1 || notes[0].ident != uint64(ends[0]) || notes[0].filter != filterRead || notes[0].enabled() {
		t.Errorf("notes %+v, %v", notes, err)
	}
	if state, err := kqueueStateOf(k, pid, queue); err != nil || state&kqueueAsleep != 0 {
		t.Errorf("kqueue state %#x, %v", state, err)
	}
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if got, ok, err := f.get(int(null.Fd())); err != nil || !ok || !got.ready || got.device != deviceNull {
		t.Errorf("/dev/null: %+v, %v, %v", got, ok, err)
	}
}

func TestDarwinSlot(t *testing.T) {
	holder, err := ReadHolder(Darwin{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", holder)
	if _, err := readBufInfo(Darwin{}); os.Getuid() != 0 && !errors.Is(err, syscall.EPERM) {
		t.Errorf("buffers without privilege: %v", err)
	}
}

func TestDarwinTrace(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("needs uid 0")
	}
	tracer := New(Darwin{}, Options{})
	defer tracer.Close()
	raw, err := tracer.Capture(context.Background(), 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	batch, err := ParseCapture(raw)
	if err != nil || batch.Len() == 0 {
		t.Fatalf("%d records, %v", batch.Len(), err)
	}
	s, err := tracer.Status(context.Background())
	if err != nil || !s.Tracing || s.Gaps != 0 || s.Threads == 0 {
		t.Errorf("%+v, %v", s, err)
	}
}
