package procfs

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// epoll lists what an epoll descriptor of the thread watches. Reading the list
// sleeps, beyond the reach of signals, while another thread holds the epoll's
// lock: the caller must be able to do without this process.
func (t *thread) epoll(epfd, depth int) ([]target, error) {
	if depth > maxNesting {
		return nil, tooBig("epoll descriptors nested more than %d deep", maxNesting)
	}
	if err := t.smallTable(); err != nil {
		return nil, err
	}
	text, err := t.fdinfo(epfd, pageSize)
	if err == nil && len(text) == pageSize {
		text, err = t.fdinfo(epfd, maxEpollText)
	}
	if gone(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(text) == maxEpollText {
		return nil, tooBig("an epoll list of more than %d bytes", maxEpollText)
	}
	t.memo.lists = append(t.memo.lists, epollList{epfd, string(text)})
	var list []target
	for _, e := range ParseEpoll(text) {
		more, err := t.entry(epfd, e, depth)
		if err != nil {
			return nil, err
		}
		if list = append(list, more...); len(list) > maxTargets {
			return nil, tooBig("an epoll list of more than %d entries", maxTargets)
		}
	}
	return list, nil
}

// smallTable bounds the size of an epoll list: the kernel makes the whole text
// for the shortest read.
func (t *thread) smallTable() error {
	b, err := readAt(t.p.dir, t.prefix+"status", t.p.buf[:])
	if err != nil {
		return err
	}
	s, err := ParseStatus(b)
	if err != nil {
		return err
	}
	if s.FDSize > maxTableSize {
		return tooBig("a descriptor table of %d slots", s.FDSize)
	}
	return nil
}

// entry looks an epoll entry up. Its inode names the watched file; the number
// under which it was registered counts only if it still names that file.
func (t *thread) entry(epfd int, e EpollEntry, depth int) ([]target, error) {
	if !e.Reads() && !e.Writes() {
		return nil, nil
	}
	i := Interest{FD: e.FD, Read: e.Reads(), Write: e.Writes()}
	n, err := t.node(e.FD)
	if err != nil && !gone(err) {
		return nil, err
	}
	if err == nil && n.ID.Ino == e.Ino && n.ID.Dev == e.Dev && t.watches(epfd, e) {
		list, err := t.lookUp(i, depth)
		for i := range list {
			list[i].edge = list[i].edge || e.Edge()
		}
		return list, err
	}
	lost := node{ID: Identity{Dev: e.Dev, Ino: e.Ino}}
	return []target{{Interest: i, node: lost, kind: KindOther, closed: true, edge: e.Edge()}}, nil
}

// watches asks the kernel whether the descriptor of an entry's number is the
// very file that the epoll watches. A kernel without kcmp leaves the inode's
// word: files without an inode of their own all share one.
func (t *thread) watches(epfd int, e EpollEntry) bool {
	const kcmpEpollTFD = 7
	slot := struct{ efd, tfd, nth uint32 }{uint32(epfd), uint32(e.FD), uint32(e.Nth)}
	r, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(t.tid), uintptr(t.tid), kcmpEpollTFD,
		uintptr(e.FD), uintptr(unsafe.Pointer(&slot)), 0)
	if errno == unix.ENOSYS || errno == unix.EPERM {
		return true
	}
	return errno == 0 && r == 0
}
