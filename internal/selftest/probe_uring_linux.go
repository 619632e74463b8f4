package selftest

import (
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The parts of the io_uring interface that one read needs (linux/io_uring.h).
const (
	uringOpRead    = 22
	uringGetEvents = 1
	uringEntries   = 0x10000000 // offset by which the entries are mapped; that of the queue is 0
)

// uringParams is struct io_uring_params.
type uringParams struct {
	sqEntries, cqEntries, flags, threadCPU, threadIdle, features, wqFD uint32

	_  [3]uint32
	sq struct {
		head, tail, ringMask, ringEntries, flags, dropped, array, _ uint32
		_                                                           uint64
	}
	cq struct {
		_ [8]uint32
		_ uint64
	}
}

// uringEntry is struct io_uring_sqe.
type uringEntry struct {
	opcode, flags uint8
	ioprio        uint16
	fd            int32
	offset        uint64
	address       uint64
	length        uint32
	rwFlags       uint32
	userData      uint64
	_             [3]uint64
}

// uringRead puts one read of the terminal into a ring and waits for its end.
func uringRead() (call, error) {
	params := new(uringParams)
	ring, err := result(unix.Syscall(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(params)), 0))
	if err != nil {
		return nil, skipError{fmt.Sprintf("no io_uring here: %v", err)}
	}
	buf := make([]byte, 4096)
	if err := uringQueue(ring, params, buf); err != nil {
		return nil, err
	}
	return func() (int, error) {
		n, err := result(unix.Syscall6(unix.SYS_IO_URING_ENTER, uintptr(ring), 1, 1, uringGetEvents, 0, 0))
		runtime.KeepAlive(buf) // the kernel writes into it
		return n, err
	}, nil
}

// uringQueue writes the one entry, its index and the queue's tail.
func uringQueue(ring int, params *uringParams, buf []byte) error {
	queue, err := uringMap(ring, 0, int(params.sq.array)+4*int(params.sqEntries))
	if err != nil {
		return err
	}
	entries, err := uringMap(ring, uringEntries, int(params.sqEntries)*int(unsafe.Sizeof(uringEntry{})))
	if err != nil {
		return err
	}
	*(*uringEntry)(unsafe.Pointer(&entries[0])) = uringEntry{
		opcode: uringOpRead, fd: 0, offset: ^uint64(0),
		address: uint64(uintptr(unsafe.Pointer(&buf[0]))), length: uint32(len(buf)),
	}
	*(*uint32)(unsafe.Pointer(&queue[params.sq.array])) = 0
	// Nothing reads the tail before io_uring_enter, which comes later in this thread.
	*(*uint32)(unsafe.Pointer(&queue[params.sq.tail]))++
	return nil
}

func uringMap(ring int, offset int64, size int) ([]byte, error) {
	m, err := unix.Mmap(ring, offset, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_POPULATE)
	if err != nil {
		return nil, fmt.Errorf("mmap of the ring at %#x: %w", offset, err)
	}
	return m, nil
}
