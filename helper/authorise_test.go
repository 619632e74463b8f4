package helper

import (
	"errors"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

func TestAuthorise(t *testing.T) {
	const me, other = 1001, 1002
	owned := func(owner uint32) claim { return claim{Owner: owner, Path: "/dev/pts/3"} }
	led := func(c claim, uid uint32) claim {
		c.HasLeader, c.LeaderUID = true, uid
		return c
	}
	master := func(c claim) claim {
		c.ByMaster = true
		return c
	}
	cases := []struct {
		name         string
		uid          uint32
		c            claim
		own, session bool // allowed under each policy
	}{
		{"my terminal, my session", me, led(owned(me), me), true, true},
		{"my terminal, no session", me, owned(me), true, true},
		{"somebody else's terminal", me, led(owned(other), other), false, false},
		{"root's terminal", me, led(owned(0), 0), false, false},
		{"somebody else's terminal, my session", me, led(owned(other), me), false, false},
		{"my terminal, somebody else's session", me, led(owned(me), other), false, false},
		{"my terminal, root's session", me, led(owned(me), 0), false, false},
		{"my master, my session", me, master(led(owned(me), me)), true, true},
		{"my master, root's session: sudo's inner terminal", me, master(led(owned(me), 0)), true, false},
		{"my master, no session", me, master(owned(me)), true, true},
		{"a master of somebody else's terminal", me, master(led(owned(other), me)), false, false},
		{"a master of root's terminal", me, master(owned(0)), false, false},
		{"root, his own", 0, led(owned(0), 0), true, true},
		{"root, somebody else's", 0, led(owned(other), other), true, true},
		{"nobody's number", 1<<32 - 1, led(owned(me), me), false, false},
	}
	for _, c := range cases {
		for policy, want := range map[Policy]bool{PolicyOwn: c.own, PolicySession: c.session, "": c.own} {
			err := authorise(Caller{UID: c.uid}, policy, c.c)
			if (err == nil) != want {
				t.Errorf("%s, policy %q: %v", c.name, policy, err)
			}
			if err != nil && (!errors.Is(err, client.ErrNotOwner) || !strings.Contains(err.Error(), "/dev/pts/3")) {
				t.Errorf("%s: the error does not say why: %v", c.name, err)
			}
		}
	}
}
