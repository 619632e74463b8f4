package procfs

import (
	"bytes"
	"fmt"
)

// Syscall is one look at /proc/<pid>/task/<tid>/syscall (proc(5)). It is
// comparable: two equal looks name the same call with the same arguments.
type Syscall struct {
	Blocked bool // false: running, or sleeping outside a system call
	Nr      int32
	Args    [6]uint64
	SP, PC  uint64 // never shown to anybody
}

// ParseSyscall parses the text of a syscall file: `running`, `-1 sp pc`, or the
// number, six arguments, stack pointer and program counter.
func ParseSyscall(b []byte) (Syscall, error) {
	b = bytes.TrimSpace(b)
	if string(b) == "running" {
		return Syscall{}, nil
	}
	f := fields{rest: b}
	nr := f.int()
	if f.bad {
		return Syscall{}, fmt.Errorf("syscall: no call number")
	}
	if nr < 0 {
		return Syscall{}, nil
	}
	s := Syscall{Blocked: true, Nr: int32(nr)}
	for i := range s.Args {
		s.Args[i] = f.pointer()
	}
	s.SP, s.PC = f.pointer(), f.pointer()
	if f.bad {
		return Syscall{}, fmt.Errorf("syscall: not nine fields")
	}
	return s, nil
}

func (f *fields) pointer() uint64 {
	w, ok := bytes.CutPrefix(f.word(), []byte("0x"))
	n, ok2 := hexadecimal(w)
	if !ok || !ok2 {
		f.bad = true
	}
	return n
}
