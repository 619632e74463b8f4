package procfs

import (
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// Process is a held process: its /proc directory and a pidfd, opened once.
// Close it. A Process is for one goroutine at a time.
type Process struct {
	PID     int
	dir     int
	pidfd   int
	stat    int             // the stat file of a kept process, -1 while it is not open
	task    int             // the task directory, opened when a kept process is first looked at
	threads map[int]*thread // kept
	reader  int             // the thread that was last proven to wait
	facts   facts
	beside  beside
	calm    calm
	crowd   crowd     // of many threads
	end     time.Time // of a look at them
	busy    busy
	kept    bool // by a roster: open files may be kept, too
	peer    PeerFunc
	costly  func(read func())
	buf     [pageSize]byte
}

// Hold opens a process. gone(err) tells that there is none of this number.
func Hold(pid int) (*Process, error) {
	dir, err := openAt(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid), unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	p := &Process{PID: pid, dir: dir, pidfd: -1, task: -1, stat: -1, peer: ownPeer, costly: func(read func()) { read() }}
	p.pidfd, err = unix.PidfdOpen(pid, 0)
	if err == unix.EINVAL { // older kernels, of a thread that is no process: its number was taken for one
		err = unix.ESRCH
	}
	if err != nil && err != unix.ENOSYS && !denied(err) {
		p.Close()
		return nil, fmt.Errorf("pidfd_open of process %d: %w", pid, err)
	}
	// The directory still being alive after the pidfd was opened, both name
	// the same process.
	if _, err := p.Stat(); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close gives the process up.
func (p *Process) Close() {
	unix.Close(p.dir)
	if p.pidfd >= 0 {
		unix.Close(p.pidfd)
	}
	for _, fd := range []int{p.task, p.stat} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	for _, t := range p.threads {
		t.close()
	}
	p.threads = nil
}

// Stat reads the process's stat file.
func (p *Process) Stat() (Stat, error) {
	if p.stat < 0 && p.kept {
		p.stat, _ = openAt(p.dir, "stat", unix.O_RDONLY)
	}
	var b []byte
	var err error
	if p.stat >= 0 {
		b, err = readFD(p.stat, "stat", p.buf[:])
	} else {
		b, err = readAt(p.dir, "stat", p.buf[:])
	}
	if err != nil {
		return Stat{}, err
	}
	return ParseStat(b)
}

// Status reads the process's status file.
func (p *Process) Status() (Status, error) {
	b, err := readAt(p.dir, "status", p.buf[:])
	if err != nil {
		return Status{}, err
	}
	return ParseStatus(b)
}

// Owner is the user that owns what /proc has of a process: the effective user,
// or 0 of one that is not dumpable (proc(5)). Files tell: the directory itself
// belongs to the effective user in any case.
func (p *Process) Owner() (uint32, error) {
	var s unix.Statx_t
	if err := unix.Statx(p.dir, "stat", unix.AT_STATX_DONT_SYNC, unix.STATX_UID, &s); err != nil {
		return 0, &fs.PathError{Op: "statx", Path: "stat", Err: err}
	}
	return s.Uid, nil
}

// MaxThreads is how many threads of a process are looked at.
const MaxThreads = 32768

// Threads lists the process's threads. False: there are more than MaxThreads, or
// they begin and end faster than they can be listed.
//
// The kernel lists threads by their place, and stops where one has just ended: a
// list may lack a thread that lives. So it must be as long as there are threads,
// before and after.
func (p *Process) Threads() ([]int, bool, error) {
	var tids []int
	for range maxLists {
		before, err := p.countThreads()
		if err != nil {
			return nil, false, err
		}
		if before == 1 {
			return []int{p.PID}, true, nil
		}
		var whole bool
		if tids, whole, err = p.listThreads(); err != nil || !whole {
			return tids, whole, err
		}
		if after, err := p.countThreads(); err == nil && len(tids) == before && before == after {
			return tids, true, nil
		}
	}
	return tids, false, nil
}

const maxLists = 8

// countThreads asks how many threads the process has, one that has exited and is
// not yet waited for included: two less than its directory of threads has links.
func (p *Process) countThreads() (int, error) {
	dir, err := p.openTask()
	if err != nil {
		return 0, err
	}
	fd, name, flags := p.dir, "task", unix.AT_STATX_DONT_SYNC
	if dir >= 0 {
		fd, name, flags = dir, "", flags|unix.AT_EMPTY_PATH
	}
	var s unix.Statx_t
	if err := unix.Statx(fd, name, flags, unix.STATX_NLINK, &s); err != nil {
		return 0, &fs.PathError{Op: "statx", Path: "task", Err: err}
	}
	if s.Nlink <= 2 {
		return 0, &fs.PathError{Op: "statx", Path: "task", Err: unix.ESRCH}
	}
	return int(s.Nlink) - 2, nil
}

// openTask is the directory of threads of a kept process; -1 of another.
func (p *Process) openTask() (int, error) {
	if p.task < 0 && p.kept {
		fd, err := openAt(p.dir, "task", unix.O_RDONLY|unix.O_DIRECTORY)
		if err != nil {
			return -1, err
		}
		p.task = fd
	}
	return p.task, nil
}

func (p *Process) listThreads() ([]int, bool, error) {
	dir, err := p.openTask()
	if err != nil {
		return nil, false, err
	}
	if dir < 0 {
		return listAt(p.dir, "task", MaxThreads)
	}
	if _, err := unix.Seek(dir, 0, 0); err != nil {
		return nil, false, fmt.Errorf("lseek of task: %w", err)
	}
	return listFD(dir, "task", MaxThreads)
}

// fdCopy duplicates a descriptor of the thread into this process. Only
// terminals and masters may be copied: closing the copy of anything else may
// never return.
func (p *Process) fdCopy(tid, fd int) (int, error) {
	pidfd, done, err := p.pidfdOf(tid)
	if err != nil {
		return -1, err
	}
	defer done()
	g, err := unix.PidfdGetfd(pidfd, fd, 0)
	if err != nil {
		return -1, fmt.Errorf("pidfd_getfd of descriptor %d of process %d: %w", fd, p.PID, err)
	}
	return g, nil
}

// pidfdThread is PIDFD_THREAD: with it a pidfd stands for one thread, whose
// descriptor table may be its own (Linux 6.9).
const pidfdThread = unix.O_EXCL

func (p *Process) pidfdOf(tid int) (int, func(), error) {
	if tid != p.PID {
		fd, err := unix.PidfdOpen(tid, pidfdThread)
		if err == nil {
			return fd, func() { unix.Close(fd) }, nil
		}
		if err != unix.EINVAL && err != unix.ENOSYS {
			return -1, nil, fmt.Errorf("pidfd_open of thread %d: %w", tid, err)
		}
		if !sameTable(p.PID, tid) {
			return -1, nil, &problem{ReasonUnsupported, fmt.Errorf("thread %d %s, and its descriptors need Linux 6.9 to be looked at", tid, p.apart())}
		}
	}
	if p.pidfd < 0 {
		return -1, nil, fmt.Errorf("pidfd_open of process %d: %w", p.PID, unix.ENOSYS)
	}
	return p.pidfd, func() {}, nil
}

// apart says why a thread does not share the first one's descriptors.
func (p *Process) apart() string {
	if p.ended(p.PID) {
		return "has outlived the first thread of its process"
	}
	return "does not share those of its process"
}

// sameTable reports whether two threads share one descriptor table.
func sameTable(a, b int) bool {
	const kcmpFiles = 2
	r, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(a), uintptr(b), kcmpFiles, 0, 0, 0)
	return errno == 0 && r == 0
}
