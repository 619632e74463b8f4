package runner

import (
	"os"

	"github.com/rt-helper/rt-helper/procfs"
)

func processes() ([]process, error) {
	table, err := procfs.Scan()
	if err != nil {
		return nil, err
	}
	all := make([]process, len(table))
	for i, s := range table {
		all[i] = process{pid: s.PID, parent: s.PPID, session: s.Session, start: s.Start, dead: s.State == 'Z' || s.State == 'X'}
	}
	return all, nil
}

// kill ends this very process: the handle is of one that has its number, and
// its start time is compared after that.
func (p process) kill() error {
	handle, err := os.FindProcess(p.pid)
	if err != nil {
		return nil // it has ended
	}
	defer handle.Release()
	if s, ok := procfs.StatOf(p.pid); !ok || s.Start != p.start {
		return nil
	}
	return handle.Kill()
}
