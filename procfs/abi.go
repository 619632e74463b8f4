package procfs

import "encoding/binary"

// ABI names a table of system call numbers and the width of a pointer.
type ABI string

// The ABIs whose calls are known.
const (
	AMD64   ABI = "amd64"
	I386    ABI = "386"
	ARM64   ABI = "arm64"
	ARM     ABI = "arm"
	RISCV64 ABI = "riscv64"
	RISCV32 ABI = "riscv32"
)

// companion is the 32-bit ABI that a 64-bit kernel also runs.
var companion = map[ABI]ABI{AMD64: I386, ARM64: ARM, RISCV64: RISCV32}

// machines are the 64-bit ABIs' names in uname(2).
var machines = map[string]ABI{"x86_64": AMD64, "aarch64": ARM64, "riscv64": RISCV64}

// nativeOf tells the kernel's own ABI from that of the program that asks and the
// machine's name: a program for a companion may run under the wider kernel.
// False: its calls are not known, or, for a program that has been made to see a
// 32-bit machine (personality(2)), the kernel's width is not.
func nativeOf(program ABI, machine string, disguised bool) (ABI, bool) {
	if w := machines[machine]; !program.Wide() && w != "" && companion[w] == program {
		program = w
	} else if !program.Wide() && disguised {
		return "", false
	}
	_, ok := calls[program]
	return program, ok
}

// Wide reports whether pointers have eight bytes.
func (a ABI) Wide() bool { return a == AMD64 || a == ARM64 || a == RISCV64 }

// word is the size of a pointer and of a long, in bytes.
func (a ABI) word() int {
	if a.Wide() {
		return 8
	}
	return 4
}

// ABIOf tells a task's ABI from the start of its auxiliary vector
// (/proc/<pid>/auxv, proc(5)) and the machine's native ABI. The first pair's
// type is a small number: with 32-bit pairs the value fills the upper half of
// the first eight bytes.
func ABIOf(native ABI, auxv []byte) (ABI, bool) {
	if len(auxv) < 8 {
		return "", false
	}
	if !native.Wide() || binary.LittleEndian.Uint64(auxv) < 1<<32 {
		return native, true
	}
	c, ok := companion[native]
	return c, ok
}
