package procfs

import "strings"

// File type bits of a mode (inode(7)).
const (
	modeType    = 0o170000
	modeFIFO    = 0o010000
	modeChar    = 0o020000
	modeDir     = 0o040000
	modeBlock   = 0o060000
	modeRegular = 0o100000
	modeSocket  = 0o140000
)

// node is what stat(2) tells of an open file.
type node struct {
	Mode uint16
	ID   Identity
}

func (n node) isChar() bool { return n.Mode&modeType == modeChar }

// alwaysReady are character devices of major 1 that never make a reader wait:
// null, zero, full, urandom; and random, once it is seeded.
var alwaysReady = map[uint32]bool{3: true, 5: true, 7: true, 8: true, 9: true}

// kindOfNode tells the kind of an open file from its mode; false means that
// the text of its link must be asked.
func kindOfNode(n node) (string, bool) {
	switch n.Mode & modeType {
	case modeFIFO:
		return KindPipe, true
	case modeSocket:
		return KindSocket, true
	case modeDir, modeBlock:
		return kindReady, true
	case modeChar:
		return kindOfDevice(n.ID.Rdev), true
	}
	return "", false
}

func kindOfDevice(d Dev) string {
	switch {
	case d == devPtmx:
		return KindPty
	case d.isTerminal() || d.isAlias():
		return KindTerminal
	case d.Major == 1 && alwaysReady[d.Minor]:
		return kindReady
	}
	return KindDevice
}

// anonymous are the link texts of descriptors that have no file of their own.
var anonymous = map[string]string{
	"[eventpoll]": kindEpoll,
	"[eventfd]":   kindOwn,
	"[timerfd]":   kindOwn,
	"[signalfd]":  kindOwn,
	"[pidfd]":     KindChild,
	"inotify":     KindInotify,
	"[fanotify]":  KindInotify,
}

// kindOfLink tells the kind from the text of /proc/<pid>/fd/<n>. Timers and
// signals are a process's own wake-ups; a pidfd stands for another process.
func kindOfLink(text string) string {
	if name, ok := strings.CutPrefix(text, "anon_inode:"); ok {
		if k, ok := anonymous[name]; ok {
			return k
		}
		return KindOther
	}
	if strings.HasPrefix(text, "pidfd:") {
		return KindChild
	}
	return kindReady // a regular file
}
