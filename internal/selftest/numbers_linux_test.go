package selftest

import "runtime"

// callNumbers are the kernel's numbers, written down here a second time so that
// they do not come from where the probes have theirs.
var callNumbers = map[string]map[string]int{
	"amd64": {
		"read": 0, "readv": 19, "preadv2": 327, "splice": 275, "sendfile": 40,
		"select": 23, "pselect6": 270, "poll": 7, "ppoll": 271,
		"epoll_wait": 232, "epoll_pwait": 281, "epoll_pwait2": 441, "io_uring_enter": 426,
		"restart_syscall": 219, "nanosleep": 35, "clock_nanosleep": 230, "futex": 202, "wait4": 61,
	},
	"386": {
		"read": 3, "readv": 145, "preadv2": 378, "splice": 313, "sendfile": 187,
		"select": 142, "select-old": 82, "pselect6": 308, "poll": 168, "ppoll": 309,
		"epoll_wait": 256, "epoll_pwait": 319, "epoll_pwait2": 441, "io_uring_enter": 426,
		"restart_syscall": 0, "nanosleep": 162, "clock_nanosleep": 267, "futex": 240, "futex_time64": 422, "wait4": 114,
	},
	"arm": {
		"read": 3, "readv": 145, "preadv2": 392, "splice": 340, "sendfile": 187,
		"select": 142, "pselect6": 335, "poll": 168, "ppoll": 336,
		"epoll_wait": 252, "epoll_pwait": 346, "epoll_pwait2": 441, "io_uring_enter": 426,
		"restart_syscall": 0, "nanosleep": 162, "clock_nanosleep": 265, "futex": 240, "futex_time64": 422, "wait4": 114,
	},
	"generic": {
		"read": 63, "readv": 65, "preadv2": 286, "splice": 76, "sendfile": 71,
		"pselect6": 72, "ppoll": 73, "epoll_pwait": 22, "epoll_pwait2": 441, "io_uring_enter": 426,
		"restart_syscall": 128, "nanosleep": 101, "clock_nanosleep": 115, "futex": 98, "wait4": 260,
	},
}

// numbersOf gets the table for the row's program.
func numbersOf(r row) map[string]int {
	arch := runtime.GOARCH
	if r.needs.bits32 {
		arch = map[string]string{"amd64": "386", "arm64": "arm"}[arch]
	}
	if table, ok := callNumbers[arch]; ok {
		return table
	}
	return callNumbers["generic"]
}
