package procfs

import (
	"bytes"
	"fmt"
)

// Status is the part of /proc/<pid>/status (proc(5)) that tells who a process
// runs as, how large its descriptor table is, and how often it went to sleep.
type Status struct {
	UIDs     [4]uint32 // real, effective, saved, file system; the init user namespace's numbers for a reader there
	GIDs     [4]uint32
	FDSize   int    // slots of the descriptor table: no descriptor is larger
	Switches uint64 // voluntary context switches of this thread
}

// SameUser reports whether every user and group number is uid's and gid's own.
func (s Status) SameUser(uid uint32) bool {
	for _, u := range s.UIDs {
		if u != uid {
			return false
		}
	}
	g := s.GIDs[0]
	return s.GIDs == [4]uint32{g, g, g, g}
}

// ParseStatus parses the text of a status file. Uid and Gid must be there; a
// kernel without the other lines leaves them zero.
func ParseStatus(b []byte) (Status, error) {
	var s Status
	var haveUID, haveGID bool
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line, b = b[:i], b[i+1:]
		} else {
			b = nil
		}
		key, value, ok := bytes.Cut(line, []byte{':'})
		if !ok {
			continue
		}
		f := fields{rest: value}
		switch string(key) {
		case "Uid":
			haveUID = ids(&f, &s.UIDs)
		case "Gid":
			haveGID = ids(&f, &s.GIDs)
		case "FDSize":
			s.FDSize = f.int()
		case "voluntary_ctxt_switches":
			s.Switches = uint64(f.long())
		}
	}
	if !haveUID || !haveGID {
		return Status{}, fmt.Errorf("status: no Uid or Gid line of four numbers")
	}
	return s, nil
}

func ids(f *fields, out *[4]uint32) bool {
	for i := range out {
		n := f.long()
		if n != int64(uint32(n)) {
			f.bad = true
		}
		out[i] = uint32(n)
	}
	return !f.bad
}

// ParseSchedstat returns how often the thread was given a processor: the third
// number of /proc/<pid>/task/<tid>/schedstat (Documentation/scheduler in the
// kernel's source). It moves each time that the thread runs after a sleep.
func ParseSchedstat(b []byte) (uint64, error) {
	f := fields{rest: b}
	f.skip(2)
	n := f.long()
	if f.bad {
		return 0, fmt.Errorf("schedstat: not three numbers")
	}
	return uint64(n), nil
}
