package procfs

import (
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// The starts of auxiliary vectors as /proc shows them: AT_SYSINFO_EHDR (0x21)
// or, on i386, AT_SYSINFO (0x20) comes first.
const (
	auxvAMD64 = "2100000000000000" + "00803776257f0000"
	auxvI386  = "20000000e085eef7" + "210000000080eef7"
)

func TestABIOf(t *testing.T) {
	cases := []struct {
		name   string
		native ABI
		auxv   string
		want   ABI
		ok     bool
	}{
		{"64-bit program", AMD64, auxvAMD64, AMD64, true},
		{"32-bit program", AMD64, auxvI386, I386, true},
		{"64-bit program on ARM", ARM64, auxvAMD64, ARM64, true},
		{"32-bit program on ARM", ARM64, "10000000d6b00700" + "0600000000100000", ARM, true},
		{"32-bit program on RISC-V", RISCV64, "21000000" + "00e0ff9f", RISCV32, true},
		{"32-bit machine", I386, auxvI386, I386, true},
		{"32-bit ARM machine", ARM, "10000000d6b00700", ARM, true},
		{"32-bit machine never has another", ARM, auxvAMD64, ARM, true},
		{"small type, no value yet", AMD64, "0700000000000000", AMD64, true},
		{"value of one", AMD64, "1700000001000000", I386, true},
		{"type of zero, value of one", AMD64, "0000000001000000", I386, true},
		{"eight bytes are enough", AMD64, auxvAMD64[:16], AMD64, true},
		{"seven are not", AMD64, auxvAMD64[:14], "", false},
		{"kernel thread: no vector", AMD64, "", "", false},
		{"kernel thread of a 32-bit machine", I386, "", "", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b, err := hex.DecodeString(c.auxv)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := ABIOf(c.native, b); got != c.want || ok != c.ok {
				t.Errorf("got %q, %v; want %q, %v", got, ok, c.want, c.ok)
			}
		})
	}
}

func TestWide(t *testing.T) {
	want := map[ABI]int{AMD64: 8, I386: 4, ARM64: 8, ARM: 4, RISCV64: 8, RISCV32: 4}
	for abi := range calls {
		if want[abi] == 0 {
			t.Errorf("no test for %s", abi)
		}
	}
	for abi, size := range want {
		if abi.word() != size || abi.Wide() != (size == 8) {
			t.Errorf("%s: word %d, wide %v; want %d", abi, abi.word(), abi.Wide(), size)
		}
	}
}

func FuzzABIOf(f *testing.F) {
	for _, text := range []string{auxvAMD64, auxvI386, "", "21"} {
		b, _ := hex.DecodeString(text)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for native := range calls {
			abi, ok := ABIOf(native, b)
			if ok != (len(b) >= 8) {
				t.Errorf("%s: %x: %q, %v", native, b, abi, ok)
			}
			if !ok {
				continue
			}
			// the width is the upper half of the first pair, if the machine has both
			wide := native.Wide() && binary.LittleEndian.Uint32(b[4:]) == 0
			if abi.Wide() != wide || calls[abi] == nil {
				t.Errorf("%s: %x is %q", native, b, abi)
			}
		}
	})
}

func TestNativeOf(t *testing.T) {
	for _, c := range []struct {
		program   ABI
		machine   string
		disguised bool
		want      ABI
		ok        bool
	}{
		{AMD64, "x86_64", false, AMD64, true},
		{AMD64, "i686", true, AMD64, true}, // setarch i686: the program is what it is
		{I386, "x86_64", false, AMD64, true},
		{I386, "i686", false, I386, true},
		{I386, "i686", true, "", false},
		{ARM, "aarch64", false, ARM64, true},
		{ARM, "armv7l", false, ARM, true},
		{ARM, "armv8l", true, "", false},
		{I386, "aarch64", false, I386, true}, // an emulator's affair
		{RISCV64, "riscv64", false, RISCV64, true},
		{"mips64", "mips64", false, "mips64", false},
	} {
		if got, ok := nativeOf(c.program, c.machine, c.disguised); got != c.want || ok != c.ok {
			t.Errorf("%s on %s, disguised %v: %q, %v; want %q, %v", c.program, c.machine, c.disguised, got, ok, c.want, c.ok)
		}
	}
}
