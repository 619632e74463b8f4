package pty

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestOpenNamesATerminal(t *testing.T) {
	p := open(t)
	info, err := os.Stat(p.Path())
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode()&fs.ModeCharDevice == 0 {
		t.Errorf("%s is no character device: %v", p.Path(), info.Mode())
	}
	if other := open(t); other.Path() == p.Path() {
		t.Errorf("two terminals are called %s", p.Path())
	}
}

func TestOpenAtRefuses(t *testing.T) {
	for _, device := range []string{"/dev/null", "/nonexistent/ptmx", "/dev/zero", t.TempDir()} {
		p, err := OpenAt(device)
		if err == nil {
			_ = p.Close()
			t.Errorf("%s: opened", device)
			continue
		}
		if !strings.Contains(err.Error(), device) {
			t.Errorf("%s: the error does not name it: %v", device, err)
		}
	}
}

func TestMasterKeepsItsDeadlines(t *testing.T) {
	p := open(t)
	calls := []struct {
		name string
		call func() error
	}{
		{"nothing", func() error { return nil }},
		{"Size", func() error { _, err := p.Size(); return err }},
		{"SetSize", func() error { return p.SetSize(Size{Rows: 24, Cols: 80}) }},
		{"Modes", func() error { _, err := p.Modes(); return err }},
		{"ForegroundGroup", func() error { _, err := p.ForegroundGroup(); return err }},
		{"Slave", func() error { // kept open, for without a slave the read ends at once
			s, err := p.Slave()
			if err == nil {
				t.Cleanup(func() { _ = s.Close() })
			}
			return err
		}},
		{"SetModes", func() error { return p.SetModes(Modes{Canonical: true}) }},
		{"Start", func() error { cmd := shell("sleep 60"); start(t, p, cmd); return nil }},
	}
	for _, c := range calls {
		if err := c.call(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		mustTimeOut(t, p)
	}
}

func TestSlaveIsTheOtherEnd(t *testing.T) {
	p := open(t)
	slave, err := p.Slave()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slave.WriteString("from the slave\n"); err != nil {
		t.Fatal(err)
	}
	readUntil(t, p, "from the slave\r\n")
	if _, err := p.Master().WriteString("a line\n"); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 100)
	n, err := slave.Read(buf)
	if err != nil || string(buf[:n]) != "a line\n" {
		t.Errorf("the slave read %q, %v", buf[:n], err)
	}
	if err := slave.Close(); err != nil {
		t.Fatal(err)
	}
	readEnd(t, p)
}

func TestClosedPtyNamesTheCall(t *testing.T) {
	p := open(t)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := p.ForegroundGroup()
	if err == nil || !strings.Contains(err.Error(), "TIOCGPGRP on "+p.Path()) {
		t.Errorf("got %v", err)
	}
	if _, err := p.Slave(); err == nil {
		t.Error("a closed pty gave its slave away")
	}
}

func TestEnded(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false}, {io.EOF, true}, {syscall.EIO, true}, {syscall.EAGAIN, false},
		{&os.PathError{Op: "read", Path: "/dev/ptmx", Err: syscall.EIO}, true},
		{os.ErrDeadlineExceeded, false}, {os.ErrClosed, false}, {errors.New("input/output error"), false},
	} {
		if got := Ended(c.err); got != c.want {
			t.Errorf("Ended(%v) = %v", c.err, got)
		}
	}
}
