package kdebug

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Numbers of proc_info(2): calls, kinds of process lists, flavors.
const (
	callListPIDs     = 1
	callPIDInfo      = 2
	callPIDFDInfo    = 3
	callDynamicQueue = 13

	listByTerminal = 3

	flavorFDs           = 1
	flavorBSDInfo       = 3
	flavorShortInfo     = 13
	flavorThread        = 15
	flavorDynamicQueues = 27
	flavorThreadIDs     = 28

	fdVnodePath   = 2
	fdSocket      = 3
	fdPipe        = 6
	fdKqueue      = 7
	fdKqueueNotes = 9

	dynamicQueueNotes = 1
)

// Sizes of the structures, the same on both processors from macOS 11 to 15.
const (
	bsdInfoSize   = 136
	shortInfoSize = 64
	vnodeInfoSize = 1200
	threadSize    = 112
	kqueueSize    = 168
	noteSize      = 104
	pipeSize      = 184
	fdEntrySize   = 8
)

func need(b []byte, size int, what string) error {
	if len(b) < size {
		return fmt.Errorf("%s: %d bytes, want %d", what, len(b), size)
	}
	return nil
}

func u32(b []byte, offset int) uint32 { return binary.LittleEndian.Uint32(b[offset:]) }
func u64(b []byte, offset int) uint64 { return binary.LittleEndian.Uint64(b[offset:]) }

// cString is the text up to the first NUL.
func cString(b []byte) string {
	text, _, _ := bytes.Cut(b, []byte{0})
	return string(text)
}

// parsePIDs decodes a process list; a trailing part of a number is dropped.
func parsePIDs(b []byte) []int32 {
	pids := make([]int32, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		pids = append(pids, int32(u32(b, 0)))
	}
	return pids
}

// parseIDs decodes a list of thread or work loop ids.
func parseIDs(b []byte) []uint64 {
	ids := make([]uint64, 0, len(b)/8)
	for ; len(b) >= 8; b = b[8:] {
		ids = append(ids, u64(b, 0))
	}
	return ids
}

// fdEntry is proc_fdinfo: a descriptor and its type.
type fdEntry struct {
	fd   int
	kind uint32
}

// Types of descriptors.
const (
	fdTypeVnode  = 1
	fdTypeSocket = 2
	fdTypeKqueue = 5
	fdTypePipe   = 6
)

func parseFDs(b []byte) []fdEntry {
	entries := make([]fdEntry, 0, len(b)/fdEntrySize)
	for ; len(b) >= fdEntrySize; b = b[fdEntrySize:] {
		entries = append(entries, fdEntry{fd: int(int32(u32(b, 0))), kind: u32(b, 4)})
	}
	return entries
}
