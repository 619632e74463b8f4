package kdebug

// Kernel is all that this package asks of the operating system, as raw as it
// comes: bytes and error numbers. Darwin implements it; tests use a model.
type Kernel interface {
	// Sysctl is sysctl(2) without a new value: old is the buffer and length
	// what *oldlenp holds before the call, the result what it holds after it.
	// KERN_KDEBUG takes its input through both. Mark is how the call shows in
	// the trace. The error is a syscall.Errno.
	Sysctl(mib []int32, old []byte, length uint64) (uint64, Mark, error)
	// ProcInfo is proc_info(2). The result is what the call returned: bytes
	// for most flavors, a count for some. The error is a syscall.Errno.
	ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error)
	// Slot reads the ktrace.* sysctls, which need no privilege.
	Slot() (Slot, error)
	// PID is the calling process.
	PID() int
}

// Mark identifies one sysctl call in the trace: the thread that made it and the
// address of its first argument.
type Mark struct {
	Thread, Address uint64
}

// States of the kernel's one trace slot (ktrace.state).
const (
	SlotOff        = 0
	SlotForeground = 1
	SlotBackground = 2
)

// Slot is what the kernel tells everybody about its one trace slot. OwningPID
// can name a process that is dead: nobody looks until the slot is next used.
type Slot struct {
	State         uint32
	OwningPID     int
	ConfiguredBy  string
	BackgroundPID int
}
