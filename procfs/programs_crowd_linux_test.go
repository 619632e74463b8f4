package procfs

import (
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// readInCrowd has a number of threads that sleep, of which the last reads from the
// terminal once for each byte that comes in the file, and then sleeps again.
func readInCrowd(args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	fd, err := unix.Open(args[1], unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err == nil {
		err = unix.SetNonblock(fd, false)
	}
	if err != nil {
		return err
	}
	debug.SetMaxThreads(n + 1000)
	reads := make(chan bool)
	started := make(chan bool)
	for i := range n {
		go func() {
			runtime.LockOSThread()
			started <- true
			if i < n-1 {
				select {}
			}
			for range reads {
				_, _ = unix.Read(0, make([]byte, 64))
			}
		}()
		<-started
	}
	for {
		switch n, err := unix.Read(fd, make([]byte, 1)); {
		case n > 0:
			reads <- true
		case err != nil && err != unix.EINTR:
			return err
		default: // nobody has it open for writing yet
			time.Sleep(time.Millisecond)
		}
	}
}
