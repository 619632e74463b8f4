package procfs

// Form says how a call names what it waits for.
type Form int

// The forms of the calls that can wait for a terminal, and of some that wait
// for other things and so tell whether a terminal is all that a process awaits.
const (
	NoWait       Form = iota
	ReadFD            // descriptor in argument 0
	SendFD            // descriptor in argument 1: sendfile
	SelectSet         // count 0, read set 1, write set 2, timeout pointer 4
	OldSelectSet      // argument 0 points to count, three sets, timeout
	PollSet           // array 0, count 1, milliseconds 2
	PPollSet          // array 0, count 1, timeout pointer 2
	EpollSet          // epoll descriptor 0, milliseconds 3
	Epoll2Set         // epoll descriptor 0, timeout pointer 3
	RestartCall       // restart_syscall: the interrupted call's arguments
	RingWait          // io_uring_enter: ring descriptor 0
	AioSubmit         // io_submit: count 1, array of pointers to control blocks 2
	AioWait           // io_getevents
	SocketFD          // accept, connect, recv*: descriptor 0
	SocketCall        // socketcall(2) of 32-bit machines: arguments in memory
	ChildWait         // wait4, waitid
)

// call is a row of a table of numbers.
type call struct {
	name string
	form Form
}

// generic is the table that arm64, riscv64 and later machines share
// (include/uapi/asm-generic/unistd.h).
var generic = map[int32]call{
	63: {"read", ReadFD}, 65: {"readv", ReadFD}, 286: {"preadv2", ReadFD},
	72: {"pselect6", SelectSet}, 73: {"ppoll", PPollSet},
	22: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
	76: {"splice", ReadFD}, 71: {"sendfile", SendFD},
	426: {"io_uring_enter", RingWait}, 2: {"io_submit", AioSubmit},
	4: {"io_getevents", AioWait}, 292: {"io_pgetevents", AioWait},
	128: {"restart_syscall", RestartCall},
	202: {"accept", SocketFD}, 203: {"connect", SocketFD}, 242: {"accept4", SocketFD},
	207: {"recvfrom", SocketFD}, 212: {"recvmsg", SocketFD}, 243: {"recvmmsg", SocketFD},
	260: {"wait4", ChildWait}, 95: {"waitid", ChildWait},
}

// calls has the numbers of each ABI, from the kernel's unistd headers.
var calls = map[ABI]map[int32]call{
	AMD64: {
		0: {"read", ReadFD}, 19: {"readv", ReadFD}, 327: {"preadv2", ReadFD},
		23: {"select", SelectSet}, 270: {"pselect6", SelectSet},
		7: {"poll", PollSet}, 271: {"ppoll", PPollSet},
		232: {"epoll_wait", EpollSet}, 281: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
		275: {"splice", ReadFD}, 40: {"sendfile", SendFD},
		426: {"io_uring_enter", RingWait}, 209: {"io_submit", AioSubmit},
		208: {"io_getevents", AioWait}, 333: {"io_pgetevents", AioWait},
		219: {"restart_syscall", RestartCall},
		42:  {"connect", SocketFD}, 43: {"accept", SocketFD}, 288: {"accept4", SocketFD},
		45: {"recvfrom", SocketFD}, 47: {"recvmsg", SocketFD}, 299: {"recvmmsg", SocketFD},
		61: {"wait4", ChildWait}, 247: {"waitid", ChildWait},
	},
	I386: {
		3: {"read", ReadFD}, 145: {"readv", ReadFD}, 378: {"preadv2", ReadFD},
		82: {"select", OldSelectSet}, 142: {"select", SelectSet}, 308: {"pselect6", SelectSet}, 413: {"pselect6", SelectSet},
		168: {"poll", PollSet}, 309: {"ppoll", PPollSet}, 414: {"ppoll", PPollSet},
		256: {"epoll_wait", EpollSet}, 319: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
		313: {"splice", ReadFD}, 187: {"sendfile", SendFD}, 239: {"sendfile", SendFD},
		426: {"io_uring_enter", RingWait}, 248: {"io_submit", AioSubmit},
		247: {"io_getevents", AioWait}, 385: {"io_pgetevents", AioWait}, 416: {"io_pgetevents", AioWait},
		0: {"restart_syscall", RestartCall}, 102: {"socketcall", SocketCall},
		362: {"connect", SocketFD}, 364: {"accept4", SocketFD}, 371: {"recvfrom", SocketFD},
		372: {"recvmsg", SocketFD}, 337: {"recvmmsg", SocketFD}, 417: {"recvmmsg", SocketFD},
		7: {"waitpid", ChildWait}, 114: {"wait4", ChildWait}, 284: {"waitid", ChildWait},
	},
	ARM: {
		3: {"read", ReadFD}, 145: {"readv", ReadFD}, 392: {"preadv2", ReadFD},
		142: {"select", SelectSet}, 335: {"pselect6", SelectSet}, 413: {"pselect6", SelectSet},
		168: {"poll", PollSet}, 336: {"ppoll", PPollSet}, 414: {"ppoll", PPollSet},
		252: {"epoll_wait", EpollSet}, 346: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
		340: {"splice", ReadFD}, 187: {"sendfile", SendFD}, 239: {"sendfile", SendFD},
		426: {"io_uring_enter", RingWait}, 246: {"io_submit", AioSubmit},
		245: {"io_getevents", AioWait}, 399: {"io_pgetevents", AioWait}, 416: {"io_pgetevents", AioWait},
		0:   {"restart_syscall", RestartCall},
		283: {"connect", SocketFD}, 285: {"accept", SocketFD}, 366: {"accept4", SocketFD}, 291: {"recv", SocketFD}, 292: {"recvfrom", SocketFD},
		297: {"recvmsg", SocketFD}, 365: {"recvmmsg", SocketFD}, 417: {"recvmmsg", SocketFD},
		114: {"wait4", ChildWait}, 280: {"waitid", ChildWait},
	},
	ARM64:   generic,
	RISCV64: generic,
	RISCV32: {
		63: {"read", ReadFD}, 65: {"readv", ReadFD}, 286: {"preadv2", ReadFD},
		413: {"pselect6", SelectSet}, 414: {"ppoll", PPollSet},
		22: {"epoll_pwait", EpollSet}, 441: {"epoll_pwait2", Epoll2Set},
		76: {"splice", ReadFD}, 71: {"sendfile", SendFD},
		426: {"io_uring_enter", RingWait}, 2: {"io_submit", AioSubmit},
		416: {"io_pgetevents", AioWait}, 128: {"restart_syscall", RestartCall},
		202: {"accept", SocketFD}, 203: {"connect", SocketFD}, 242: {"accept4", SocketFD},
		207: {"recvfrom", SocketFD}, 212: {"recvmsg", SocketFD}, 417: {"recvmmsg", SocketFD},
		95: {"waitid", ChildWait},
	},
}

// x32Bit marks the numbers of amd64's 32-bit-pointer ABI; read and preadv2
// variants with other numbers than amd64's are listed in x32.
const x32Bit = 0x40000000

var x32 = map[int32]call{515: {"readv", ReadFD}, 546: {"preadv2", ReadFD}, 517: {"recvfrom", SocketFD}, 519: {"recvmsg", SocketFD}, 537: {"recvmmsg", SocketFD}, 529: {"waitid", ChildWait}, 544: {"io_submit", AioSubmit}}
