package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/client"
)

// claim is what must be known to decide whether a caller may ask about a
// terminal.
type claim struct {
	Owner     uint32
	ByMaster  bool   // the caller gave the master: it controls the terminal anyway
	HasLeader bool   // the terminal belongs to a session
	LeaderUID uint32 // real user of the session's leader
	Path      string // for the message
}

// authorise says whether the caller may ask about a terminal, nil if so. It is
// asked before a look and after it.
func authorise(c Caller, p Policy, t claim) error {
	if c.root() {
		return nil
	}
	if t.Owner != c.UID {
		return fmt.Errorf("%w: %s belongs to user %d, you are user %d", client.ErrNotOwner, t.Path, t.Owner, c.UID)
	}
	if t.ByMaster && p != PolicySession {
		return nil
	}
	if t.HasLeader && t.LeaderUID != c.UID {
		return fmt.Errorf("%w: the session on %s belongs to user %d", client.ErrNotOwner, t.Path, t.LeaderUID)
	}
	return nil
}
