package procfs

import (
	"bytes"
	"fmt"
)

// Stat is the part of /proc/<pid>/stat (proc(5)) that tells which job of which
// terminal a process belongs to. Process numbers are those of the reader's
// process ID namespace.
type Stat struct {
	PID     int
	Comm    string // program name, at most 15 bytes, any bytes but NUL
	State   byte   // R, S, D, T, t, Z, X, I
	PPID    int
	PGRP    int
	Session int
	TTY     uint32 // device number of the controlling terminal, 0 without one
	TPGID   int    // foreground process group of that terminal, -1 without one
	Threads int    // number of threads
	Start   uint64 // start time in clock ticks after boot
}

// ParseStat parses the text of a stat file. The program name may hold spaces,
// parentheses and newlines: it ends at the last parenthesis.
func ParseStat(b []byte) (Stat, error) {
	open, end := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')')
	if open < 1 || end < open {
		return Stat{}, fmt.Errorf("stat: no program name in parentheses")
	}
	pid, ok := decimal(bytes.TrimSpace(b[:open]))
	if !ok {
		return Stat{}, fmt.Errorf("stat: process number is no number")
	}
	s := Stat{PID: int(pid), Comm: string(b[open+1 : end])}
	f := fields{rest: b[end+1:]}
	s.State = f.letter()
	s.PPID, s.PGRP, s.Session = f.int(), f.int(), f.int()
	s.TTY, s.TPGID = uint32(f.long()), f.int()
	f.skip(11) // flags, faults, times, priorities
	s.Threads = f.int()
	f.skip(1) // itrealvalue
	s.Start = uint64(f.long())
	if f.bad {
		return Stat{}, fmt.Errorf("stat: too few fields, or a field is no number")
	}
	return s, nil
}

// fields walks words separated by blanks; bad stays set after the first word
// that is missing or not of the wanted form.
type fields struct {
	rest []byte
	bad  bool
}

func (f *fields) word() []byte {
	i := 0
	for i < len(f.rest) && isBlank(f.rest[i]) {
		i++
	}
	j := i
	for j < len(f.rest) && !isBlank(f.rest[j]) {
		j++
	}
	w := f.rest[i:j]
	f.rest = f.rest[j:]
	if len(w) == 0 {
		f.bad = true
	}
	return w
}

func (f *fields) skip(n int) {
	for range n {
		f.word()
	}
}

func (f *fields) letter() byte {
	w := f.word()
	if len(w) != 1 {
		f.bad = true
		return 0
	}
	return w[0]
}

// int is for numbers of 32 bits: those of processes, descriptors, calls.
func (f *fields) int() int {
	n := f.long()
	if n != int64(int32(n)) {
		f.bad = true
	}
	return int(n)
}

// long is for numbers that grow, and for those that use all of 32 bits.
func (f *fields) long() int64 {
	n, ok := decimal(f.word())
	if !ok {
		f.bad = true
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

// decimal parses an optionally negative decimal number that fits in 64 bits.
func decimal(b []byte) (int64, bool) {
	neg := len(b) > 0 && b[0] == '-'
	if neg {
		b = b[1:]
	}
	if len(b) == 0 {
		return 0, false
	}
	var n uint64
	for _, c := range b {
		if c < '0' || c > '9' || n > (1<<63)/10 {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	if neg {
		return -int64(n), n <= 1<<63
	}
	return int64(n), n < 1<<63
}

// hexadecimal parses a hexadecimal number without prefix.
func hexadecimal(b []byte) (uint64, bool) {
	if len(b) == 0 || len(b) > 16 {
		return 0, false
	}
	var n uint64
	for _, c := range b {
		d := hexDigit(c)
		if d < 0 {
			return 0, false
		}
		n = n<<4 | uint64(d)
	}
	return n, true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
