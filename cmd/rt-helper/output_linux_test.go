package main

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOutputFull: an answer that cannot be written is an error, and ends what
// would go on.
func TestOutputFull(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	c := cli{socket: noService}
	for _, args := range [][]string{
		{"query", s.Path()}, {"query", "--json", s.Path()}, {"list"}, {"list", "--json"}, {"watch", s.Path()}, {"watch", "--json", "--all"},
		{"watch", "--stdin"}, {"doctor"}, {"trace"}, {"version"}, {"help"},
	} {
		b := c.startWith(t, func(cmd *exec.Cmd) { cmd.Args = append(cmd.Args, args...) }, full)
		if args[len(args)-1] == "--stdin" {
			_, _ = b.in.Write([]byte("add " + s.Path() + "\n"))
		}
		if code := b.end(t); code != exitError || !strings.HasPrefix(b.errs.String(), "rt-helper: output: ") {
			t.Errorf("%q: status %d, %s", args, code, b.errs)
		}
	}
}

// TestOutputUnread: a watch does not outlive who reads it, also if nothing
// happens.
func TestOutputUnread(t *testing.T) {
	s := screenOf(t, os.Geteuid(), "cat")
	for _, args := range [][]string{{s.Path()}, {"--all", "--lateness", "1h"}, {"--stdin"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		b := cli{socket: noService}.startWith(t, func(cmd *exec.Cmd) { cmd.Args = append(append(cmd.Args, "watch"), args...) }, w)
		_ = w.Close()
		if args[0] == "--stdin" {
			_, _ = b.in.Write([]byte("add " + s.Path() + "\n"))
		}
		if _, err := io.ReadFull(r, make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		code := b.end(t)
		killed := b.ProcessState.Sys().(syscall.WaitStatus).Signal() == unix.SIGPIPE // it was writing
		if code != exitError && !killed || b.errs.Len() > 0 {
			t.Errorf("%q: %v, %s", args, b.ProcessState, b.errs)
		}
	}
}
