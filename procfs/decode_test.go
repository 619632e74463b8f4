package procfs

import (
	"testing"
	"time"
)

// decodeCase has arguments that name what is waited for, and the wait.
type decodeCase struct {
	name string
	abi  ABI
	nr   int32
	args [6]uint64
	want Wait
}

// junk stands above arguments of which the kernel takes 32 bits: there the
// upper half of the register is not defined.
const junk = 0xdeadbeef00000000

const us, ns = time.Microsecond, time.Nanosecond

func testDecode(t *testing.T, cases []decodeCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.want.ABI = c.abi
			got, ok := Decode(c.abi, Syscall{Blocked: true, Nr: c.nr, Args: c.args})
			if !ok || got != c.want {
				t.Errorf("got %+v, %v\nwant %+v", got, ok, c.want)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	testDecode(t, []decodeCase{
		{"read", AMD64, 0, [6]uint64{3, 0x7f00, 4096}, Wait{Name: "read", Form: ReadFD, FD: 3}},
		{"junk above the descriptor", AMD64, 0, [6]uint64{junk}, Wait{Name: "read", Form: ReadFD}},
		{"junk above descriptor 6", ARM64, 63, [6]uint64{junk | 6}, Wait{Name: "read", Form: ReadFD, FD: 6}},
		{"no descriptor", AMD64, 0, [6]uint64{0xffffffff}, Wait{Name: "read", Form: ReadFD, FD: -1}},
		{"sendfile reads its second", AMD64, 40, [6]uint64{5, 3}, Wait{Name: "sendfile", Form: SendFD, FD: 3}},
		{"sendfile, junk", RISCV64, 71, [6]uint64{5, junk | 3}, Wait{Name: "sendfile", Form: SendFD, FD: 3}},
		{"splice reads its first", I386, 313, [6]uint64{4, 0, 7}, Wait{Name: "splice", Form: ReadFD, FD: 4}},
		{"recvmsg", ARM, 297, [6]uint64{8}, Wait{Name: "recvmsg", Form: SocketFD, FD: 8}},
		{"socketcall", I386, 102, [6]uint64{10, 0xffa0}, Wait{Name: "socketcall", Form: SocketCall, Count: 10, Addr: 0xffa0}},
		{"wait4", AMD64, 61, [6]uint64{0xffffffff, 0x7f00}, Wait{Name: "wait4", Form: ChildWait}},
		{"ring", AMD64, 426, [6]uint64{junk | 5, 1, 1, 1}, Wait{Name: "io_uring_enter", Form: RingWait, FD: 5}},
		{"registered ring", AMD64, 426, [6]uint64{0, 1, 1, 0x11}, Wait{Name: "io_uring_enter", Form: RingWait, FD: -1}},
		{"io_submit", AMD64, 209, [6]uint64{0x7f1, junk | 2, 0x7f2}, Wait{Name: "io_submit", Form: AioSubmit, Count: 2, Addr: 0x7f2}},
		{"io_getevents", AMD64, 208, [6]uint64{0x7f1, 1, 8}, Wait{Name: "io_getevents", Form: AioWait}},
	})
}

func TestDecodeSelect(t *testing.T) {
	testDecode(t, []decodeCase{
		{"select", AMD64, 23, [6]uint64{4, 0x71, 0x72, 0x73, 0}, Wait{Name: "select", Form: SelectSet, Count: 4, Addr: 0x71, Addr2: 0x72, Limit: limitAt(0, 8, us)}},
		{"select with an end", AMD64, 23, [6]uint64{4, 0x71, 0, 0, 0x74}, Wait{Name: "select", Form: SelectSet, Count: 4, Addr: 0x71, Timed: true, Limit: limitAt(0x74, 8, us)}},
		{"select of a billion", AMD64, 23, [6]uint64{junk | 1<<30, 0x71}, Wait{Name: "select", Form: SelectSet, Count: 1 << 30, Addr: 0x71, Limit: limitAt(0, 8, us)}},
		{"pselect6, 64-bit time", ARM, 413, [6]uint64{1, 0x71, 0, 0, 0x74}, Wait{Name: "pselect6", Form: SelectSet, Count: 1, Addr: 0x71, Timed: true, Limit: limitAt(0x74, 8, ns)}},
		{"pselect6, 32-bit time", I386, 308, [6]uint64{1, 0x71, 0, 0, 0x74}, Wait{Name: "pselect6", Form: SelectSet, Count: 1, Addr: 0x71, Timed: true, Limit: limitAt(0x74, 4, ns)}},
		{"select of a 32-bit program", I386, 142, [6]uint64{1, 0x71, 0, 0, 0x74}, Wait{Name: "select", Form: SelectSet, Count: 1, Addr: 0x71, Timed: true, Limit: limitAt(0x74, 4, us)}},
		{"first select of i386", I386, 82, [6]uint64{0x565d0060}, Wait{Name: "select", Form: OldSelectSet, Addr: 0x565d0060}},
	})
}

func TestDecodePoll(t *testing.T) {
	testDecode(t, []decodeCase{
		{"poll without an end", AMD64, 7, [6]uint64{0x71, 2, 0xffffffff}, Wait{Name: "poll", Form: PollSet, Addr: 0x71, Count: 2, Limit: limitAfter(-1)}},
		{"poll without an end, sign extended", AMD64, 7, [6]uint64{0x71, 2, 0xffffffffffffffff}, Wait{Name: "poll", Form: PollSet, Addr: 0x71, Count: 2, Limit: limitAfter(-1)}},
		{"poll, any negative time", AMD64, 7, [6]uint64{0x71, 2, 0x80000000}, Wait{Name: "poll", Form: PollSet, Addr: 0x71, Count: 2, Limit: limitAfter(-1 << 31)}},
		{"poll with an end", AMD64, 7, [6]uint64{0x71, junk | 2, junk | 70}, Wait{Name: "poll", Form: PollSet, Addr: 0x71, Count: 2, Timed: true, Limit: limitAfter(70)}},
		{"poll of a 32-bit program", I386, 168, [6]uint64{0xffe37e80, 2, 0xffffffff}, Wait{Name: "poll", Form: PollSet, Addr: 0xffe37e80, Count: 2, Limit: limitAfter(-1)}},
		{"ppoll", ARM64, 73, [6]uint64{0x71, 3, 0}, Wait{Name: "ppoll", Form: PPollSet, Addr: 0x71, Count: 3, Limit: limitAt(0, 8, ns)}},
		{"ppoll with an end", RISCV32, 414, [6]uint64{0x71, 3, 0x72}, Wait{Name: "ppoll", Form: PPollSet, Addr: 0x71, Count: 3, Timed: true, Limit: limitAt(0x72, 8, ns)}},
		{"epoll_wait without an end", AMD64, 232, [6]uint64{junk | 5, 0x71, 8, 0xffffffff}, Wait{Name: "epoll_wait", Form: EpollSet, FD: 5, Limit: limitAfter(-1)}},
		{"the same, sign extended", AMD64, 232, [6]uint64{5, 0x71, 8, 0xffffffffffffffff}, Wait{Name: "epoll_wait", Form: EpollSet, FD: 5, Limit: limitAfter(-1)}},
		{"epoll_pwait with an end", ARM64, 22, [6]uint64{5, 0x71, 8, 1000}, Wait{Name: "epoll_pwait", Form: EpollSet, FD: 5, Timed: true, Limit: limitAfter(1000)}},
		{"epoll_pwait2", AMD64, 441, [6]uint64{5, 0x71, 8, 0}, Wait{Name: "epoll_pwait2", Form: Epoll2Set, FD: 5, Limit: limitAt(0, 8, ns)}},
		{"epoll_pwait2 with an end", AMD64, 441, [6]uint64{5, 0x71, 8, 0x7f}, Wait{Name: "epoll_pwait2", Form: Epoll2Set, FD: 5, Timed: true, Limit: limitAt(0x7f, 8, ns)}},
	})
}

// limitAt is a time limit in memory, of words of this size.
func limitAt(addr uint64, word int, unit time.Duration) Limit {
	return Limit{Addr: addr, Word: word, Unit: unit}
}

// limitAfter is a time limit in a register.
func limitAfter(millis int) Limit { return Limit{Millis: millis} }

func TestDecodeX32(t *testing.T) {
	got, ok := Decode(I386, Syscall{Blocked: true, Nr: x32Bit | 7, Args: [6]uint64{0xfff0, 1, 0xffffffff}})
	// its structures are those of 32-bit programs
	if want := (Wait{Name: "poll", Form: PollSet, ABI: I386, Addr: 0xfff0, Count: 1, Limit: limitAfter(-1)}); !ok || got != want {
		t.Errorf("got %+v, %v; want %+v", got, ok, want)
	}
}

// TestDecodeX32Limit: x32 has the time structures of 64-bit programs.
func TestDecodeX32Limit(t *testing.T) {
	got, _ := Decode(I386, Syscall{Blocked: true, Nr: x32Bit | 271, Args: [6]uint64{0xfff0, 1, 0xffe0}})
	if want := limitAt(0xffe0, 8, time.Nanosecond); got.Limit != want {
		t.Errorf("got %+v, want %+v", got.Limit, want)
	}
}

// TestDecodeRestarted: restart_syscall has the arguments of the poll that it
// goes on with.
func TestDecodeRestarted(t *testing.T) {
	testDecode(t, []decodeCase{
		{"with an end", AMD64, 219, [6]uint64{0x71, 2, 1000}, Wait{Name: "restart_syscall", Form: RestartCall, Addr: 0x71, Count: 2, Timed: true, Limit: limitAfter(1000)}},
		{"without", AMD64, 219, [6]uint64{0x71, 2, 0xffffffff}, Wait{Name: "restart_syscall", Form: RestartCall, Addr: 0x71, Count: 2, Limit: limitAfter(-1)}},
	})
}

func TestDecodeNotBlocked(t *testing.T) {
	if w, ok := Decode(AMD64, Syscall{}); ok {
		t.Errorf("a running thread: %+v", w)
	}
	if w, ok := Decode(AMD64, Syscall{Nr: 7, Args: [6]uint64{1, 1}}); ok {
		t.Errorf("a thread that runs: %+v", w)
	}
}

// FuzzDecode: only the lower half of what the kernel takes as 32 bits counts.
func FuzzDecode(f *testing.F) {
	f.Add(int32(0), uint64(0xdeadbeef00000000), uint64(0), uint64(0), uint64(0), uint64(0))
	f.Add(int32(7), uint64(0x71), uint64(2), uint64(0xffffffffffffffff), uint64(0), uint64(0))
	f.Add(int32(232), uint64(5), uint64(0x71), uint64(8), uint64(0xffffffff), uint64(0))
	f.Add(int32(x32Bit|515), uint64(5), uint64(0x71), uint64(8), uint64(0xffffffff), uint64(0))
	f.Fuzz(func(t *testing.T, nr int32, a, b, c, d, e uint64) {
		for abi := range calls {
			s := Syscall{Blocked: true, Nr: nr, Args: [6]uint64{a, b, c, d, e}}
			w, ok := Decode(abi, s)
			if !ok {
				if w != (Wait{}) {
					t.Errorf("%s %d: refused with a result %+v", abi, nr, w)
				}
				continue
			}
			if w.Name == "" || w.Form == NoWait || w.ABI != abi {
				t.Errorf("%s %d: %+v", abi, nr, w)
			}
			// addresses stay whole; where the table has none, numbers are cut
			s.Args = truncated(w, s.Args)
			if again, _ := Decode(abi, s); again != w {
				t.Errorf("%s %d: %+v became %+v", abi, nr, w, again)
			}
		}
	})
}

// truncated cuts the arguments of a wait that are 32-bit numbers.
func truncated(w Wait, a [6]uint64) [6]uint64 {
	cut := func(i int) { a[i] &= 0xffffffff }
	switch w.Form {
	case ReadFD, SocketFD, RingWait, SelectSet, SocketCall, Epoll2Set:
		cut(0)
	case EpollSet:
		cut(0)
		cut(3)
	case SendFD, PPollSet, AioSubmit:
		cut(1)
	case PollSet, RestartCall:
		cut(1)
		cut(2)
	}
	return a
}
