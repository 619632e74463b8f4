package runner

import (
	"bytes"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
)

// collected is a sink that may be looked at while it is written to.
type collected struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (c *collected) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all.Write(b)
}

func (c *collected) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all.String()
}

func (c *collected) has(text string) func() bool {
	return func() bool { return strings.Contains(c.String(), text) }
}

// startRelayed starts a command of sh whose keys come from a pipe.
func startRelayed(t *testing.T, script string) (*Job, *os.File, *collected) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Close()
		_ = w.Close()
	})
	var out collected
	j := startOptions(t, Options{Args: []string{"/bin/sh", "-c", script}, Keys: r, PassThrough: true, Output: &out})
	return j, w, &out
}

func TestRelayPassesBothWays(t *testing.T) {
	j, keys, out := startRelayed(t, `echo begin; read x; echo "<$x>"; exit 4`)
	until(t, "output", out.has("begin"))
	if _, err := io.WriteString(keys, "yes\r"); err != nil {
		t.Fatal(err)
	}
	if o := outcomeOf(t, j, Limits{}); o.State != Finished || *o.Exit != 4 || o.Prompt != nil || o.Output != "" {
		t.Errorf("%+v", o)
	}
	if got := out.String(); got != "begin\r\nyes\r\n<yes>\r\n" {
		t.Errorf("%q", got)
	}
}

// TestRelayOutlivesItsKeys: whoever typed has gone, the output goes on.
func TestRelayOutlivesItsKeys(t *testing.T) {
	j, keys, out := startRelayed(t, "read x; echo late")
	if _, err := io.WriteString(keys, "x\r"); err != nil {
		t.Fatal(err)
	}
	_ = keys.Close()
	outcomeOf(t, j, Limits{})
	if got := out.String(); !strings.HasSuffix(got, "late\r\n") {
		t.Errorf("%q", got)
	}
}

// TestRelayOfATerminalThatIsGivenUp: it is opened again later.
func TestRelayOfATerminalThatIsGivenUp(t *testing.T) {
	j, _, out := startRelayed(t, "exec </dev/null >/dev/null 2>&1; sleep 0.1; echo late >/dev/tty")
	outcomeOf(t, j, Limits{})
	if got := out.String(); got != "late\r\n" {
		t.Errorf("%q", got)
	}
}

// TestRelayDoesNotWaitForKeysToBeTaken: the terminal is full, and the job prints.
func TestRelayDoesNotWaitForKeysToBeTaken(t *testing.T) {
	j, keys, out := startRelayed(t, `stty raw -echo; echo ready; read x; seq 1 20000; echo over`)
	until(t, "raw mode", out.has("ready"))
	go func() { _, _ = io.WriteString(keys, "\n"+strings.Repeat("k", 200000)) }()
	outcomeOf(t, j, Limits{})
	if got := out.String(); !strings.Contains(got, "20000\nover") {
		t.Errorf("%d bytes, the end is %q", len(got), got[max(0, len(got)-40):])
	}
}

// TestCloseEndsARelay that has nothing to do.
func TestCloseEndsARelay(t *testing.T) {
	j, _, out := startRelayed(t, "echo ready; read x")
	until(t, "output", out.has("ready"))
	j.Close()
	<-j.Ended() // the hang-up ends it: so the master was closed, and the relay let go of it
}
