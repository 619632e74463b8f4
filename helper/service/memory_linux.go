package service

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// How soon the kernel kills a worker when memory is short, as oom_score_adj
// (proc(5)): before everything else on the machine; and while it reads something
// of a size that a hostile process decides, before the other workers. The
// difference stands for a fifth of the memory that there is: more than workers
// differ, and less than one that has itself grown by so much.
const (
	scoreAtRest = 800
	scoreAtRisk = 1000
)

// sacrifice changes the worker's score. Where it may not, workers die in the
// order of their sizes.
type sacrifice struct {
	mu    sync.Mutex
	file  *os.File // nil: the score cannot be changed
	rest  []byte
	reads int // under way
}

func newSacrifice() *sacrifice {
	s := &sacrifice{rest: []byte(strconv.Itoa(scoreAtRest))}
	f, err := os.OpenFile("/proc/self/oom_score_adj", os.O_RDWR, 0)
	if err != nil {
		return s
	}
	b := make([]byte, 16)
	n, _ := f.ReadAt(b, 0)
	if now, err := strconv.Atoi(strings.TrimSpace(string(b[:n]))); err == nil && now > scoreAtRest {
		s.rest = []byte(strconv.Itoa(now)) // it may not become less
	}
	s.file = f
	s.set(s.rest)
	return s
}

func (s *sacrifice) set(score []byte) {
	if s.file != nil {
		_, _ = s.file.WriteAt(score, 0)
	}
}

// costly runs a read for which the kernel may take much memory, which is charged
// to this process.
func (s *sacrifice) costly(read func()) {
	s.mu.Lock()
	if s.reads++; s.reads == 1 {
		s.set([]byte(strconv.Itoa(scoreAtRisk)))
	}
	s.mu.Unlock()
	read()
	s.mu.Lock()
	if s.reads--; s.reads == 0 {
		s.set(s.rest)
	}
	s.mu.Unlock()
}
