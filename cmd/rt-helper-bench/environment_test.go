package main

import (
	"bytes"
	"testing"
)

func TestVariable(t *testing.T) {
	for _, c := range []struct{ env, want string }{
		{"", ""},
		{"X=1\x00NAME=/a b\x00", "/a b"},
		{"NAME=\x00", ""},
		{"NAME=1\x00NAME=2", "2"},
		{"OTHERNAME=1\x00NAMES=2\x00", ""},
	} {
		if got := variable([]byte(c.env), "NAME"); got != c.want {
			t.Errorf("variable(%q) = %q, want %q", c.env, got, c.want)
		}
	}
}

func FuzzVariable(f *testing.F) {
	f.Add([]byte("A=1\x00NAME=2\x00"))
	f.Fuzz(func(t *testing.T, env []byte) {
		v := variable(env, "NAME")
		if v != "" && !bytes.Contains(env, []byte("NAME="+v)) {
			t.Errorf("%q is not in %q", v, env)
		}
	})
}
