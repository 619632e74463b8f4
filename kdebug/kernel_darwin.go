package kdebug

import (
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Numbers of raw system calls, the same from macOS 11 to 15. Apple vouches only
// for the library's wrappers, but proc_info has none without cgo.
const (
	sysProcInfo     = 336
	sysThreadSelfID = 372
)

// Darwin is the running kernel.
type Darwin struct{}

var _ Kernel = Darwin{}

// PID is the calling process.
func (Darwin) PID() int { return os.Getpid() }

// Sysctl is sysctl(2) as a raw system call: the library's does not show the
// address that the trace shows.
func (Darwin) Sysctl(mib []int32, old []byte, length uint64) (uint64, Mark, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	thread, _, _ := unix.Syscall6(sysThreadSelfID, 0, 0, 0, 0, 0, 0)
	mark := Mark{Thread: uint64(thread), Address: uint64(uintptr(unsafe.Pointer(&mib[0])))}
	_, _, errno := unix.Syscall6(sysSysctl,
		uintptr(unsafe.Pointer(&mib[0])), uintptr(len(mib)),
		uintptr(unsafe.Pointer(unsafe.SliceData(old))), uintptr(unsafe.Pointer(&length)), 0, 0)
	if errno != 0 {
		return 0, mark, errno
	}
	return length, mark, nil
}

// ProcInfo is proc_info(2).
func (Darwin) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	n, _, errno := unix.Syscall6(sysProcInfo,
		uintptr(call), uintptr(pid), uintptr(flavor), uintptr(arg),
		uintptr(unsafe.Pointer(unsafe.SliceData(buf))), uintptr(len(buf)))
	if errno != 0 {
		return 0, errno
	}
	return int(int32(n)), nil
}

// Slot reads the ktrace sysctls by name.
func (Darwin) Slot() (Slot, error) {
	state, err := unix.SysctlUint32("ktrace.state")
	if err != nil {
		return Slot{}, err
	}
	owner, err := unix.SysctlUint32("ktrace.owning_pid")
	if err != nil {
		return Slot{}, err
	}
	background, err := unix.SysctlUint32("ktrace.background_pid")
	if err != nil {
		return Slot{}, err
	}
	name, err := unix.Sysctl("ktrace.configured_by")
	return Slot{State: state, OwningPID: int(int32(owner)), ConfiguredBy: name, BackgroundPID: int(int32(background))}, err
}
