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
	if err != nil || !e.names(n) || t.watches(epfd, e, e.FD) == 0 {
		if i.FD, err = t.moved(epfd, e); err != nil {
			return nil, err
		}
	}
	if i.FD < 0 {
		return t.lost(epfd, e)
	}
	list, err := t.lookUp(i, depth)
	for i := range list {
		list[i].edge = list[i].edge || e.Edge()
	}
	return list, err
}

func (e EpollEntry) names(n node) bool { return n.ID.Ino == e.Ino && n.ID.Dev == e.Dev }

// moved finds another descriptor of the file that an entry watches, whose own
// number was given to something else; -1: there is none.
func (t *thread) moved(epfd int, e EpollEntry) (int, error) {
	fds, _, err := listAt(t.p.dir, t.prefix+"fd", maxOwnFDs)
	if err != nil {
		return -1, err
	}
	for _, fd := range fds {
		n, err := t.node(fd)
		if err == nil && e.names(n) && t.watches(epfd, e, fd) > 0 {
			return fd, nil
		}
	}
	return -1, nil
}

// lost is an entry whose file no descriptor names any more. Its inode tells
// which file that was, but for files that share one with others, and for
// /dev/tty, which stands for any terminal.
func (t *thread) lost(epfd int, e EpollEntry) ([]target, error) {
	x := target{
		Interest: Interest{FD: e.FD, Read: e.Reads(), Write: e.Writes()},
		node:     node{ID: Identity{Dev: e.Dev, Ino: e.Ino}},
		kind:     KindOther, closed: true, edge: e.Edge(),
	}
	anonymous, err := t.node(epfd)
	if err != nil {
		return nil, err
	}
	tty, err := statAt(unix.AT_FDCWD, "/dev/tty")
	x.vague = e.names(anonymous) || err == nil && e.names(tty)
	return []target{x}, nil
}

// watches asks the kernel whether a descriptor names the very file that an
// epoll entry watches: 1 if so, 0 if not, -1 if the kernel does not tell. Then
// the inode's word is left: files without an inode of their own share one.
func (t *thread) watches(epfd int, e EpollEntry, fd int) int {
	const kcmpEpollTFD = 7
	slot := struct{ efd, tfd, nth uint32 }{uint32(epfd), uint32(e.FD), uint32(e.Nth)}
	r, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(t.tid), uintptr(t.tid), kcmpEpollTFD,
		uintptr(fd), uintptr(unsafe.Pointer(&slot)), 0)
	switch {
	case errno == unix.ENOSYS || errno == unix.EPERM:
		return -1
	case errno == 0 && r == 0:
		return 1
	}
	return 0
}
