package service

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// Row 25: descriptors on refused connections that whoever drops them sleeps for.
// The supervisor goes on, and so do processes: there are never many of them.
func TestThreat25QueuedOnRefused(t *testing.T) {
	for _, kind := range []string{"linger", "linger-urgent", "dirty", "dirty-urgent"} {
		t.Run(kind, func(t *testing.T) {
			s := serve(t, helper.PolicyOwn)
			other := screenOf(t, bob)
			other.runs(t, bob, "cat")
			s.unharmed(t, func() {
				r := begun(t, attack.Attack{Dir: s.dir, Program: "flood", Args: []string{s.path, "16", kind}})
				if _, err := r.Await("ready"); err != nil {
					t.Fatal(err)
				}
				mustBe(t, s.as(t, bob), other.slave, client.Waiting) // the supervisor accepts
				if n := len(children(t, CloserCommand)); n > 1+endingPerKey {
					t.Errorf("%d closers", n)
				}
			})
		})
	}
}
