package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

// threadsMain becomes a process of so many threads that sleep, until it is ended.
func threadsMain(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: %s NUMBER", threadsCommand)
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	debug.SetMaxThreads(n + 1000)
	for range n {
		go func() {
			runtime.LockOSThread()
			time.Sleep(1 << 62)
		}()
	}
	time.Sleep(1 << 62)
	return nil
}

// startThreads starts a job of at least n threads, or of a fifth of that where
// the limits of this machine do not allow so many.
func (b *bench) startThreads(uid, n int) (*job, int, error) {
	for _, n := range []int{n, n / 5} {
		j, err := startJob(uid, "/proc/self/exe", threadsCommand, strconv.Itoa(n))
		if err != nil {
			return nil, 0, err
		}
		err = await(b.ctx, fmt.Sprintf("%d threads", n), func() (bool, error) {
			have, err := threadsOf(j.cmd.Process.Pid)
			return have >= n, err
		})
		if err == nil {
			return j, n, nil
		}
		j.end()
		if b.ctx.Err() != nil {
			return nil, 0, err
		}
	}
	return nil, 0, errors.New("the limits of this machine do not allow so many threads")
}

func threadsOf(pid int) (int, error) {
	d, err := os.Open(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return 0, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	return len(names), err
}
