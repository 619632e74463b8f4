package service

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/attack"
)

// secretWord is what an address, or a raw line of /proc, looks like.
var secretWord = regexp.MustCompile(`0x[0-9a-f]|[0-9a-f]{9}`)

// Row 30: what is told of a privileged program at its prompt, in the answer and
// in the evidence: no addresses, and no more than the table of architecture says.
func TestThreat30Told(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		about := screenOf(t, mallory)
		about.attacked(t, s, attack.Attack{Plain: true, Root: true, Program: "prompt", Args: []string{"60001"}})
		a := mustBe(t, s.as(t, mallory), about.slave, client.Waiting)
		if a.Reader == nil || a.Reader.Call != "read" || a.Secret != client.SecretYes || a.Echo == nil || *a.Echo {
			t.Errorf("told too little: %+v", a)
		}
		if a.Also != nil || a.Reader != nil && a.Reader.Leader != nil {
			t.Errorf("told too much: %+v, %+v", a, a.Reader)
		}
		noAddresses(t, s, about)
	})
}

func noAddresses(t *testing.T, s *served, about *screen) {
	t.Helper()
	a, evidence, err := s.as(t, mallory).Explain(t.Context(), about.slave, "", true)
	if err != nil || len(evidence) == 0 {
		t.Fatalf("no evidence: %v", err)
	}
	a.Wait = "" // opaque, and of no address
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if all := string(text) + strings.Join(evidence, "\n"); secretWord.MatchString(all) {
		t.Errorf("it tells an address: %s", all)
	}
}

// Row 30: another user's process, under the policy that counts it: its evidence
// is that it was looked at.
func TestThreat30ToldOfOthers(t *testing.T) {
	underBoth(t, func(t *testing.T, p helper.Policy) {
		s := serve(t, p)
		about := screenOf(t, mallory)
		about.attacked(t, s, attack.Attack{Plain: true, Root: true, Program: "withmember", Args: []string{"60001", "60003"}})
		mustBe(t, s.as(t, mallory), about.slave, map[helper.Policy]client.State{
			helper.PolicyOwn: client.Unknown, helper.PolicySession: client.Waiting,
		}[p])
		noAddresses(t, s, about)
		_, evidence, err := s.as(t, mallory).Explain(t.Context(), about.slave, "", true)
		if all := strings.Join(evidence, "\n"); err != nil || strings.Contains(all, "cat") {
			t.Errorf("it names another user's program: %s, %v", all, err)
		}
	})
}
