package kdebug

import (
	"errors"
	"fmt"
)

// errTooBig says that a list is longer than this package looks at.
var errTooBig = errors.New("too many entries")

// Limits on entries, far above what a sound program has.
const (
	maxProcesses = 1 << 16
	maxThreads   = 1 << 14
	maxFDs       = 1 << 17
	maxNotes     = 131072 // the kernel itself reports no more
	maxQueues    = 1 << 14
)

// listBytes reads a list whose call returns the bytes written and cuts silently
// what does not fit: an answer that fills the buffer is asked for again.
func listBytes(size, limit int, read func([]byte) (int, error)) ([]byte, error) {
	return list(size, limit, func(buf []byte) (int, error) { return read(buf) }, func(n, room int) bool { return n < room })
}

// listCount reads a list whose call returns the number of entries there are,
// which can be more than fit.
func listCount(size, limit int, read func([]byte) (int, error)) ([]byte, error) {
	return list(size, limit, func(buf []byte) (int, error) {
		n, err := read(buf)
		return n * size, err
	}, func(n, room int) bool { return n <= room })
}

func list(size, limit int, read func([]byte) (int, error), whole func(n, room int) bool) ([]byte, error) {
	for entries := 64; entries <= 2*limit; entries *= 4 {
		buf := make([]byte, entries*size)
		n, err := read(buf)
		if err != nil {
			return nil, err
		}
		if n < 0 || n > limit*size {
			break
		}
		if whole(n, len(buf)) {
			return buf[:n], nil
		}
	}
	return nil, fmt.Errorf("%w: more than %d", errTooBig, limit)
}
