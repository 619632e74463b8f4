package kdebug

import (
	"errors"
	"syscall"
)

// files is the descriptor table of one process, read as far as it is asked for.
type files struct {
	kernel   Kernel
	pid      int32
	terminal uint32
	entries  []fdEntry // nil: not read yet
	known    map[int]file
	links    map[int]link
	notes    int  // events of kqueues seen so far
	changed  bool // a descriptor went away while it was looked at
}

func newFiles(k Kernel, pid int32, terminal uint32) *files {
	return &files{kernel: k, pid: pid, terminal: terminal, known: map[int]file{}}
}

func (f *files) list() ([]fdEntry, error) {
	if f.entries != nil {
		return f.entries, nil
	}
	entries, err := fdList(f.kernel, f.pid)
	if err == nil {
		f.entries = entries
	}
	return entries, err
}

// get returns the file of a descriptor; ok is false if it is not open.
func (f *files) get(fd int) (got file, ok bool, err error) {
	entries, err := f.list()
	if err != nil {
		return file{}, false, err
	}
	for _, e := range entries {
		if e.fd == fd {
			return f.of(e)
		}
	}
	return file{}, false, nil
}

// all returns every open file.
func (f *files) all() ([]file, error) {
	entries, err := f.list()
	if err != nil {
		return nil, err
	}
	open := make([]file, 0, len(entries))
	for _, e := range entries {
		one, ok, err := f.of(e)
		if err != nil {
			return nil, err
		}
		if ok {
			open = append(open, one)
		}
	}
	return open, nil
}

func (f *files) of(e fdEntry) (got file, ok bool, err error) {
	if got, ok := f.known[e.fd]; ok {
		return got, true, nil
	}
	got = typeOf(e)
	if e.kind == fdTypeVnode {
		if got, ok, err = f.vnode(e.fd); !ok {
			return file{}, false, err
		}
	}
	f.known[e.fd] = got
	return got, true, nil
}

func (f *files) vnode(fd int) (got file, ok bool, err error) {
	info, err := vnodeOf(f.kernel, f.pid, fd)
	switch {
	case errors.Is(err, syscall.EBADF):
		f.changed = true
		return file{}, false, nil
	case errors.Is(err, syscall.ENOENT):
		// A revoked vnode: calls on it return at once.
		return file{fd: fd, kind: KindFile, ready: true}, true, nil
	case err != nil:
		return file{}, false, err
	}
	return fileOf(fd, info, f.terminal), true, nil
}

// terminalFD returns the lowest descriptor of the terminal, or -1. By
// whichever name: a thread cannot wait for the terminal without one.
func (f *files) terminalFD() (int, error) {
	open, err := f.all()
	if err != nil {
		return -1, err
	}
	lowest := -1
	for _, one := range open {
		if (one.terminal || one.control) && (lowest < 0 || one.fd < lowest) {
			lowest = one.fd
		}
	}
	return lowest, nil
}

// kqueues returns the descriptors of kqueues.
func (f *files) kqueues() ([]int, error) {
	entries, err := f.list()
	var fds []int
	for _, e := range entries {
		if e.kind == fdTypeKqueue {
			fds = append(fds, e.fd)
		}
	}
	return fds, err
}

// own tells whether the other end of a pipe or Unix socket is open in the same
// process: a wake-up of its own, such as event loops have.
func (f *files) own(fd int) (bool, error) {
	if err := f.readLinks(); err != nil {
		return false, err
	}
	peer := f.links[fd].peer
	if peer == 0 {
		return false, nil
	}
	for other, l := range f.links {
		if other != fd && l.self == peer {
			return true, nil
		}
	}
	return false, nil
}

func (f *files) readLinks() error {
	if f.links != nil {
		return nil
	}
	entries, err := f.list()
	if err != nil {
		return err
	}
	links := map[int]link{}
	for _, e := range entries {
		l, err := f.link(e)
		if errors.Is(err, syscall.EBADF) || errors.Is(err, syscall.ENOTSOCK) {
			f.changed = true
			continue
		}
		if err != nil {
			return err
		}
		links[e.fd] = l
	}
	f.links = links
	return nil
}

func (f *files) link(e fdEntry) (link, error) {
	switch e.kind {
	case fdTypePipe:
		return pipeOf(f.kernel, f.pid, e.fd)
	case fdTypeSocket:
		return socketOf(f.kernel, f.pid, e.fd)
	}
	return link{}, nil
}
