package procfs

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

// OwnProc says what is wrong with /proc: that it is not there, or shows another PID
// namespace's processes, whose numbers mean others, or nobody, to the kernel's
// calls.
var OwnProc = sync.OnceValue(func() error {
	pid, err := os.Readlink("/proc/self")
	if err != nil {
		return err
	}
	return ownProc(pid, os.Getpid())
})

func ownProc(self string, pid int) error {
	if self != strconv.Itoa(pid) {
		return fmt.Errorf("/proc is of another PID namespace: to it this process is %s, and to the kernel %d", self, pid)
	}
	return nil
}
