package procfs

import (
	"strconv"

	"golang.org/x/sys/unix"
)

// thread is a thread whose look files stay open, so that each look costs a
// pread and cannot meet another thread of the same number.
type thread struct {
	p      *Process
	tid    int
	prefix string // task/<tid>/
	call   int    // the syscall file
	sched  int    // schedstat, -1 where the kernel has none
	sleep  int    // wchan of a process's only thread, -1 if there is none to tell
	native ABI    // the machine's
	abi    ABI    // the task's
	memo   memo
	fresh  bool    // the files were opened just now
	mem    *memory // opened when a wait set lies in memory
}

func (p *Process) thread(native ABI, tid int) (*thread, error) {
	t := &thread{p: p, tid: tid, prefix: "task/" + strconv.Itoa(tid) + "/", sched: -1, sleep: -1, native: native, fresh: true}
	var err error
	if t.call, err = openAt(p.dir, t.prefix+"syscall", unix.O_RDONLY); err != nil {
		return nil, err
	}
	t.sched, _ = openAt(p.dir, t.prefix+"schedstat", unix.O_RDONLY)
	if t.abi, err = t.readABI(); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *thread) close() {
	t.mem.close()
	for _, fd := range []int{t.call, t.sched, t.sleep} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

// files counts those that are open, at most.
func (t *thread) files() int {
	if t.mem != nil {
		return 5
	}
	return 3
}

// refresh learns again what an execve changes: the ABI, and the memory.
func (t *thread) refresh() error {
	if t.fresh {
		t.fresh = false
		return nil
	}
	t.mem.close()
	t.mem = nil
	var err error
	t.abi, err = t.readABI()
	return err
}

// readABI falls back to the native table for a task without a vector: a
// kernel thread, or one that is just leaving.
func (t *thread) readABI() (ABI, error) {
	var pair [8]byte
	b, err := readAt(t.p.dir, t.prefix+"auxv", pair[:])
	if err != nil {
		return "", err
	}
	if abi, ok := ABIOf(t.native, b); ok {
		return abi, nil
	}
	return t.native, nil
}

// syscall looks at what the thread is blocked in.
func (t *thread) syscall() (Syscall, error) {
	b, err := readFD(t.call, "syscall", t.p.buf[:])
	if err != nil {
		return Syscall{}, err
	}
	return ParseSyscall(b)
}

// runs counts how often the thread ran: unchanged, it slept all the time.
// Kernels without schedstat have the voluntary context switches.
func (t *thread) runs() (uint64, error) {
	if t.sched >= 0 {
		b, err := readQuick(t.sched, t.p.buf[:])
		if err != nil {
			return 0, err
		}
		if n, err := ParseSchedstat(b); err == nil && n > 0 {
			return n, nil
		}
	}
	b, err := readAt(t.p.dir, t.prefix+"status", t.p.buf[:])
	if err != nil {
		return 0, err
	}
	s, err := ParseStatus(b)
	return s.Switches, err
}

// state is the thread's own state letter.
func (t *thread) state() (byte, error) {
	b, err := readAt(t.p.dir, t.prefix+"stat", t.p.buf[:])
	if err != nil {
		return 0, err
	}
	s, err := ParseStat(b)
	return s.State, err
}

func (t *thread) node(fd int) (node, error) {
	return statAt(t.p.dir, t.fdName(fd))
}

func (t *thread) fdName(fd int) string { return t.prefix + "fd/" + strconv.Itoa(fd) }

// link is the text of the descriptor's link, cut to a length that still tells
// its kind.
func (t *thread) link(fd int) (string, error) {
	var b [64]byte
	n, err := unix.Readlinkat(t.p.dir, t.fdName(fd), b[:])
	if err != nil {
		return "", err
	}
	return string(b[:n]), nil
}

// fdinfo reads the descriptor's fdinfo, at most limit bytes. However few that are,
// the kernel first makes the whole text, in memory that is charged to the reader:
// of an epoll list, a ring or an inotify descriptor it may be hundreds of megabytes.
func (t *thread) fdinfo(fd, limit int) (text []byte, err error) {
	buf := t.p.buf[:]
	if limit > len(buf) {
		buf = make([]byte, limit)
	}
	t.p.costly(func() { text, err = t.shortInfo(fd, buf) })
	return text, err
}

// shortInfo is fdinfo for kinds of descriptors whose text is short.
func (t *thread) shortInfo(fd int, buf []byte) ([]byte, error) {
	return readAt(t.p.dir, t.prefix+"fdinfo/"+strconv.Itoa(fd), buf)
}

// wchan names the kernel function it sleeps in; empty where it is not told.
func (t *thread) wchan() string {
	b, err := readAt(t.p.dir, t.prefix+"wchan", t.p.buf[:])
	if err != nil || string(b) == "0" {
		return ""
	}
	return string(b)
}
