package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// profileVariable in the environment of a service names the directory that the
// profiles of its workers are written to.
const profileVariable = "RT_HELPER_BENCH_PROFILES"

// profile begins to write a profile of this worker, if the service is to. The
// variable is read from the service's environment, for workers get none.
func profile() (stop func() error, err error) {
	env, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", os.Getppid()))
	if err != nil {
		return nil, err
	}
	dir := variable(env, profileVariable)
	if dir == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(filepath.Join(dir, fmt.Sprintf("worker-%d.pprof", os.Getpid())))
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}
