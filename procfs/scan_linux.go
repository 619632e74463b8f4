package procfs

import (
	"fmt"
	"strconv"

	promprocfs "github.com/prometheus/procfs"
	"golang.org/x/sys/unix"
)

// everyPID lists the processes of the whole machine. The library's own stat
// reader takes twice as long as the one here, and a scan reads them all.
func everyPID() ([]int, error) {
	fs, err := promprocfs.NewFS("/proc")
	if err != nil {
		return nil, fmt.Errorf("open of /proc: %w", err)
	}
	procs, err := fs.AllProcs()
	if err != nil {
		return nil, fmt.Errorf("list of /proc: %w", err)
	}
	pids := make([]int, len(procs))
	for i, p := range procs {
		pids[i] = p.PID
	}
	return pids, nil
}

// Scan reads the stat file of every process and returns those that keep wants.
func Scan(keep func(Stat) bool) ([]Stat, error) {
	pids, err := everyPID()
	if err != nil {
		return nil, err
	}
	dir, err := openAt(unix.AT_FDCWD, "/proc", unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer unix.Close(dir)
	var list []Stat
	var buf [pageSize]byte
	for _, pid := range pids {
		b, err := readAt(dir, strconv.Itoa(pid)+"/stat", buf[:])
		if err != nil {
			continue // exited, or hidden from this user
		}
		if s, err := ParseStat(b); err == nil && keep(s) {
			list = append(list, s)
		}
	}
	return list, nil
}

// Members lists the processes of a process group.
func Members(pgrp int) ([]Stat, error) {
	return Scan(func(s Stat) bool { return s.PGRP == pgrp })
}
