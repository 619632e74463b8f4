package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// Where a watched program prints a prompt before it waits.
const (
	silent     = "silent"
	toStdout   = "stdout"
	toTerminal = "/dev/tty" // as what asks for a secret does; it reads there, too
)

// reader is the program that is watched: it waits for a line, works, and waits
// again.
type reader struct {
	call   string // read, select or epoll
	prompt string
	work   time.Duration
	stamp  *stamp
	fd     int
	epoll  int
}

// readerMain runs a reader until its terminal ends.
func readerMain(args []string) error {
	runtime.LockOSThread()
	if len(args) != 4 {
		return fmt.Errorf("usage: %s CALL PROMPT MICROSECONDS FILE", readerCommand)
	}
	micros, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	r := &reader{call: args[0], prompt: args[1], work: time.Duration(micros) * time.Microsecond}
	if r.stamp, err = openStamp(args[3]); err != nil {
		return err
	}
	if r.prompt == toTerminal {
		if r.fd, err = unix.Open("/dev/tty", unix.O_RDWR, 0); err != nil {
			return fmt.Errorf("open /dev/tty: %w", err)
		}
	}
	if r.epoll, err = unix.EpollCreate1(0); err != nil {
		return err
	}
	event := unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(r.fd)}
	if err := unix.EpollCtl(r.epoll, unix.EPOLL_CTL_ADD, r.fd, &event); err != nil {
		return err
	}
	return r.run()
}

func (r *reader) run() error {
	buf := make([]byte, 100)
	for {
		if err := r.say(); err != nil {
			return err
		}
		r.stamp.wait()
		if err := r.wait(); err != nil {
			return err
		}
		n, err := unix.Read(r.fd, buf)
		if n <= 0 && err != unix.EINTR {
			return err
		}
		r.toil()
	}
}

func (r *reader) say() error {
	fd := r.fd
	switch r.prompt {
	case silent:
		return nil
	case toStdout:
		fd = 1
	}
	_, err := unix.Write(fd, []byte("? "))
	return err
}

func (r *reader) wait() error {
	var err error
	switch r.call {
	case "select":
		var set unix.FdSet
		set.Set(r.fd)
		_, err = unix.Select(r.fd+1, &set, nil, nil, nil)
	case "epoll":
		_, err = unix.EpollWait(r.epoll, make([]unix.EpollEvent, 1), -1)
	}
	if err == unix.EINTR {
		return nil
	}
	return err
}

// toil works for about the wanted time, a fifth more or less so that it bears no
// relation to the pace of looks: short work computes, long work sleeps.
func (r *reader) toil() {
	d := time.Duration(float64(r.work) * (0.8 + 0.4*rand.Float64()))
	if d >= 10*time.Millisecond {
		t := unix.NsecToTimespec(int64(d))
		_ = unix.Nanosleep(&t, nil)
		return
	}
	for end := now() + d; now() < end; {
	}
}
