package systemdtest

import (
	"os"
	"testing"

	"github.com/rt-helper/rt-helper/internal/attack"
)

// roleVariable makes this program an actor in a machine.
const roleVariable = "RT_HELPER_TEST_ROLE"

func TestMain(m *testing.M) {
	attack.Main()
	if role, ok := roles[os.Getenv(roleVariable)]; ok {
		role(os.Args[1:])
		return
	}
	status := m.Run()
	if lacks() == "" {
		if dir, _ := build(); dir != "" {
			_ = os.RemoveAll(dir)
		}
	}
	os.Exit(status)
}
