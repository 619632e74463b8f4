package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	promprocfs "github.com/prometheus/procfs"
	"golang.org/x/sys/unix"
)

// crowd fills the machine up with idle processes.
type crowd struct {
	*child
	machine promprocfs.FS
	size    int
}

func startCrowd(machine promprocfs.FS) (*crowd, error) {
	c, err := startChild(os.Getuid(), nil, crowdCommand)
	if err != nil {
		return nil, err
	}
	return &crowd{child: c, machine: machine}, nil
}

// fill makes the machine have so many processes, as far as they are this one's
// to start or end, and returns how many it has.
func (c *crowd) fill(processes int) (int, error) {
	have, err := c.count()
	if err != nil {
		return 0, err
	}
	want := max(0, c.size+processes-have)
	if want == c.size {
		return have, nil
	}
	if answer, err := c.ask(strconv.Itoa(want)); err != nil || answer != "" {
		return 0, fmt.Errorf("idle processes: %s %w", answer, err)
	}
	c.size = want
	time.Sleep(500 * time.Millisecond) // they have yet to load their program
	return c.count()
}

func (c *crowd) count() (int, error) {
	all, err := c.machine.AllProcs()
	return len(all), err
}

// crowdMain reads numbers, and each time starts or ends processes until it has
// as many. It answers with an empty line, or with what went wrong.
func crowdMain([]string) error {
	runtime.LockOSThread() // the kernel kills the children when the thread that started them ends
	signal.Ignore(os.Interrupt)
	var g sleepers
	defer g.resize(0)
	fmt.Println("ready")
	for s := bufio.NewScanner(os.Stdin); s.Scan(); {
		n, err := strconv.Atoi(s.Text())
		if err == nil {
			err = g.resize(n)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println()
	}
	return nil
}

// sleepers are the process numbers of children that sleep.
type sleepers []int

func (g *sleepers) resize(n int) error {
	for len(*g) > n {
		last := len(*g) - 1
		pid := (*g)[last]
		*g = (*g)[:last]
		if err := unix.Kill(pid, unix.SIGKILL); err != nil {
			return fmt.Errorf("kill %d: %w", pid, err)
		}
		if _, err := unix.Wait4(pid, nil, 0, nil); err != nil {
			return fmt.Errorf("wait for %d: %w", pid, err)
		}
	}
	if len(*g) == n {
		return nil
	}
	path, err := exec.LookPath("sleep")
	if err != nil {
		return err
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	attr := &syscall.ProcAttr{
		Files: []uintptr{null.Fd(), null.Fd(), null.Fd()},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	for len(*g) < n {
		pid, err := syscall.ForkExec(path, []string{"sleep", "100000"}, attr)
		if err != nil {
			return fmt.Errorf("start %s: %w", path, err)
		}
		*g = append(*g, pid)
	}
	return nil
}
