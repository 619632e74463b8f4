package procfs

import (
	"encoding/binary"
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// memory is a task's address space, opened before the look whose addresses are
// read from it: after an execve it reads as empty.
type memory struct {
	mem, pages int
}

func (t *thread) openMemory() (*memory, error) {
	mem, err := openAt(t.p.dir, t.prefix+"mem", unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	pages, err := openAt(t.p.dir, t.prefix+"pagemap", unix.O_RDONLY)
	if err != nil && denied(err) {
		unix.Close(mem)
		return nil, err
	}
	return &memory{mem: mem, pages: pages}, nil
}

func (m *memory) close() {
	if m == nil {
		return
	}
	unix.Close(m.mem)
	if m.pages >= 0 {
		unix.Close(m.pages)
	}
}

// errAbsent: the page is not in memory, so that reading it could wait for
// whoever supplies it, for ever if that is the owner's own file system.
var errAbsent = fmt.Errorf("the page that holds the wait set is not in memory")

var errNoWchan = fmt.Errorf("restart_syscall: the kernel does not tell what was restarted")

// read copies n bytes at addr.
func (m *memory) read(addr uint64, n int) ([]byte, error) {
	if n <= 0 || addr == 0 {
		return nil, nil
	}
	if err := m.present(addr, n); err != nil {
		return nil, err
	}
	buf := make([]byte, n)
	k, err := unix.Pread(m.mem, buf, int64(addr))
	if err != nil {
		return nil, fmt.Errorf("pread of a wait set: %w", err)
	}
	if k < n {
		return nil, fmt.Errorf("pread of a wait set: %d of %d bytes", k, n)
	}
	return buf, nil
}

// Bits of a pagemap entry (Documentation/admin-guide/mm/pagemap.rst).
const pagePresent, pageSwapped = 1 << 63, 1 << 62

func (m *memory) present(addr uint64, n int) error {
	if m.pages < 0 {
		return nil
	}
	size := uint64(unix.Getpagesize())
	first, last := addr/size, (addr+uint64(n)-1)/size
	buf := make([]byte, (last-first+1)*8)
	k, err := unix.Pread(m.pages, buf, int64(first*8))
	if err != nil || k < len(buf) {
		return fmt.Errorf("pread of pagemap: %d bytes, %w", k, orShort(err))
	}
	for ; len(buf) > 0; buf = buf[8:] {
		if binary.LittleEndian.Uint64(buf)&(pagePresent|pageSwapped) == 0 {
			return errAbsent
		}
	}
	return nil
}

func orShort(err error) error {
	if err == nil {
		return errAbsent
	}
	return err
}

// limit is how long a call waits at most; 0 where that cannot be read.
func (t *thread) limit(w Wait) time.Duration {
	l := w.Limit
	if !w.Timed || l.Addr == 0 {
		return time.Duration(max(l.Millis, 0)) * time.Millisecond
	}
	if t.mem == nil {
		return 0
	}
	b, err := t.mem.read(l.Addr, 2*l.Word)
	if err != nil {
		return 0
	}
	return ParseLimit(b, l)
}
