package procfs

import (
	"maps"
	"slices"
	"testing"
)

// waitingCalls are the numbers of the calls that can block on a terminal, of
// each ABI, as the kernel's headers have them. Some names have several.
var waitingCalls = []struct {
	name string
	form Form
	nr   map[ABI][]int32
}{
	{"read", ReadFD, map[ABI][]int32{AMD64: {0}, I386: {3}, ARM64: {63}, ARM: {3}, RISCV64: {63}, RISCV32: {63}}},
	{"readv", ReadFD, map[ABI][]int32{AMD64: {19}, I386: {145}, ARM64: {65}, ARM: {145}, RISCV64: {65}, RISCV32: {65}}},
	{"preadv2", ReadFD, map[ABI][]int32{AMD64: {327}, I386: {378}, ARM64: {286}, ARM: {392}, RISCV64: {286}, RISCV32: {286}}},
	{"select", OldSelectSet, map[ABI][]int32{I386: {82}}},
	{"select", SelectSet, map[ABI][]int32{AMD64: {23}, I386: {142}, ARM: {142}}},
	{"pselect6", SelectSet, map[ABI][]int32{AMD64: {270}, I386: {308, 413}, ARM64: {72}, ARM: {335, 413}, RISCV64: {72}, RISCV32: {413}}},
	{"poll", PollSet, map[ABI][]int32{AMD64: {7}, I386: {168}, ARM: {168}}},
	{"ppoll", PPollSet, map[ABI][]int32{AMD64: {271}, I386: {309, 414}, ARM64: {73}, ARM: {336, 414}, RISCV64: {73}, RISCV32: {414}}},
	{"epoll_wait", EpollSet, map[ABI][]int32{AMD64: {232}, I386: {256}, ARM: {252}}},
	{"epoll_pwait", EpollSet, map[ABI][]int32{AMD64: {281}, I386: {319}, ARM64: {22}, ARM: {346}, RISCV64: {22}, RISCV32: {22}}},
	{"epoll_pwait2", Epoll2Set, map[ABI][]int32{AMD64: {441}, I386: {441}, ARM64: {441}, ARM: {441}, RISCV64: {441}, RISCV32: {441}}},
	{"splice", ReadFD, map[ABI][]int32{AMD64: {275}, I386: {313}, ARM64: {76}, ARM: {340}, RISCV64: {76}, RISCV32: {76}}},
	{"sendfile", SendFD, map[ABI][]int32{AMD64: {40}, I386: {187, 239}, ARM64: {71}, ARM: {187, 239}, RISCV64: {71}, RISCV32: {71}}},
	{"io_uring_enter", RingWait, map[ABI][]int32{AMD64: {426}, I386: {426}, ARM64: {426}, ARM: {426}, RISCV64: {426}, RISCV32: {426}}},
	{"io_getevents", AioWait, map[ABI][]int32{AMD64: {208}, I386: {247}, ARM64: {4}, ARM: {245}, RISCV64: {4}}},
	{"io_pgetevents", AioWait, map[ABI][]int32{AMD64: {333}, I386: {385, 416}, ARM64: {292}, ARM: {399, 416}, RISCV64: {292}, RISCV32: {416}}},
	{"io_submit", AioSubmit, map[ABI][]int32{AMD64: {209}, I386: {248}, ARM64: {2}, ARM: {246}, RISCV64: {2}, RISCV32: {2}}},
	{"restart_syscall", RestartCall, map[ABI][]int32{AMD64: {219}, I386: {0}, ARM64: {128}, ARM: {0}, RISCV64: {128}, RISCV32: {128}}},
}

// otherCalls are calls that wait for something else than a terminal.
var otherCalls = []struct {
	name string
	form Form
	nr   map[ABI][]int32
}{
	{"connect", SocketFD, map[ABI][]int32{AMD64: {42}, I386: {362}, ARM64: {203}, ARM: {283}, RISCV64: {203}, RISCV32: {203}}},
	{"accept", SocketFD, map[ABI][]int32{AMD64: {43}, ARM64: {202}, ARM: {285}, RISCV64: {202}, RISCV32: {202}}},
	{"accept4", SocketFD, map[ABI][]int32{AMD64: {288}, I386: {364}, ARM64: {242}, ARM: {366}, RISCV64: {242}, RISCV32: {242}}},
	{"recv", SocketFD, map[ABI][]int32{ARM: {291}}},
	{"recvfrom", SocketFD, map[ABI][]int32{AMD64: {45}, I386: {371}, ARM64: {207}, ARM: {292}, RISCV64: {207}, RISCV32: {207}}},
	{"recvmsg", SocketFD, map[ABI][]int32{AMD64: {47}, I386: {372}, ARM64: {212}, ARM: {297}, RISCV64: {212}, RISCV32: {212}}},
	{"recvmmsg", SocketFD, map[ABI][]int32{AMD64: {299}, I386: {337, 417}, ARM64: {243}, ARM: {365, 417}, RISCV64: {243}, RISCV32: {417}}},
	{"socketcall", SocketCall, map[ABI][]int32{I386: {102}}},
	{"waitpid", ChildWait, map[ABI][]int32{I386: {7}}},
	{"wait4", ChildWait, map[ABI][]int32{AMD64: {61}, I386: {114}, ARM64: {260}, ARM: {114}, RISCV64: {260}}},
	{"waitid", ChildWait, map[ABI][]int32{AMD64: {247}, I386: {284}, ARM64: {95}, ARM: {280}, RISCV64: {95}, RISCV32: {95}}},
}

// expected is the whole table of an ABI, out of the two above.
func expected(abi ABI) map[int32]call {
	want := map[int32]call{}
	for _, c := range append(slices.Clone(waitingCalls), otherCalls...) {
		for _, nr := range c.nr[abi] {
			want[nr] = call{c.name, c.form}
		}
	}
	return want
}

func TestCallNumbers(t *testing.T) {
	for abi, table := range calls {
		want := expected(abi)
		for _, nr := range slices.Sorted(maps.Keys(want)) {
			if table[nr] != want[nr] {
				t.Errorf("%s: call %d is %+v, want %+v", abi, nr, table[nr], want[nr])
			}
		}
		for nr, c := range table {
			if _, ok := want[nr]; !ok {
				t.Errorf("%s: call %d (%s) is in no header", abi, nr, c.name)
			}
		}
	}
}

// TestX32Numbers checks amd64's ABI with 32-bit pointers: most numbers are
// amd64's with a bit set; some calls have numbers of their own from 512 on.
func TestX32Numbers(t *testing.T) {
	want := map[int32]call{
		0: {"read", ReadFD}, 515: {"readv", ReadFD}, 546: {"preadv2", ReadFD},
		23: {"select", SelectSet}, 270: {"pselect6", SelectSet}, 7: {"poll", PollSet}, 271: {"ppoll", PPollSet},
		232: {"epoll_wait", EpollSet}, 281: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
		275: {"splice", ReadFD}, 40: {"sendfile", SendFD}, 426: {"io_uring_enter", RingWait},
		544: {"io_submit", AioSubmit}, 208: {"io_getevents", AioWait}, 333: {"io_pgetevents", AioWait},
		219: {"restart_syscall", RestartCall}, 517: {"recvfrom", SocketFD}, 519: {"recvmsg", SocketFD}, 537: {"recvmmsg", SocketFD},
		42: {"connect", SocketFD}, 61: {"wait4", ChildWait}, 529: {"waitid", ChildWait},
	}
	for nr, c := range want {
		if got, ok := lookUp(I386, x32Bit|nr); !ok || got != c {
			t.Errorf("x32 %d: %+v, %v; want %+v", nr, got, ok, c)
		}
	}
	for _, nr := range []int32{3, 168, 511, 1 << 20} { // of i386, and of nobody
		if got, ok := lookUp(I386, x32Bit|nr); ok && got == calls[I386][nr] {
			t.Errorf("x32 %d taken for %+v", nr, got)
		}
	}
	if c, ok := lookUp(AMD64, x32Bit); ok {
		t.Errorf("x32 number of a task with 64-bit pairs: %+v", c)
	}
}

// TestCallsThatDoNotWait has calls that return at once on a terminal (pread,
// preadv), or wait without an end that a terminal could bring.
func TestCallsThatDoNotWait(t *testing.T) {
	no := map[ABI][]int32{
		AMD64:   {1 /* write */, 17 /* pread64 */, 295 /* preadv */, 35 /* nanosleep */, 202 /* futex */, 34 /* pause */, 230, 276 /* tee */, 326 /* copy_file_range */, 16 /* ioctl */},
		I386:    {4 /* write */, 180 /* pread64 */, 333 /* preadv */, 162 /* nanosleep */, 240 /* futex */, 29 /* pause */, 407, 422},
		ARM64:   {64 /* write */, 67 /* pread64 */, 69 /* preadv */, 101 /* nanosleep */, 98 /* futex */, 115},
		ARM:     {4, 82 /* old select of another ABI */, 162, 240, 29, 361, 407, 422},
		RISCV64: {64, 67, 69, 101, 98, 115},
		RISCV32: {64, 67, 69, 72, 73, 407, 422, 260},
	}
	for abi, numbers := range no {
		for _, nr := range numbers {
			if w, ok := Decode(abi, Syscall{Blocked: true, Nr: nr}); ok {
				t.Errorf("%s: call %d taken for %s", abi, nr, w.Name)
			}
		}
	}
	if w, ok := Decode("vax", Syscall{Blocked: true}); ok {
		t.Errorf("an unknown ABI: %+v", w)
	}
}
