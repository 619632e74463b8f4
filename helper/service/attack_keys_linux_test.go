package service

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// Row 28: a user with a range of subordinate users has one budget for all.
func TestThreat28SubordinateUsers(t *testing.T) {
	rootOnly(t)
	const first = 300000
	file := filepath.Join(t.TempDir(), "subuid")
	if err := os.WriteFile(file, fmt.Appendf(nil, "%d:%d:65536\n", mallory, first), 0o644); err != nil {
		t.Fatal(err)
	}
	s := serve(t, helper.PolicyOwn, func(s *supervisor) { s.ranges = &subUIDs{file: file, users: "/etc/passwd"} })
	s.unharmed(t, func() {
		served, busy := 0, 0
		for i := range 3 * DefaultLimits.ConnectionsPerKey {
			c := s.dial(t, first+i)
			_, _ = c.Write([]byte(info + "\x00"))
			if _, name := answerIn(t, reply(t, c)); name == "Busy" {
				busy++
			} else {
				served++
			}
		}
		if served != DefaultLimits.ConnectionsPerKey || busy != 2*served {
			t.Errorf("%d were served and %d refused", served, busy)
		}
		if n := len(children(t, WorkerCommand)); n != 2 { // the bystander's, and one
			t.Errorf("%d workers", n)
		}
		other := screenOf(t, bob)
		other.runs(t, bob, "cat")
		mustBe(t, s.as(t, bob), other.slave, client.Waiting)
	})
}
