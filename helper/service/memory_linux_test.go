package service

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// scored is a process of the test's whose score newSacrifice would change, with
// the score before.
func scored(t *testing.T, before int) []string {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", scoreCommand, strconv.Itoa(before))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
}

// scoreForTest prints the score at rest, during one read, two, one, and at rest.
func scoreForTest(args []string) error {
	const file = "/proc/self/oom_score_adj"
	if err := os.WriteFile(file, []byte(args[0]), 0); err != nil {
		return err
	}
	say := func() {
		b, _ := os.ReadFile(file)
		_, _ = os.Stdout.Write(b)
	}
	s := newSacrifice()
	say()
	s.costly(func() {
		say()
		s.costly(say)
		say()
	})
	say()
	return nil
}

func TestSacrifice(t *testing.T) {
	for before, want := range map[int]string{
		0:   "800 1000 1000 1000 800",
		900: "900 1000 1000 1000 900", // an administrator's choice
	} {
		if got := strings.Join(scored(t, before), " "); got != want {
			t.Errorf("from %d: %s, want %s", before, got, want)
		}
	}
}
