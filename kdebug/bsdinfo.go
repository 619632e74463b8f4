package kdebug

// Process states (p_stat).
const (
	stateIdle    = 1 // being created
	stateStopped = 4
	stateZombie  = 5
)

// Process flags (pbi_flags).
const (
	flagExiting       = 0x4
	flagSessionLeader = 0x20
)

// noDevice is e_tdev of a process without a controlling terminal.
const noDevice = 0xffffffff

// bsdInfo is what this package takes from proc_bsdinfo.
type bsdInfo struct {
	flags, status       uint32
	pid, parent, group  int32
	uid, ruid           uint32
	command             string // at most 16 characters
	terminal            uint32 // device of the controlling terminal
	foreground          int32  // that terminal's foreground process group, 0 if none
	startSec, startUsec uint64
}

func parseBSDInfo(b []byte) (bsdInfo, error) {
	if err := need(b, bsdInfoSize, "proc_bsdinfo"); err != nil {
		return bsdInfo{}, err
	}
	return bsdInfo{
		flags:      u32(b, 0),
		status:     u32(b, 4),
		pid:        int32(u32(b, 12)),
		parent:     int32(u32(b, 16)),
		uid:        u32(b, 20),
		ruid:       u32(b, 28),
		command:    cString(b[48:64]),
		group:      int32(u32(b, 100)),
		terminal:   u32(b, 108),
		foreground: int32(u32(b, 112)),
		startSec:   u64(b, 120),
		startUsec:  u64(b, 128),
	}, nil
}

// parseShortInfo decodes proc_bsdshortinfo, which anybody may read of any
// process: no terminal, no start time.
func parseShortInfo(b []byte) (bsdInfo, error) {
	if err := need(b, shortInfoSize, "proc_bsdshortinfo"); err != nil {
		return bsdInfo{}, err
	}
	return bsdInfo{
		pid:      int32(u32(b, 0)),
		parent:   int32(u32(b, 4)),
		group:    int32(u32(b, 8)),
		status:   u32(b, 12),
		command:  cString(b[16:32]),
		flags:    u32(b, 32),
		uid:      u32(b, 36),
		ruid:     u32(b, 44),
		terminal: noDevice,
	}, nil
}

// live tells whether the process can still run.
func (i bsdInfo) live() bool {
	return i.status != stateZombie && i.status != stateIdle && i.flags&flagExiting == 0
}
