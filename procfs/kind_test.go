package procfs

import (
	"strings"
	"testing"
)

func TestKindOfNode(t *testing.T) {
	char := func(major, minor uint32) node {
		return node{Mode: modeChar | 0o620, ID: Identity{Rdev: Dev{major, minor}}}
	}
	cases := []struct {
		name string
		n    node
		want string
		ok   bool
	}{
		{"pipe", node{Mode: modeFIFO | 0o600}, KindPipe, true},
		{"socket", node{Mode: modeSocket | 0o777}, KindSocket, true},
		{"directory", node{Mode: modeDir | 0o755}, kindReady, true},
		{"block device", node{Mode: modeBlock | 0o660}, kindReady, true},
		{"regular file: its link must be asked", node{Mode: modeRegular | 0o644}, "", false},
		{"anonymous file", node{Mode: 0o600}, "", false},
		{"slave", char(136, 3), KindTerminal, true},
		{"virtual terminal", char(4, 1), KindTerminal, true},
		{"/dev/tty", char(5, 0), KindTerminal, true},
		{"/dev/console", char(5, 1), KindTerminal, true},
		{"master", char(5, 2), KindPty, true},
		{"/dev/null", char(1, 3), kindReady, true},
		{"/dev/zero", char(1, 5), kindReady, true},
		{"/dev/full", char(1, 7), kindReady, true},
		{"/dev/random", char(1, 8), kindReady, true},
		{"/dev/urandom", char(1, 9), kindReady, true},
		{"/dev/kmsg", char(1, 11), KindDevice, true},
		{"input event", char(13, 64), KindDevice, true},
		{"/dev/fuse", char(10, 229), KindDevice, true},
	}
	for _, c := range cases {
		if got, ok := kindOfNode(c.n); got != c.want || ok != c.ok {
			t.Errorf("%s: %q, %v; want %q, %v", c.name, got, ok, c.want, c.ok)
		}
		if c.n.isChar() != (c.n.Mode&modeType == modeChar) {
			t.Errorf("%s: isChar is %v", c.name, c.n.isChar())
		}
	}
}

func TestKindOfLink(t *testing.T) {
	cases := map[string]string{
		"anon_inode:[eventpoll]":      kindEpoll,
		"anon_inode:[eventfd]":        kindOwn,
		"anon_inode:[timerfd]":        kindOwn,
		"anon_inode:[signalfd]":       kindOwn,
		"anon_inode:[pidfd]":          KindChild,
		"pidfd:[4026531836]":          KindChild,
		"anon_inode:inotify":          KindInotify,
		"anon_inode:[fanotify]":       KindInotify,
		"anon_inode:[io_uring]":       KindOther,
		"anon_inode:[userfaultfd]":    KindOther,
		"anon_inode:bpf-map":          KindOther,
		"anon_inode:[perf_event]":     KindOther,
		"anon_inode:":                 KindOther,
		"/home/user/file":             kindReady,
		"/memfd:x (deleted)":          kindReady,
		"/tmp/anon_inode:[eventpoll]": kindReady, // a file that calls itself so
		"net:[4026531840]":            kindReady,
	}
	for text, want := range cases {
		if got := kindOfLink(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzKindOfLink: a file's path starts with a slash and is always ready.
func FuzzKindOfLink(f *testing.F) {
	f.Add("anon_inode:[eventpoll]")
	f.Add("/x")
	f.Fuzz(func(t *testing.T, text string) {
		k := kindOfLink(text)
		if strings.HasPrefix(text, "/") && k != kindReady {
			t.Errorf("%q: %q", text, k)
		}
		if strings.HasPrefix(text, "anon_inode:") && k == kindReady {
			t.Errorf("%q: always ready", text)
		}
	})
}
