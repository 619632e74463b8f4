package procfs

import (
	"os"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestListInterrupted: a list is whole however often signals come while it is made.
func TestListInterrupted(t *testing.T) {
	const many = 500
	before := ownDescriptors(t)
	for range many {
		opened(t, os.DevNull, unix.O_RDONLY)
	}
	tid := make(chan int)
	done := make(chan bool)
	go func() {
		to := <-tid
		for {
			select {
			case <-done:
				done <- true
				return
			default:
				_ = unix.Tgkill(unix.Getpid(), to, unix.SIGURG)
			}
		}
	}()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tid <- unix.Gettid()
	for range 100 {
		list, all, err := listAt(unix.AT_FDCWD, "/proc/self/fd", 1<<20)
		if err != nil || !all || len(list) < before+many {
			t.Errorf("%d descriptors, %v, %v; there are %d", len(list), all, err, before+many)
			break
		}
	}
	done <- true
	<-done
}
