package procfs

import (
	"encoding/binary"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// submitRead reads the terminal through an aio control block: on a terminal
// io_submit waits itself.
func submitRead(fds []int, _ time.Duration) error {
	var context uintptr
	if _, _, errno := unix.Syscall(unix.SYS_IO_SETUP, 1, uintptr(unsafe.Pointer(&context)), 0); errno != 0 {
		return errno
	}
	buf, block := make([]byte, 64), make([]byte, 64)
	binary.NativeEndian.PutUint32(block[20:], uint32(fds[0]))
	binary.NativeEndian.PutUint64(block[24:], uint64(uintptr(unsafe.Pointer(&buf[0]))))
	binary.NativeEndian.PutUint64(block[32:], uint64(len(buf)))
	list := []*byte{&block[0]}
	_, _, errno := unix.Syscall(unix.SYS_IO_SUBMIT, context, 1, uintptr(unsafe.Pointer(&list[0])))
	runtime.KeepAlive(buf)
	runtime.KeepAlive(list)
	return orNil(errno)
}

// awaitEvents waits for an event of an aio context that has none to come.
func awaitEvents([]int, time.Duration) error {
	var context uintptr
	if _, _, errno := unix.Syscall(unix.SYS_IO_SETUP, 1, uintptr(unsafe.Pointer(&context)), 0); errno != 0 {
		return errno
	}
	event := make([]byte, 32)
	_, _, errno := unix.Syscall6(unix.SYS_IO_GETEVENTS, context, 1, 1, uintptr(unsafe.Pointer(&event[0])), 0, 0)
	runtime.KeepAlive(event)
	return orNil(errno)
}

// epollOfEvent is an epoll that watches an event, and so can be waited for.
func epollOfEvent() (int, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	ep, err := epollOf([]int{fd}, unix.EPOLLIN)
	unix.Close(fd)
	return ep, err
}

// Numbers of linux/io_uring.h.
const (
	ringPollAdd   = 6
	ringRead      = 22
	ringGetEvents = 1
	ringAsync     = 1 << 4
	ringSQEs      = 0x10000000
)

// ownTable gives the thread a table of its own, in which only the standard
// descriptors and the given ones are open.
func ownTable(keep []int) error {
	if err := unix.Unshare(unix.CLONE_FILES); err != nil {
		return err
	}
	for fd := 3; fd < 64; fd++ {
		if !slices.Contains(keep, fd) {
			unix.Close(fd)
		}
	}
	return nil
}

// ringOn waits in a ring for one operation on the first descriptor. The thread
// leaves the table of descriptors that it shares with Go's runtime, which may
// have some of its own.
func ringOn(opcode byte) func([]int, time.Duration) error {
	return func(fds []int, limit time.Duration) error {
		if err := ownTable(fds); err != nil {
			return err
		}
		params := make([]byte, 120)
		r, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params[0])), 0)
		if errno != 0 {
			return errno
		}
		ring := int(r)
		defer unix.Close(ring)
		offset := func(at int) uint32 { return binary.NativeEndian.Uint32(params[at:]) }
		tail, array := offset(44), offset(64)
		queue, err := unix.Mmap(ring, 0, int(array)+4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err != nil {
			return err
		}
		entry, err := unix.Mmap(ring, ringSQEs, 64, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
		if err != nil {
			return err
		}
		buf := make([]byte, 64)
		entry[0] = opcode
		binary.NativeEndian.PutUint32(entry[4:], uint32(fds[0]))
		if opcode == ringRead {
			binary.NativeEndian.PutUint64(entry[8:], 1<<64-1) // at the file's position
			binary.NativeEndian.PutUint64(entry[16:], uint64(uintptr(unsafe.Pointer(&buf[0]))))
			binary.NativeEndian.PutUint32(entry[24:], uint32(len(buf)))
		} else {
			binary.NativeEndian.PutUint32(entry[28:], unix.POLLIN)
		}
		binary.NativeEndian.PutUint32(queue[tail:], 1)
		if opcode == ringRead && limit > 0 { // leave the read to a kernel worker, and do something else
			entry[1] = ringAsync
			_, _, _ = unix.Syscall6(unix.SYS_IO_URING_ENTER, r, 1, 0, 0, 0, 0)
			_ = unix.Nanosleep(timespec(limit), nil) // Go's own would make descriptors in this table
		}
		_, _, errno = unix.Syscall6(unix.SYS_IO_URING_ENTER, r, 1, 1, ringGetEvents, 0, 0)
		runtime.KeepAlive(buf)
		return orNil(errno)
	}
}
