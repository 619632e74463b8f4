package kdebug

import (
	"bytes"
	"testing"
)

// No bytes make a decoder panic, and what it takes is within the input.

func FuzzBatch(f *testing.F) {
	f.Add(make([]byte, 128), uint64(2))
	f.Add([]byte{1, 2, 3}, uint64(1))
	f.Fuzz(func(t *testing.T, b []byte, events uint64) {
		batch, err := ParseBatch(b, events)
		if err == nil && (uint64(batch.Len()) != events || batch.Len()*RecordSize > len(b)) {
			t.Fatalf("%d events from %d bytes, asked for %d", batch.Len(), len(b), events)
		}
		th := newThreads()
		for i := range batch.Len() {
			th.apply(batch.At(i))
		}
		if len(th.known) > batch.Len() {
			t.Fatalf("%d threads from %d records", len(th.known), batch.Len())
		}
		whole, err := ParseCapture(b)
		if (err == nil) != (len(b)%RecordSize == 0) || err == nil && whole.Len() != len(b)/RecordSize {
			t.Fatalf("capture of %d bytes: %d, %v", len(b), whole.Len(), err)
		}
	})
}

func FuzzStructures(f *testing.F) {
	f.Add(make([]byte, 1200))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		info, err := parseBSDInfo(b)
		if (err == nil) != (len(b) >= bsdInfoSize) || len(info.command) > 16 || bytes.ContainsRune([]byte(info.command), 0) {
			t.Fatalf("bsdinfo %+v, %v", info, err)
		}
		if short, err := parseShortInfo(b); (err == nil) != (len(b) >= shortInfoSize) || len(short.command) > 16 {
			t.Fatalf("short info %+v, %v", short, err)
		}
		v, err := parseVnode(b)
		if (err == nil) != (len(b) >= vnodeInfoSize) || len(v.path) > 1024 {
			t.Fatalf("vnode %+v, %v", v, err)
		}
		if _, err := parseRunState(b); (err == nil) != (len(b) >= threadSize) {
			t.Fatal(err)
		}
		if _, err := parseKqueueState(b); (err == nil) != (len(b) >= kqueueSize) {
			t.Fatal(err)
		}
		if _, err := parsePipe(b); (err == nil) != (len(b) >= pipeSize) {
			t.Fatal(err)
		}
		if _, err := parseSocket(b); (err == nil) != (len(b) >= socketSize) {
			t.Fatal(err)
		}
		if _, err := parseBufInfo(b); (err == nil) != (len(b) >= bufInfoSize) {
			t.Fatal(err)
		}
	})
}

func FuzzLists(f *testing.F) {
	f.Add(make([]byte, 300))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(parsePIDs(b)) != len(b)/4 || len(parseIDs(b)) != len(b)/8 || len(parseFDs(b)) != len(b)/8 || len(parseNotes(b)) != len(b)/noteSize {
			t.Fatal("a list is longer or shorter than its bytes")
		}
	})
}
