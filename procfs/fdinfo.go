package procfs

import (
	"bytes"
	"strconv"
)

// EpollEntry is a line of an epoll descriptor's fdinfo (proc(5)). Ino and Dev
// name the watched file; FD is the number under which it was registered, which
// may name something else by now.
type EpollEntry struct {
	FD     int
	Events uint32
	Ino    uint64
	Dev    Dev
	Nth    int // how many earlier entries have the same FD
}

// Reads reports whether input on the watched file wakes the epoll wait. A
// one-shot entry that has fired has no events left.
func (e EpollEntry) Reads() bool { return e.Events&readEvents != 0 }

// Edge reports an edge-triggered entry: the wait is for more input than there
// already was.
func (e EpollEntry) Edge() bool { return e.Events&(1<<31) != 0 }

// Writes reports the same for output.
func (e EpollEntry) Writes() bool { return e.Events&writeEvents != 0 }

// ParseEpoll returns the entries in an epoll descriptor's fdinfo text.
func ParseEpoll(b []byte) []EpollEntry {
	var list []EpollEntry
	seen := map[int]int{}
	for line := range bytes.Lines(b) {
		rest, ok := bytes.CutPrefix(line, []byte("tfd:"))
		if !ok {
			continue
		}
		if e, ok := parseEpollLine(rest); ok {
			e.Nth = seen[e.FD]
			seen[e.FD]++
			list = append(list, e)
		}
	}
	return list
}

func parseEpollLine(b []byte) (EpollEntry, bool) {
	f := fields{rest: b}
	e := EpollEntry{FD: f.int()}
	e.Events = uint32(f.tagged("events:"))
	f.tagged("data:")
	f.word() // pos:N
	e.Ino = f.tagged("ino:")
	e.Dev = KernelDev(uint32(f.tagged("sdev:")))
	return e, !f.bad
}

// tagged returns the hexadecimal value after a tag, joined to it or apart.
func (f *fields) tagged(tag string) uint64 {
	w, ok := bytes.CutPrefix(f.word(), []byte(tag))
	if ok && len(w) == 0 {
		w = f.word()
	}
	n, ok2 := hexadecimal(w)
	if !ok || !ok2 {
		f.bad = true
	}
	return n
}

// FDInfo is what a plain fdinfo file (proc(5)) says.
type FDInfo struct {
	Flags    uint32 // as of open(2), in octal in the file
	TTYIndex int    // of a pty master: the slave's number; -1 without
}

// Readable reports whether the descriptor was opened for reading.
func (i FDInfo) Readable() bool { return i.Flags&3 != 1 && i.Flags&0o10000000 == 0 }

// Writable reports whether the descriptor was opened for writing.
func (i FDInfo) Writable() bool { return i.Flags&3 != 0 && i.Flags&0o10000000 == 0 }

// ParseFDInfo parses an fdinfo text.
func ParseFDInfo(b []byte) FDInfo {
	info := FDInfo{TTYIndex: -1}
	for line := range bytes.Lines(b) {
		key, value, _ := bytes.Cut(line, []byte{':'})
		text := string(bytes.TrimSpace(value))
		switch string(key) {
		case "flags":
			n, _ := strconv.ParseUint(text, 8, 32)
			info.Flags = uint32(n)
		case "tty-index":
			if n, err := strconv.Atoi(text); err == nil {
				info.TTYIndex = n
			}
		}
	}
	return info
}

// Ring is what fdinfo says of an io_uring: the operations that wait, and
// whether some name registered files instead of descriptors.
type Ring struct {
	Ops        []int
	FixedFiles bool
}

// ParseRing parses an io_uring's fdinfo text.
func ParseRing(b []byte) Ring {
	var r Ring
	for line := range bytes.Lines(b) {
		line = bytes.TrimSpace(line)
		if rest, ok := bytes.CutPrefix(line, []byte("op=")); ok {
			f := fields{rest: bytes.ReplaceAll(rest, []byte{','}, []byte{' '})}
			if op := f.int(); !f.bad {
				r.Ops = append(r.Ops, op)
			}
		}
		if rest, ok := bytes.CutPrefix(line, []byte("UserFiles:")); ok {
			f := fields{rest: rest}
			r.FixedFiles = f.int() > 0
		}
	}
	return r
}
