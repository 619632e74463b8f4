package procfs

import "golang.org/x/sys/unix"

// headerNumbers are the numbers that the kernel's headers give this machine.
var headerNumbers = map[string][]int32{
	"read": {unix.SYS_READ}, "readv": {unix.SYS_READV}, "preadv2": {unix.SYS_PREADV2},
	"select": {unix.SYS__NEWSELECT}, "pselect6": {unix.SYS_PSELECT6, unix.SYS_PSELECT6_TIME64},
	"poll": {unix.SYS_POLL}, "ppoll": {unix.SYS_PPOLL, unix.SYS_PPOLL_TIME64},
	"epoll_wait": {unix.SYS_EPOLL_WAIT}, "epoll_pwait": {unix.SYS_EPOLL_PWAIT}, "epoll_pwait2": {unix.SYS_EPOLL_PWAIT2},
	"splice": {unix.SYS_SPLICE}, "sendfile": {unix.SYS_SENDFILE, unix.SYS_SENDFILE64}, "io_uring_enter": {unix.SYS_IO_URING_ENTER},
	"io_submit": {unix.SYS_IO_SUBMIT}, "io_getevents": {unix.SYS_IO_GETEVENTS},
	"io_pgetevents":   {unix.SYS_IO_PGETEVENTS, unix.SYS_IO_PGETEVENTS_TIME64},
	"restart_syscall": {unix.SYS_RESTART_SYSCALL},
	"connect":         {unix.SYS_CONNECT}, "accept": {unix.SYS_ACCEPT}, "accept4": {unix.SYS_ACCEPT4},
	"recv": {unix.SYS_RECV}, "recvfrom": {unix.SYS_RECVFROM}, "recvmsg": {unix.SYS_RECVMSG}, "recvmmsg": {unix.SYS_RECVMMSG, unix.SYS_RECVMMSG_TIME64},
	"wait4": {unix.SYS_WAIT4}, "waitid": {unix.SYS_WAITID},
}
