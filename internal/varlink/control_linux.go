package varlink

import "unsafe"

// controlSize is CMSG_LEN(sizeof(int)): one descriptor exactly. The padding of
// CMSG_SPACE would let the kernel install a second one on 64-bit machines; so it
// drops all but the first, and says so by MSG_CTRUNC.
const controlSize = int(unsafe.Sizeof(header{})) + 4

// header has the size of the kernel's struct cmsghdr.
type header struct {
	_ uintptr
	_ [2]int32
}
