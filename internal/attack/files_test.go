package attack

import "testing"

func TestNodes(t *testing.T) {
	seen := map[uint64]string{}
	for _, name := range []string{PageFile, LaterFile, FlushFile, DirtyFile, AttrFile, "dirty1", "dirty2", "page1"} {
		n, ok := nodeOf([]byte(name + "\x00"))
		if !ok || n < firstFile || seen[n] != "" {
			t.Errorf("%s: node %d, %v, as %q", name, n, ok, seen[n])
		}
		seen[n] = name
	}
	for _, name := range []string{"", "x", "pages", "12"} {
		if n, ok := nodeOf([]byte(name + "\x00")); ok {
			t.Errorf("%q: node %d", name, n)
		}
	}
}

func TestSilent(t *testing.T) {
	node := func(name string) uint64 { n, _ := nodeOf([]byte(name)); return n }
	for _, c := range []struct {
		name     string
		op       uint32
		stranger bool
		want     bool
	}{
		{PageFile, opRead, false, true}, {PageFile, opOpen, false, false}, {LaterFile, opRead, false, true},
		{FlushFile, opFlush, true, true}, {FlushFile, opFlush, false, false}, {FlushFile, opRead, true, false},
		{DirtyFile, opWrite, false, true}, {"dirty3", opWrite, false, true}, {DirtyFile, opFlush, true, false},
		{AttrFile, opGetattr, true, true}, {AttrFile, opGetattr, false, false},
	} {
		if got := silent(request{op: c.op, node: node(c.name)}, c.stranger); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
	if silent(request{op: opRead, node: rootNode}, true) {
		t.Error("the root keeps silent")
	}
}

// TestUnanswered: some requests have no reply, and to send one is an error.
func TestUnanswered(t *testing.T) {
	for _, op := range []uint32{opForget, opBatchForget, opInterrupt} {
		if b := answer(request{op: op}); b != nil {
			t.Errorf("%d is answered with %d bytes", op, len(b))
		}
	}
}
