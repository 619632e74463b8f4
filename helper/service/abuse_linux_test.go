package service

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// TestBadMessages: a message that is bad but complete gets an error by name, and
// the connection lives.
func TestBadMessages(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	c := s.dial(t, mallory)
	for text, want := range map[string]string{
		"":              "InvalidMessage",
		"{":             "InvalidMessage",
		"[]":            "InvalidMessage",
		"\xff":          "InvalidMessage",
		`"a"`:           "InvalidMessage",
		`{}`:            "org.varlink.service.InvalidParameter",
		`{"method":1}`:  "org.varlink.service.InvalidParameter",
		`{"method":""}`: "org.varlink.service.InvalidParameter",
		`{"method":"io.rthelper.Terminal.Nothing"}`: "org.varlink.service.MethodNotFound",
		`{"method":"io.example.Nothing.Query"}`:     "org.varlink.service.InterfaceNotFound",
		question(`{}`):                              "org.varlink.service.InvalidParameter",
		question(`{"descriptor":0}`):                "org.varlink.service.InvalidParameter",
		question(`{"descriptor":1}`):                "org.varlink.service.InvalidParameter",
		question(`{"descriptor":"0"}`):              "org.varlink.service.InvalidParameter",
		question(`{"descriptor":0.5}`):              "org.varlink.service.InvalidParameter",
		question(`{"path":7}`):                      "org.varlink.service.InvalidParameter",
		question(`{"path":"/dev/pts/0","color":1}`): "org.varlink.service.InvalidParameter",
		question(`{"path":"/dev/pts/../../etc"}`):   "NotATerminal",
		question(`{"path":"/etc/passwd"}`):          "NotATerminal",
		question(`{"path":"/dev/tty"}`):             "NotATerminal",
	} {
		if _, name := answerIn(t, tells(t, c, text)); name != want {
			t.Errorf("%.60q: %q, want %s", text, name, want)
		}
	}
	if _, name := answerIn(t, tells(t, c, info)); name != "" {
		t.Errorf("the connection did not survive: %s", name)
	}
}

// TestLongMessage: 10 MB without an end. The connection ends, the service lives.
func TestLongMessage(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	s.unharmed(t, func() {
		c := s.dial(t, mallory)
		_ = c.SetWriteDeadline(time.Now().Add(patience))
		if n, err := c.Write([]byte(long(10 << 20))); err == nil {
			t.Errorf("%d bytes without an end were taken", n)
		} else if os.IsTimeout(err) {
			t.Error("the connection did not end")
		}
	})
}

// TestDescriptors sends what is no terminal.
func TestDescriptors(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	dead := screenOf(t, mallory)
	slave := fileOf(t, dead.slave)
	if err := dead.Close(); err != nil {
		t.Fatal(err)
	}
	regular, err := os.Create(filepath.Join(t.TempDir(), "regular"))
	if err != nil {
		t.Fatal(err)
	}
	defer regular.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.Open("/dev/null")
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	c := s.dial(t, mallory)
	for f, want := range map[*os.File]string{
		regular: "NotATerminal", r: "NotATerminal", null: "NotATerminal",
		socketFile(t): "NotATerminal", slave: "Gone",
	} {
		if _, name := answerIn(t, tells(t, c, question(`{"descriptor":0}`), f)); name != want {
			t.Errorf("%s: %q, want %s", f.Name(), name, want)
		}
	}
	text := tells(t, c, question(`{"descriptor":0}`), regular, null)
	if _, name := answerIn(t, text); name != "TooManyDescriptors" {
		t.Errorf("two descriptors: %q", name)
	}
	if rest := readAll(t, c); rest != "" {
		t.Errorf("after two descriptors the connection went on: %q", rest)
	}
}

func socketFile(t *testing.T) *os.File {
	t.Helper()
	a, b, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = a.Close(), b.Close() })
	f, err := a.File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// TestInTurn: questions sent at once are answered one after another.
func TestInTurn(t *testing.T) {
	s := serve(t, helper.PolicyOwn)
	c := s.dial(t, mallory)
	const n = 20
	sends(t, c, strings.Repeat(info+"\x00", n))
	for i := range n {
		var r struct {
			Parameters client.Info `json:"parameters"`
		}
		if text := reply(t, c); json.Unmarshal([]byte(text), &r) != nil || r.Parameters.Policy != "own" {
			t.Fatalf("reply %d: %q", i, text)
		}
	}
}
