package procfs

import (
	"encoding/binary"
	"strconv"
	"sync"

	"golang.org/x/sys/unix"
)

// activity is an inotify instance that watches terminals for being opened, read
// and written. A program that reads or writes through /dev/tty raises its
// events on that node, on behalf of no terminal in particular.
type activity struct {
	fd int // -1 without inotify

	mu      sync.Mutex
	byWatch map[int32]Identity
	watches map[Identity]int32
	devTTY  int32
	devPTS  int32 // -1 until somebody wants to know of new terminals
	opening bool  // not yet told by takeOpened
	opened  map[Identity]bool
	touched map[Identity]bool
	news    map[Identity]bool // not yet told by Take
	newsAll bool
	untold  func() // called when a look has read events that are still to be told
}

func newActivity() *activity {
	a := &activity{fd: -1, byWatch: map[int32]Identity{}, watches: map[Identity]int32{}, opened: map[Identity]bool{}, touched: map[Identity]bool{}, news: map[Identity]bool{}, devTTY: -1, devPTS: -1}
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return a
	}
	a.fd = fd
	if wd, err := unix.InotifyAddWatch(fd, "/dev/tty", unix.IN_ACCESS|unix.IN_MODIFY); err == nil {
		a.devTTY = int32(wd)
	}
	return a
}

func (a *activity) onUntold(f func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.untold = f
}

func (a *activity) close() {
	if a.fd >= 0 {
		unix.Close(a.fd)
		a.fd = -1
	}
}

// add watches a terminal through its O_PATH descriptor; false: it cannot be
// watched.
func (a *activity) add(id Identity, slave int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fd < 0 {
		return false
	}
	if _, ok := a.watches[id]; ok {
		return true
	}
	wd, err := unix.InotifyAddWatch(a.fd, "/proc/self/fd/"+strconv.Itoa(slave), unix.IN_OPEN|unix.IN_CLOSE|unix.IN_ACCESS|unix.IN_MODIFY)
	if err != nil {
		return false
	}
	a.byWatch[int32(wd)], a.watches[id] = id, int32(wd)
	return true
}

// watchOpened makes takeOpened tell of new terminals, and of those that change
// owner; false: it cannot.
func (a *activity) watchOpened() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.fd >= 0 && a.devPTS < 0 {
		if wd, err := unix.InotifyAddWatch(a.fd, "/dev/pts", unix.IN_CREATE|unix.IN_ATTRIB); err == nil {
			a.devPTS = int32(wd)
		}
	}
	return a.devPTS >= 0
}

// takeOpened reports that since the last time terminals were opened.
func (a *activity) takeOpened() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	opening := a.opening
	a.opening = false
	return opening
}

func (a *activity) remove(id Identity) {
	a.mu.Lock()
	defer a.mu.Unlock()
	wd, ok := a.watches[id]
	if !ok {
		return
	}
	delete(a.watches, id)
	delete(a.byWatch, wd)
	delete(a.opened, id)
	delete(a.touched, id)
	_, _ = unix.InotifyRmWatch(a.fd, uint32(wd))
}

// take reads the events that are there and tells of those that were not told.
func (a *activity) take(f func(id Identity, any bool)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.read()
	if a.newsAll {
		f(Identity{}, true)
	}
	for id := range a.news {
		f(id, false)
	}
	clear(a.news)
	a.newsAll = false
}

// read takes note of the events that are there. The caller holds the lock.
func (a *activity) read() {
	var buf [4096]byte
	for a.fd >= 0 {
		n, err := pollQuick(a.fd, buf[:])
		if err != nil || n < unix.SizeofInotifyEvent {
			return
		}
		a.parse(buf[:n])
		if n < len(buf)/2 {
			return
		}
	}
}

func (a *activity) parse(b []byte) {
	for len(b) >= unix.SizeofInotifyEvent {
		wd, mask := int32(binary.NativeEndian.Uint32(b)), binary.NativeEndian.Uint32(b[4:])
		b = b[min(unix.SizeofInotifyEvent+int(binary.NativeEndian.Uint32(b[12:])), len(b)):]
		switch id, ok := a.byWatch[wd]; {
		case mask&unix.IN_Q_OVERFLOW != 0:
			for id := range a.watches {
				a.opened[id] = true
			}
			a.newsAll, a.opening = true, true
		case wd == a.devPTS && a.devPTS >= 0:
			a.opening = true
		case ok && mask&unix.IN_IGNORED != 0:
			// The terminal is gone; another may have its identity from now on.
			delete(a.byWatch, wd)
			delete(a.watches, id)
			a.opened[id], a.news[id] = true, true
		case wd == a.devTTY && a.devTTY >= 0:
			a.newsAll = true
		case ok:
			if mask&unix.IN_OPEN != 0 {
				a.opened[id] = true
			}
			a.touched[id] = a.touched[id] || mask&(unix.IN_ACCESS|unix.IN_MODIFY) != 0
			a.news[id] = true
		}
	}
}

// readInLook is read for a look: whoever waits for the descriptor to become
// readable does not see those events any more, and is told otherwise.
func (a *activity) readInLook() {
	a.mu.Lock()
	a.read()
	untold := a.untold
	if len(a.news) == 0 && !a.newsAll && !a.opening {
		untold = nil
	}
	a.mu.Unlock()
	if untold != nil {
		untold()
	}
}

// idle reports that nothing happened to a terminal that since has not told.
func (a *activity) idle(id Identity) bool {
	a.readInLook()
	a.mu.Lock()
	defer a.mu.Unlock()
	_, watched := a.watches[id]
	return watched && !a.opened[id] && !a.touched[id]
}

// since tells what happened to a terminal since it was last asked, and forgets
// it.
func (a *activity) since(id Identity) (opened, touched bool) {
	a.readInLook()
	a.mu.Lock()
	defer a.mu.Unlock()
	opened, touched = a.opened[id], a.touched[id]
	delete(a.opened, id)
	delete(a.touched, id)
	return opened, touched
}
