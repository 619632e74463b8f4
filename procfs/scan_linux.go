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

// Scan reads the stat file of every process that this process may see.
func Scan() (Table, error) {
	pids, err := everyPID()
	if err != nil {
		return nil, err
	}
	r, err := newStatReader()
	if err != nil {
		return nil, err
	}
	defer r.close()
	list := make(Table, 0, len(pids))
	for _, pid := range pids {
		s, ok, err := r.stat(pid)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, s)
		}
	}
	return list, nil
}

// statReader reads many stat files.
type statReader struct {
	proc int
	buf  [pageSize]byte
}

func newStatReader() (*statReader, error) {
	proc, err := openAt(unix.AT_FDCWD, "/proc", unix.O_PATH|unix.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	return &statReader{proc: proc}, nil
}

func (r *statReader) close() { unix.Close(r.proc) }

// stat is that of a process; false: it has exited, or is hidden from this user.
func (r *statReader) stat(pid int) (Stat, bool, error) {
	b, err := readAt(r.proc, strconv.Itoa(pid)+"/stat", r.buf[:])
	if gone(err) || denied(err) {
		return Stat{}, false, nil
	}
	if err != nil {
		return Stat{}, false, err
	}
	s, err := ParseStat(b)
	return s, err == nil, nil
}

// StatOf reads the stat file of one process; false: it is not there.
func StatOf(pid int) (Stat, bool) {
	s, err := statOf(pid)
	return s, err == nil
}

func statOf(pid int) (Stat, error) {
	var buf [pageSize]byte
	b, err := readAt(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/stat", buf[:])
	if err != nil {
		return Stat{}, err
	}
	return ParseStat(b)
}

// StatusOf reads the status file of one process; false: it is not there.
func StatusOf(pid int) (Status, bool) {
	var buf [pageSize]byte
	b, err := readAt(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/status", buf[:])
	if err != nil {
		return Status{}, false
	}
	s, err := ParseStatus(b)
	return s, err == nil
}

// OwnerOf is the user that owns what /proc has of a process: the effective
// user, or 0 when the process is not dumpable. It costs a fifth of StatusOf.
func OwnerOf(pid int) (uint32, bool) {
	var s unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, "/proc/"+strconv.Itoa(pid)+"/stat", unix.AT_STATX_DONT_SYNC, unix.STATX_UID, &s)
	return s.Uid, err == nil
}
