package helper

import (
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// The commands that make the test binary one of the programs of the tests.
const (
	readerCommand = "reader-for-rounds"
	relayCommand  = "relay-for-hub"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case readerCommand:
			readForRounds(os.Args[2], os.Args[3])
			return
		case relayCommand:
			relayForHub()
			return
		}
	}
	// A shell's & ignores ^C for the tests, and so for what they start.
	if signal.Ignored(syscall.SIGINT) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGINT)
	}
	os.Exit(m.Run())
}
