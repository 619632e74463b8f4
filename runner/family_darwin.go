package runner

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

const zombie = 5 // SZOMB

func processes() ([]process, error) {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, fmt.Errorf("sysctl kern.proc.all: %w", err)
	}
	all := make([]process, len(table))
	for i, k := range table {
		started := k.Proc.P_starttime
		all[i] = process{
			pid: int(k.Proc.P_pid), parent: int(k.Eproc.Ppid), session: int(k.Eproc.Pgid),
			start: uint64(started.Sec)*1e6 + uint64(started.Usec), dead: k.Proc.P_stat == zombie,
		}
	}
	return all, nil
}

// kill ends the process; between the list and this call its number may, in
// theory, have become another's.
func (p process) kill() error {
	handle, err := os.FindProcess(p.pid)
	if err != nil {
		return nil
	}
	return handle.Kill()
}
