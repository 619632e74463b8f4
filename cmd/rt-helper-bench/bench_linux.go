package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	promprocfs "github.com/prometheus/procfs"
	"golang.org/x/sys/unix"
)

// bench is one run.
type bench struct {
	scale    scale
	only     *regexp.Regexp
	out, log io.Writer
	profiles string // directory for the workers' profiles, "" for none

	ctx     context.Context
	dir     string
	service *server
	crowd   *crowd
	machine promprocfs.FS
}

// section measures one table.
type section struct {
	name    string
	measure func() (*table, error)
}

func (b *bench) sections() []section {
	return []section{
		{"query", b.queries},
		{"first", b.firsts},
		{"scan", b.scans},
		{"connect", b.connects},
		{"watch", b.watches},
		{"cpu", b.costs},
		{"fair", b.fairness},
	}
}

// wants says whether a row was chosen.
func (b *bench) wants(section, row string) bool {
	return b.only.MatchString(section + "/" + row)
}

// run measures the sections and prints each when it is done. Failures are rows
// that could not be measured, or whose answers were wrong.
func (b *bench) run() (failures int, err error) {
	end, err := b.setUp()
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	fmt.Fprintf(b.out, "rt-helper-bench on %s\n", b.here())
	for _, s := range b.sections() {
		fmt.Fprintf(b.log, "%5.0f s  %s\n", time.Since(begun).Seconds(), s.name)
		t, err := s.measure()
		if err != nil {
			return failures, fmt.Errorf("%s: %w", s.name, err)
		}
		failures += t.failures()
		if err := t.write(b.out); err != nil {
			return failures, err
		}
	}
	_, err = fmt.Fprintf(b.out, "\ntook %.0f s, load %s at the end\n", time.Since(begun).Seconds(), loadAverage())
	return failures, err
}

// setUp starts the service and the process that starts idle ones. What it
// returns ends them, also after an error.
func (b *bench) setUp() (end func() error, err error) {
	var ends []func() error
	end = func() error {
		var all []error
		for i := len(ends) - 1; i >= 0; i-- {
			all = append(all, ends[i]())
		}
		return errors.Join(all...)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	b.ctx, ends = ctx, append(ends, func() error { cancel(); return nil })
	if b.machine, err = promprocfs.NewDefaultFS(); err != nil {
		return end, err
	}
	if b.dir, err = os.MkdirTemp("", "rt-helper-bench-"); err != nil {
		return end, err
	}
	ends = append(ends, func() error { return os.RemoveAll(b.dir) })
	if err := os.Chmod(b.dir, 0o711); err != nil { // other users are to reach the socket
		return end, err
	}
	if b.service, err = startServer(filepath.Join(b.dir, "helper.sock"), usualLimits, b.profiles); err != nil {
		return end, err
	}
	ends = append(ends, b.service.end)
	if b.crowd, err = startCrowd(b.machine); err != nil {
		return end, err
	}
	ends = append(ends, b.crowd.end)
	return end, nil
}

// here says on what the figures were measured.
func (b *bench) here() string {
	var u unix.Utsname
	_ = unix.Uname(&u)
	return fmt.Sprintf("Linux %s %s, %d CPUs, %s, user %d, load %s",
		unix.ByteSliceToString(u.Release[:]), runtime.GOARCH, runtime.NumCPU(), runtime.Version(), os.Getuid(), loadAverage())
}

// loadAverage is the mean number of runnable threads in the last minute.
func loadAverage() string {
	b, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(b), " ")
	return first
}
