package service

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// serveForTest is a service in a process of its own, until its standard input
// ends.
func serveForTest(args []string) error {
	l, err := Listen(args[0])
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	fmt.Println("serving")
	return Serve(ctx, Config{
		Listener: l, Policy: helper.Policy(args[1]), Version: "test", Limits: DefaultLimits,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
}

// pathForTest prints the path at which a client would seek the service, as a
// program that the kernel says gained rights at exec, and that then gave up what
// shows it but the kernel's word.
func pathForTest(args []string) error {
	if len(args) == 0 {
		fmt.Print(client.SocketPath())
		return nil
	}
	real, err1 := strconv.Atoi(args[0])
	effective, err2 := strconv.Atoi(args[1])
	if err1 != nil || err2 != nil {
		return fmt.Errorf("%v, %v", err1, err2)
	}
	if args[2] == "exec" {
		if err := syscall.Setresuid(real, effective, effective); err != nil {
			return err
		}
		return syscall.Exec("/proc/self/exe", []string{os.Args[0], pathCommand, args[1], args[1], "print"}, os.Environ())
	}
	if err := syscall.Setresuid(effective, effective, effective); err != nil {
		return err
	}
	// What the kernel told at exec could not be read otherwise.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0); err != nil {
		return err
	}
	fmt.Print(client.SocketPath())
	return nil
}

// askOnceForTest asks the service on a socket about a terminal.
func askOnceForTest(args []string) error {
	term, err := client.OpenTerminal(args[1])
	if err != nil {
		return err
	}
	a, err := client.New(client.Socket(args[0])).Query(context.Background(), term)
	fmt.Printf("%s %s %v", a.Reason, a.Detail, err)
	return nil
}

// fakeForTest serves a socket, answers nothing and prints what it was sent.
func fakeForTest(args []string) error {
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: args[0], Net: "unix"})
	if err == nil {
		err = os.Chmod(args[0], 0o666)
	}
	if err != nil {
		return err
	}
	fmt.Println("serving")
	c, err := l.AcceptUnix()
	if err != nil {
		return err
	}
	b, oob := make([]byte, 4096), make([]byte, 4096)
	n, oobn, _, _, err := c.ReadMsgUnix(b, oob)
	if err == io.EOF {
		err = nil
	}
	fmt.Printf("%d bytes, %d of control data\n", n, oobn)
	return err
}

// pairForTest waits for input and on a socket pair of its own, as event loops do
// that wake themselves by one.
func pairForTest([]string) error {
	ep, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	if err != nil {
		return err
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	for _, fd := range []int{0, pair[0]} {
		if err := unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)}); err != nil {
			return err
		}
	}
	for err = unix.EINTR; err == unix.EINTR; {
		_, err = unix.EpollWait(ep, make([]unix.EpollEvent, 1), -1)
	}
	return err
}
