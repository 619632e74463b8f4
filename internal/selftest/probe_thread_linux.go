package selftest

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

func nanosleepMode() (call, error) {
	limit := &unix.Timespec{Sec: longSeconds}
	return func() (int, error) {
		return result(unix.Syscall(unix.SYS_NANOSLEEP, uintptr(unsafe.Pointer(limit)), 0, 0))
	}, nil
}

func futexForever() (int, error) {
	const waitPrivate = 128 // FUTEX_WAIT | FUTEX_PRIVATE_FLAG
	word := new(uint32)
	for {
		n, err := result(unix.Syscall6(unix.SYS_FUTEX, uintptr(unsafe.Pointer(word)), waitPrivate, 0, 0, 0, 0))
		if err != nil && err != unix.EINTR && err != unix.EAGAIN {
			return n, err
		}
	}
}

// threadRead reads in a second thread; the first sleeps in a futex.
func threadRead() (call, error) {
	return besides(func() { inNewThread(read(0)) }, futexForever), nil
}

// threadOrphan reads in a second thread; the first has ended, so the process's
// own entries in /proc are those of a zombie.
func threadOrphan() (call, error) {
	exit := func() (int, error) { return result(unix.Syscall(unix.SYS_EXIT, 0, 0, 0)) }
	return besides(func() { inNewThread(read(0)) }, exit), nil
}

// threadTable reads in a thread with a descriptor table of its own, in which a
// number names the terminal that names a pipe everywhere else.
func threadTable() (call, error) {
	r, _, err := pipe()
	if err != nil {
		return nil, err
	}
	if err := unix.Dup3(r, devTTY, 0); err != nil {
		return nil, fmt.Errorf("dup3 to %d: %w", devTTY, err)
	}
	reader := func() (int, error) {
		if err := unix.Unshare(unix.CLONE_FILES); err != nil {
			return -1, fmt.Errorf("unshare: %w", err)
		}
		if err := openDevTTY(); err != nil {
			return -1, err
		}
		return read(devTTY)()
	}
	return besides(func() { inNewThread(reader) }, futexForever), nil
}

// besides makes the process's first thread start something and then make the call.
func besides(start func(), first call) call {
	return func() (int, error) {
		onFirstThread(func() {
			start()
			end(first())
		})
		select {}
	}
}

// onFirstThread runs f on the process's first thread. A goroutine that finds
// itself on another one stays there for good, so that it cannot be given out again.
func onFirstThread(f func()) {
	runtime.LockOSThread()
	if unix.Gettid() == unix.Getpid() {
		f()
	}
	go onFirstThread(f)
	select {}
}

// inNewThread makes the call in a thread of its own, and ends the process with it.
func inNewThread(c call) {
	go func() {
		runtime.LockOSThread()
		end(c())
	}()
}

func end(n int, err error) {
	say(ending(n, err))
	os.Exit(1)
}
