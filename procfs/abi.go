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
