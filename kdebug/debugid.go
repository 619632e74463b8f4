package kdebug

// A debugid is class (8 bits), subclass (8), code (14) and function (2).
const (
	classSyscall = 0x040c // class and subclass of BSD system calls; the code is the call's number
	classNames   = 0x0701 // the trace's own records that spell names

	functionStart = 1
	functionEnd   = 2
	functionMask  = 3
)

// Records of the trace itself. The type filter always lets them through.
const (
	eventLost       = 0x07020008 // records before this one are missing
	eventNewThread  = 0x07000004 // first argument: the new thread; emitted by its creator
	eventExec       = 0x07000008 // emitted for the thread that runs the new program
	eventThreadGone = 0x0700000c // first argument: the dead thread; emitted by whoever reaps it
)

// systemCall splits the debugid of a system call record. ok is false for any
// other record.
func (r Record) systemCall() (number uint16, function uint32, ok bool) {
	if r.DebugID>>16 != classSyscall {
		return 0, 0, false
	}
	return uint16(r.DebugID&0xffff) >> 2, r.DebugID & functionMask, true
}

// starts says whether r is the entry of the given thread into the system call
// number with this first argument.
func (r Record) starts(thread uint64, number uint16, argument uint64) bool {
	n, function, ok := r.systemCall()
	return ok && function == functionStart && n == number && r.Thread == thread && r.Args[0] == argument
}
