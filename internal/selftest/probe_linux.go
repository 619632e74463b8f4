package selftest

import (
	"fmt"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS

	devTTY        = 77   // where probes put their descriptor of /dev/tty
	farDescriptor = 2000 // past the 1,024 of the C library's fd_set
	longSeconds   = 600  // a time limit that no row reaches
)

func systemModes() map[string]mode {
	return map[string]mode{
		"readv":        readvMode,
		"preadv2":      preadv2Mode,
		"read-devtty":  readDevTTY,
		"read-2000":    readFar,
		"read-five":    reads(0, raw(5)),
		"splice":       spliceMode,
		"sendfile":     sendfileMode,
		"select":       selectMode,
		"select-2000":  selectFar,
		"select-old":   selectOld,
		"select-pipe":  selectPipe,
		"pselect6":     pselect6Mode,
		"poll":         pollMode,
		"poll-300":     pollMany,
		"poll-five":    pollFive,
		"poll-pri":     pollPriority,
		"poll-minus":   pollMinus,
		"poll-own":     pollOwn,
		"poll-pipe":    pollOuterPipe,
		"poll-socket":  pollSocket,
		"poll-epoll":   pollEpoll,
		"poll-timed":   pollTimed,
		"ppoll":        ppollMode,
		"epoll":        epollMode,
		"epoll-pwait":  epollPwait,
		"epoll-pwait2": epollPwait2,
		"epoll-edge":   epollEdge,
		"epoll-nested": epollNested,
		"epoll-pair":   epollPair,
		"uring-read":   uringRead,
		"nanosleep":    nanosleepMode,
		"futex":        func() (call, error) { return futexForever, nil },
		"thread-read":  threadRead,
		"thread-table": threadTable,
		"outside":      outsideReader,
		"no-group":     noGroup,

		"select-except":   selectExcept,
		"epoll-edge-left": epollEdgeLeft,
		"epoll-oneshot":   epollOneshot,
		"epoll-duplicate": epollDuplicate,
		"thread-orphan":   threadOrphan,
	}
}

// result turns what a raw system call returns into what a call returns.
func result(n, _ uintptr, errno unix.Errno) (int, error) {
	if errno != 0 {
		return -1, errno
	}
	return int(n), nil
}

// forever is -1 as a time limit.
const forever = ^uintptr(0)

// terminalAt makes fd a descriptor of the terminal too.
func terminalAt(fd int) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("getrlimit: %w", err)
	}
	if uint64(fd) >= limit.Max {
		return skipError{fmt.Sprintf("RLIMIT_NOFILE allows %d descriptors only", limit.Max)}
	}
	limit.Cur = limit.Max
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fmt.Errorf("setrlimit: %w", err)
	}
	return unix.Dup3(0, fd, 0)
}

// pipe is a pipe that stays within the process, and silent.
func pipe() (r, w int, err error) {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_CLOEXEC); err != nil {
		return -1, -1, fmt.Errorf("pipe2: %w", err)
	}
	return p[0], p[1], nil
}

// offered tells whether the kernel has a call for terminals: asked for input
// without blocking, it must say that there is none yet.
func offered(name string, try call) error {
	if err := unix.SetNonblock(0, true); err != nil {
		return fmt.Errorf("set O_NONBLOCK: %w", err)
	}
	_, refusal := try()
	if err := unix.SetNonblock(0, false); err != nil {
		return fmt.Errorf("clear O_NONBLOCK: %w", err)
	}
	if refusal != unix.EAGAIN {
		return skipError{fmt.Sprintf("this kernel cannot %s from a terminal: %v", name, refusal)}
	}
	return nil
}

// orSkip hands out the call if it is offered.
func orSkip(name string, c call) (call, error) {
	if err := offered(name, c); err != nil {
		return nil, err
	}
	return c, nil
}
