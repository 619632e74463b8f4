package kdebug

import (
	"errors"
	"syscall"
	"testing"
)

// kernelList answers as the kernel does for a list of n entries of 8 bytes.
func kernelList(n int, counts bool) func([]byte) (int, error) {
	return func(buf []byte) (int, error) {
		if counts {
			return n, nil
		}
		return min(n*8, len(buf)/8*8), nil
	}
}

func TestLists(t *testing.T) {
	for _, n := range []int{0, 1, 63, 64, 65, 255, 256, 999, 1000} {
		if b, err := listBytes(8, 1000, kernelList(n, false)); err != nil || len(b) != n*8 {
			t.Errorf("%d entries by bytes: %d bytes, %v", n, len(b), err)
		}
		if b, err := listCount(8, 1000, kernelList(n, true)); err != nil || len(b) != n*8 {
			t.Errorf("%d entries by count: %d bytes, %v", n, len(b), err)
		}
	}
	for _, n := range []int{1001, 5000, 1 << 30} {
		if _, err := listBytes(8, 1000, kernelList(n, false)); !errors.Is(err, errTooBig) {
			t.Errorf("%d entries by bytes: %v", n, err)
		}
		if _, err := listCount(8, 1000, kernelList(n, true)); !errors.Is(err, errTooBig) {
			t.Errorf("%d entries by count: %v", n, err)
		}
	}
	if _, err := listCount(8, 1000, kernelList(-1, true)); !errors.Is(err, errTooBig) {
		t.Errorf("a negative count: %v", err)
	}
	if _, err := listBytes(8, 1000, func([]byte) (int, error) { return 0, syscall.ESRCH }); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("an error: %v", err)
	}
}
