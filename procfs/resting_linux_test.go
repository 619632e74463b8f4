package procfs

import (
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestProcessorTime: it is the process's, whoever asks, only grows, and stays the
// same while the process sleeps.
func TestProcessorTime(t *testing.T) {
	before := processorTimeOf(unix.Getpid())
	for end := time.Now().Add(5 * time.Millisecond); time.Now().Before(end); {
	}
	if after := processorTimeOf(unix.Getpid()); !before.known || !after.known || after.ns <= before.ns || before.same(after) {
		t.Errorf("%+v, then %+v", before, after)
	}
	if first := processorTimeOf(1); !first.known || first.ns <= 0 {
		t.Errorf("of the first process: %+v", first)
	}
	if none := processorTimeOf(1 << 22); none.same(none) {
		t.Errorf("of a process that is not there: %+v", none)
	}
	cmd := exec.Command("cat")
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = in.Close()
		_ = cmd.Wait()
	}()
	pid := cmd.Process.Pid
	await(t, "cat sleeps", func() bool { s, ok := StatOf(pid); return ok && s.State == 'S' && s.Comm == "cat" })
	asleep := processorTimeOf(pid)
	if now := processorTimeOf(pid); !asleep.same(now) {
		t.Errorf("asleep: %+v, then %+v", asleep, now)
	}
	if _, err := in.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	await(t, "cat has run", func() bool { return !asleep.same(processorTimeOf(pid)) })
}
