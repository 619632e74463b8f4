package systemdtest

import (
	"os"
	"os/exec"

	"golang.org/x/sys/unix"
)

// The bomb's epoll set has bombFiles times bombNumbers entries.
const (
	bombFiles   = 64
	bombNumbers = 16000
	bombFirst   = 200
)

// bomb makes a huge epoll set: an entry stays when its descriptor is closed, as
// long as another one keeps the file. A child then waits on it, whose table of
// descriptors is small.
func bomb([]string) {
	limit := unix.Rlimit{}
	fatal(unix.Getrlimit(unix.RLIMIT_NOFILE, &limit))
	limit.Cur = limit.Max
	fatal(unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
	ep, err := unix.EpollCreate1(unix.EPOLL_CLOEXEC)
	fatal(err)
	for range bombFiles {
		var p [2]int
		fatal(unix.Pipe2(p[:], unix.O_CLOEXEC))
		for n := range bombNumbers {
			fd := bombFirst + n
			fatal(unix.Dup3(p[0], fd, unix.O_CLOEXEC))
			fatal(unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)}))
			fatal(unix.Close(fd))
		}
	}
	cmd := exec.Command("/rt/actor")
	cmd.Env = append(os.Environ(), roleVariable+"=bomb-wait")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.ExtraFiles = []*os.File{os.NewFile(uintptr(ep), "epoll")}
	fatal(cmd.Run())
}

// bombWait waits for the terminal and everything else.
func bombWait([]string) {
	const ep = 3
	fatal(unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, 0, &unix.EpollEvent{Events: unix.EPOLLIN}))
	for {
		n, err := unix.EpollWait(ep, make([]unix.EpollEvent, 1), -1)
		if n > 0 || err != nil && err != unix.EINTR {
			return
		}
	}
}
