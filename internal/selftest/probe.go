package selftest

import (
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"
)

// ProbeCommand is the hidden first argument by which an executable is started as
// a probe; the second is the mode, to be handed to Probe.
const ProbeCommand = "selftest-probe"

// call makes the system call that a probe blocks in, and returns its result.
type call func() (int, error)

// mode gets everything ready for the call: when it returns, only the call is left.
type mode func() (call, error)

// Probe is the main program of a probe: it prints "READY mode" and blocks in the
// way that the mode names, in one known system call on a thread of its own. It
// returns the exit status once the call has come back. What does not exist on
// this kernel is said in a line "SKIP reason". It uses neither the standard
// streams of package os nor timers, so that no thread of the runtime waits for
// anything but a futex.
func Probe(name string) int {
	runtime.LockOSThread()
	prepare, ok := modes()[name]
	if !ok {
		say("FAIL no mode " + name)
		return 2
	}
	block, err := prepare()
	var skip skipError
	if errors.As(err, &skip) {
		say("SKIP " + skip.reason)
		return 0
	}
	if err != nil {
		say("FAIL " + err.Error())
		return 2
	}
	say("READY " + name)
	say(ending(block()))
	return 0
}

func ending(n int, err error) string {
	if err != nil {
		return "ENDED with an error: " + err.Error()
	}
	return fmt.Sprintf("ENDED with %d", n)
}

// say writes a line on the terminal. If that fails there is nobody to tell.
func say(line string) { _, _ = unix.Write(1, []byte(line+"\n")) }
