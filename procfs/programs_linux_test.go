package procfs

import (
	"fmt"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// waitPrograms has the programs that wait for the given descriptors, the first of
// which is the terminal; a negative limit is none. They return when the
// terminal has something, and are called again.
var waitPrograms = map[string]func(fds []int, limit time.Duration) error{
	"read": func(fds []int, _ time.Duration) error { return drop(unix.Read(fds[0], make([]byte, 64))) },
	"readv": func(fds []int, _ time.Duration) error {
		return drop(unix.Readv(fds[0], [][]byte{make([]byte, 8), make([]byte, 8)}))
	},
	"preadv2": func(fds []int, _ time.Duration) error {
		return drop(unix.Preadv2(fds[0], [][]byte{make([]byte, 8)}, -1, 0))
	},
	"splice": intoPipe(func(pipe, fd int) error { return drop(unix.Splice(fd, nil, pipe, nil, 64, 0)) }),
	"sendfile": intoPipe(func(pipe, fd int) error {
		return drop(unix.Sendfile(pipe, fd, nil, 64))
	}),
	"splice-full":    intoFullPipe,
	"select":         selectOn,
	"select-billion": selectBillion,
	"pselect6":       pselectOn,
	"poll":           pollOn,
	"ppoll":          ppollOn,
	"epoll":          epollWith(unix.EPOLLIN),
	"epoll-rdnorm":   epollWith(unix.EPOLLRDNORM),
	"epoll-et":       epollWith(unix.EPOLLIN | unix.EPOLLET),
	"epoll-once":     epollWith(unix.EPOLLIN | unix.EPOLLONESHOT),
	"epoll-out-et":   epollWith(unix.EPOLLOUT | unix.EPOLLET),
	"epoll-pwait":    epollPwait,
	"epoll-nested":   epollNested,
	"io_getevents":   awaitEvents,
	"epoll-dup":      epollClosed(false),
	"epoll-closed":   epollClosed(true),
	"poll-epoll":     pollOnEpoll,
	"sleep":          func([]int, time.Duration) error { time.Sleep(time.Hour); return nil },
	"io_submit":      submitRead,
	"ring-poll":      ringOn(ringPollAdd),
	"ring-read":      ringOn(ringRead),
}

// runProgram is `name limit descriptor...`: each descriptor is a number that
// was inherited, or a word of makers. The limit is in milliseconds.
func runProgram(name string, args []string) error {
	if special, ok := specialPrograms[name]; ok {
		return special(args)
	}
	wait, ok := waitPrograms[name]
	if !ok || len(args) < 2 {
		return fmt.Errorf("no such program, or too few arguments")
	}
	millis, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	fds, err := descriptors(args[1:])
	if err != nil {
		return err
	}
	for {
		err := wait(fds, time.Duration(millis)*time.Millisecond)
		if err != nil && err != unix.EINTR {
			return err
		}
	}
}

// makers open something to wait for.
var makers = map[string]func() (int, error){
	"tty":      func() (int, error) { return unix.Open("/dev/tty", unix.O_RDWR|unix.O_CLOEXEC, 0) },
	"eventfd":  func() (int, error) { return unix.Eventfd(0, unix.EFD_CLOEXEC) },
	"timerfd":  func() (int, error) { return unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC) },
	"signalfd": func() (int, error) { return unix.Signalfd(-1, &unix.Sigset_t{}, unix.SFD_CLOEXEC) },
	"inotify":  func() (int, error) { return unix.InotifyInit1(unix.IN_CLOEXEC) },
	"pidfd":    func() (int, error) { return unix.PidfdOpen(unix.Getppid(), 0) },
	// the other end of these stays open
	"pipe": func() (int, error) { var p [2]int; err := unix.Pipe2(p[:], unix.O_CLOEXEC); return p[0], err },
	"pair": func() (int, error) {
		p, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		return p[0], err
	},
	"epoll":  func() (int, error) { return epollOfEvent() },
	"master": func() (int, error) { return unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0) },
}

func descriptors(words []string) ([]int, error) {
	var fds []int
	for _, w := range words {
		fd, err := strconv.Atoi(w)
		if mk, ok := makers[w]; ok {
			fd, err = mk()
		}
		if err != nil {
			return nil, fmt.Errorf("descriptor %s: %w", w, err)
		}
		fds = append(fds, fd)
	}
	return fds, nil
}

// drop forgets what a call returned.
func drop[T any](_ T, err error) error { return err }

// intoPipe moves from the terminal into a pipe.
func intoPipe(move func(pipe, fd int) error) func([]int, time.Duration) error {
	return func(fds []int, _ time.Duration) error {
		var p [2]int
		if err := unix.Pipe(p[:]); err != nil {
			return err
		}
		defer unix.Close(p[0])
		defer unix.Close(p[1])
		return move(p[1], fds[0])
	}
}

// intoFullPipe waits for room in the pipe, not for the terminal.
func intoFullPipe(fds []int, _ time.Duration) error {
	var p [2]int
	if err := unix.Pipe2(p[:], unix.O_NONBLOCK); err != nil {
		return err
	}
	for {
		if _, err := unix.Write(p[1], make([]byte, 4096)); err != nil {
			break
		}
	}
	if _, err := unix.FcntlInt(uintptr(p[1]), unix.F_SETFL, 0); err != nil {
		return err
	}
	return drop(unix.Splice(fds[0], nil, p[1], nil, 64, 0))
}
