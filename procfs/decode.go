package procfs

import "time"

// Wait is a decoded blocked call: what it waits for, not yet looked up.
type Wait struct {
	Name  string // the call's usual name
	Form  Form
	ABI   ABI
	FD    int    // ReadFD, SendFD, SocketFD, EpollSet; RingWait: -1 if the ring is registered
	Addr  uint64 // of the read set, the poll array, or old select's block
	Addr2 uint64 // of the write set
	Count int    // descriptors of a set, entries of an array
	Timed bool   // the call ends by itself; old select's is in its block
	Limit Limit  // with Timed: when
}

// Limit is where a call's time limit is found: in a register as milliseconds,
// or in memory as seconds and a fraction.
type Limit struct {
	Millis int
	Addr   uint64
	Word   int           // bytes of each of the two numbers
	Unit   time.Duration // of the fraction
}

// millis is the limit of a call that has it in a register.
func millis(register uint64) Limit { return Limit{Millis: int(int32(register))} }

// inMemory is the limit behind a pointer. 32-bit ABIs have calls of both
// widths; those with a number above 400 take the wide one.
func inMemory(abi ABI, c call, nr int32, addr uint64) Limit {
	l := Limit{Addr: addr, Word: abi.word(), Unit: time.Nanosecond}
	if nr > 400 {
		l.Word = 8
	}
	if c.name == "select" {
		l.Unit = time.Microsecond
	}
	return l
}

// Decode says what a blocked call waits for; false means that it cannot be a
// wait for a terminal nor one of the other waits that matter.
func Decode(abi ABI, s Syscall) (Wait, bool) {
	if !s.Blocked {
		return Wait{}, false
	}
	c, ok := lookUp(abi, s.Nr)
	if !ok {
		return Wait{}, false
	}
	return decode(abi, c, s.Nr, s.Args), true
}

func lookUp(abi ABI, nr int32) (call, bool) {
	if abi == I386 && nr&x32Bit != 0 { // an x32 task has 32-bit pairs in its vector and amd64's numbers
		nr &^= x32Bit
		if c, ok := x32[nr]; ok {
			return c, true
		}
		abi = AMD64
	}
	c, ok := calls[abi][nr]
	return c, ok
}

// ringRegistered is IORING_ENTER_REGISTERED_RING: the number is no descriptor,
// but an index of rings that the thread has registered.
const ringRegistered = 1 << 4

// decode truncates descriptors, counts and milliseconds to the 32 bits that
// the kernel looks at: the upper half of the register is not defined.
func decode(abi ABI, c call, nr int32, a [6]uint64) Wait {
	w := Wait{Name: c.name, Form: c.form, ABI: abi}
	switch c.form {
	case ReadFD, SocketFD:
		w.FD = int(int32(a[0]))
	case RingWait:
		if w.FD = int(int32(a[0])); a[3]&ringRegistered != 0 {
			w.FD = -1
		}
	case SendFD:
		w.FD = int(int32(a[1]))
	case SelectSet:
		w.Count, w.Addr, w.Addr2 = int(int32(a[0])), a[1], a[2]
		w.Timed, w.Limit = a[4] != 0, inMemory(abi, c, nr, a[4])
	case OldSelectSet:
		w.Addr = a[0]
	case PollSet:
		w.Addr, w.Count = a[0], int(uint32(a[1]))
		w.Timed, w.Limit = int32(a[2]) >= 0, millis(a[2])
	case PPollSet:
		w.Addr, w.Count = a[0], int(uint32(a[1]))
		w.Timed, w.Limit = a[2] != 0, inMemory(abi, c, nr, a[2])
	case EpollSet:
		w.FD = int(int32(a[0]))
		w.Timed, w.Limit = int32(a[3]) >= 0, millis(a[3])
	case Epoll2Set:
		w.FD = int(int32(a[0]))
		w.Timed, w.Limit = a[3] != 0, inMemory(abi, c, nr, a[3])
	case AioSubmit:
		w.Count, w.Addr = int(int32(a[1])), a[2]
	case SocketCall:
		w.Count, w.Addr = int(int32(a[0])), a[1]
	case RestartCall:
		w.Addr, w.Count = a[0], int(uint32(a[1])) // those of the poll that was interrupted, with or without an end
		w.Timed, w.Limit = int32(a[2]) >= 0, millis(a[2])
	}
	return w
}
