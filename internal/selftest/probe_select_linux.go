package selftest

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/unix"
)

// fdSet is a set of descriptors as select takes it, of any length: an array of
// words, with bit n in word n/bits.
type fdSet []uintptr

func setOf(fds ...int) fdSet {
	var s fdSet
	for _, fd := range fds {
		for len(s) <= fd/bits.UintSize {
			s = append(s, 0)
		}
		s[fd/bits.UintSize] |= 1 << (fd % bits.UintSize)
	}
	return s
}

func (s fdSet) pointer() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(s)) }

// selecting waits without a time limit for reads and exceptions; n is the highest
// descriptor plus one. The sets must cover n.
func selecting(n int, read, except fdSet) call {
	return func() (int, error) {
		return result(unix.Syscall6(selectNumber, uintptr(n), uintptr(read.pointer()), 0, uintptr(except.pointer()), 0, 0))
	}
}

func selectMode() (call, error) { return selecting(1, setOf(0), nil), nil }

func selectFar() (call, error) {
	return selecting(farDescriptor+1, setOf(farDescriptor), nil), terminalAt(farDescriptor)
}

// selectExcept has the terminal in the set of exceptions only.
func selectExcept() (call, error) {
	r, _, err := pipe()
	return selecting(r+1, setOf(r), setOf(0, r)), err
}

func selectPipe() (call, error) {
	r, _, err := pipe()
	return selecting(r+1, setOf(r), nil), err
}

func pselect6Mode() (call, error) {
	set := setOf(0)
	limit := &unix.Timespec{Sec: longSeconds}
	return func() (int, error) {
		return result(unix.Syscall6(unix.SYS_PSELECT6, 1, uintptr(set.pointer()), 0, 0, uintptr(unsafe.Pointer(limit)), 0))
	}, nil
}

// selectOld makes the first of i386's two selects.
func selectOld() (call, error) {
	if oldSelectNumber == 0 {
		return nil, skipError{"this architecture has no old select"}
	}
	args := &struct {
		n                   uintptr
		read, write, except unsafe.Pointer
		limit               unsafe.Pointer
	}{n: 1, read: setOf(0).pointer()}
	return func() (int, error) {
		return result(unix.Syscall(oldSelectNumber, uintptr(unsafe.Pointer(args)), 0, 0))
	}, nil
}
