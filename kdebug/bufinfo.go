package kdebug

import (
	"encoding/binary"
	"fmt"
)

const bufInfoSize = 20

// Flags of kbufinfo_t that this package looks at.
const (
	bufWrapped = 0x8
	bufReady   = 0x80000000
)

// bufInfo is kbufinfo_t, what KDGETBUF tells about the trace buffers.
type bufInfo struct {
	events int32 // capacity, after the kernel rounded it
	noLog  bool  // not recording; before macOS 13 this can read false though nothing is recorded
	flags  uint32
	owner  int // process that holds the trace, -1 for none; dead owners are weeded out first
}

func parseBufInfo(b []byte) (bufInfo, error) {
	if len(b) < bufInfoSize {
		return bufInfo{}, fmt.Errorf("kbufinfo: %d bytes, want %d", len(b), bufInfoSize)
	}
	return bufInfo{
		events: int32(binary.LittleEndian.Uint32(b[0:])),
		noLog:  binary.LittleEndian.Uint32(b[4:]) != 0,
		flags:  binary.LittleEndian.Uint32(b[8:]),
		owner:  int(int32(binary.LittleEndian.Uint32(b[16:]))),
	}, nil
}

// fault says what is wrong with a trace that was just read to its end, or "".
// A read clears the wrapped flag, so a set one means loss since then.
func (i bufInfo) fault() string {
	switch {
	case i.flags&bufReady == 0:
		return "the trace buffers are gone"
	case i.noLog:
		return "the kernel stopped recording"
	case i.flags&bufWrapped != 0:
		return "the trace buffers overflowed"
	}
	return ""
}
