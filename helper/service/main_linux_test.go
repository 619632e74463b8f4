package service

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/internal/attack"
)

// The users of the tests. They need not exist.
const (
	mallory = 60001 // attacks
	alice   = 60002 // uses the service meanwhile
	bob     = 60003
	nobody  = 65534
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 60 * time.Second

// The commands that make the test binary a process of the tests.
const (
	askCommand     = "ask-for-test"
	askOnceCommand = "ask-once-for-test"
	serveCommand   = "serve-for-test"
	pathCommand    = "socket-path-for-test"
	fakeCommand    = "fake-service-for-test"
	pairCommand    = "wait-on-pair-for-test"
	scoreCommand   = "score-for-test"
)

func TestMain(m *testing.M) {
	attack.Main()
	if len(os.Args) > 1 {
		if f, ok := commands()[os.Args[1]]; ok {
			if err := f(os.Args[2:]); err != nil {
				fmt.Fprintf(os.Stderr, "%v: %v\n", os.Args[1:], err)
				os.Exit(1)
			}
			os.Exit(0)
		}
	}
	wakePoller()
	os.Exit(m.Run())
}

// wakePoller makes the runtime open the descriptors it polls with, so that tests
// which count descriptors do not count these.
func wakePoller() {
	if r, w, err := os.Pipe(); err == nil {
		_, _ = r.Close(), w.Close()
	}
}

func commands() map[string]func([]string) error {
	return map[string]func([]string) error{
		WorkerCommand:  func([]string) error { os.Exit(Worker()); return nil },
		CloserCommand:  func([]string) error { os.Exit(Closer()); return nil },
		askCommand:     askForTest,
		askOnceCommand: askOnceForTest,
		serveCommand:   serveForTest,
		pathCommand:    pathForTest,
		fakeCommand:    fakeForTest,
		pairCommand:    pairForTest,
		scoreCommand:   scoreForTest,
	}
}

// rootOnly skips a test that needs root, and says for what.
func rootOnly(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("root required: processes of several users")
	}
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// within fails the test if f does not return.
func within(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatalf("it hangs: %s", what)
	}
}
