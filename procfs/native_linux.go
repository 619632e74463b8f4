package procfs

import (
	"runtime"
	"sync"

	"golang.org/x/sys/unix"
)

// Native is the kernel's own ABI, which each task has that is not of its 32-bit
// companion; false: its calls are not known, and nothing can be said about any
// process.
func Native() (ABI, bool) { return native() }

var native = sync.OnceValues(func() (ABI, bool) {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return "", false
	}
	const ask, linux32 = 0xffffffff, 0x8
	persona, _, errno := unix.RawSyscall(unix.SYS_PERSONALITY, ask, 0, 0)
	disguised := errno != 0 || persona&0xff == linux32
	return nativeOf(ABI(runtime.GOARCH), unix.ByteSliceToString(u.Machine[:]), disguised)
})
