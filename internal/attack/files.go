package attack

import (
	"strconv"
	"strings"
)

// fileSize is the size of each file.
const fileSize = 1 << 20

// file is a file of the file system, and what it leaves without an answer.
type file struct {
	name string
	// silent says which requests get no answer. A stranger's come from another
	// process than that which opened the file.
	silent func(r request, stranger bool) bool
}

// The names of the files.
const (
	PageFile  = "page"  // its contents never come
	LaterFile = "later" // its contents come with Running.Release
	FlushFile = "flush" // a stranger who closes it waits
	DirtyFile = "dirty" // what is written never arrives, and who drops a reference waits for that; there is also dirty1, ...
	AttrFile  = "attr"  // a stranger who asks for its attributes waits; it never polls as ready
)

var files = []file{
	{PageFile, func(r request, _ bool) bool { return r.op == opRead }},
	{LaterFile, func(r request, _ bool) bool { return r.op == opRead }},
	{FlushFile, func(r request, stranger bool) bool { return r.op == opFlush && stranger }},
	{DirtyFile, func(r request, _ bool) bool { return r.op == opWrite }},
	{AttrFile, func(r request, stranger bool) bool { return r.op == opGetattr && stranger }},
}

const firstFile = rootNode + 1

// nodeOf finds a file by its name, which ends with a NUL. A number behind the
// name makes it another file of its kind.
func nodeOf(name []byte) (uint64, bool) {
	text := strings.TrimSuffix(string(name), "\x00")
	kind := strings.TrimRight(text, "0123456789")
	nth, _ := strconv.Atoi(text[len(kind):])
	for i, f := range files {
		if kind == f.name {
			return uint64(firstFile + i + nth*len(files)), true
		}
	}
	return 0, false
}

// silent reports that a request gets no answer.
func silent(r request, stranger bool) bool {
	return r.node >= firstFile && files[(r.node-firstFile)%uint64(len(files))].silent(r, stranger)
}

// Errors of replies.
const (
	errnoNoEntry = 2
	errnoNoCall  = 38
)

// answer makes the reply to a request; nil: it gets none.
func answer(r request) []byte {
	switch r.op {
	case opForget, opBatchForget, opInterrupt:
		return nil
	case opInit:
		return reply(r.unique, 0, initReply(r.body))
	case opLookup:
		if n, ok := nodeOf(r.body); ok {
			return reply(r.unique, 0, entryReply(n))
		}
		return reply(r.unique, errnoNoEntry, nil)
	case opGetattr, opSetattr:
		return reply(r.unique, 0, attrReply(r.node))
	case opOpen:
		return reply(r.unique, 0, make([]byte, 16))
	case opRead:
		return reply(r.unique, 0, make([]byte, min(r.readSize(), fileSize)))
	case opPoll:
		return reply(r.unique, 0, make([]byte, 8)) // nothing is ready
	case opFlush, opRelease, opSetlk, opSetlkw:
		return reply(r.unique, 0, nil)
	}
	return reply(r.unique, errnoNoCall, nil)
}
