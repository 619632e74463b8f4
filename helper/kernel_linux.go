package helper

import (
	"os"
	"syscall"

	"github.com/rt-helper/rt-helper/kdebug"
)

func thisKernel() kdebug.Kernel { return noKernel{} }

// noKernel has nothing of what macOS has.
type noKernel struct{}

func (noKernel) Sysctl([]int32, []byte, uint64) (uint64, kdebug.Mark, error) {
	return 0, kdebug.Mark{}, syscall.ENOSYS
}

func (noKernel) ProcInfo(int32, int32, int32, uint64, []byte) (int, error) {
	return 0, syscall.ENOSYS
}

func (noKernel) Slot() (kdebug.Slot, error) { return kdebug.Slot{}, syscall.ENOSYS }

func (noKernel) PID() int { return os.Getpid() }
