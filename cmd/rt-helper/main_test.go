package main

import (
	"os"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/selftest"
)

// asProgram makes the test binary the program itself.
const asProgram = "RT_HELPER_TEST_PROGRAM"

// TestMain lets the test binary be started as the program, as one of the
// processes of the service, and as a program that the selftest drives.
func TestMain(m *testing.M) {
	hidden := len(os.Args) > 1 && (os.Args[1] == selftest.ProbeCommand || service.Commands()[os.Args[1]] != nil)
	if hidden || os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

func TestExitOf(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		a    client.Answer
		want int
	}{
		{client.Answer{State: client.Waiting, Exclusive: &yes}, exitWaiting},
		{client.Answer{State: client.Waiting}, exitWaiting}, // told the bare state only
		{client.Answer{State: client.Waiting, Exclusive: &no}, exitListening},
		{client.Answer{State: client.Running}, exitRunning},
		{client.Answer{State: client.Stopped}, exitRunning},
		{client.Answer{State: client.NoForeground}, exitRunning},
		{client.Answer{State: client.Unknown}, exitUnknown},
		{client.Answer{State: "a later word"}, exitUnknown},
		{client.Answer{}, exitUnknown},
	} {
		if got := exitOf(c.a); got != c.want {
			t.Errorf("%+v: %d, want %d", c.a, got, c.want)
		}
	}
}
