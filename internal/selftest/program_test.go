package selftest

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	o := Options{Self: "/self", Self32: "/self32"}
	for _, c := range []struct {
		row  row
		want []string
	}{
		{row{mode: "read"}, []string{"/self", ProbeCommand, "read"}},
		{row{mode: "read", needs: needs{bits32: true}}, []string{"/self32", ProbeCommand, "read"}},
		{row{argv: []string{"su", "root"}}, []string{"su", "root"}},
		{row{name: "no program"}, nil},
	} {
		if got := c.row.command(o); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.row, got, c.want)
		}
	}
}

func TestEnvironmentIsOurs(t *testing.T) {
	t.Setenv("LC_ALL", "de_DE.UTF-8") // prompts would be translated
	t.Setenv("ENV", "/somebody's/start-up file")
	t.Setenv("PATH", "/a/path")
	env := environment()
	for _, want := range []string{"PATH=/a/path", "LC_ALL=C"} {
		if !slices.Contains(env, want) {
			t.Errorf("%q lacks %s", env, want)
		}
	}
	if slices.ContainsFunc(env, func(s string) bool { return strings.HasPrefix(s, "ENV=") }) {
		t.Errorf("%q has what the caller had", env)
	}
	t.Setenv("PATH", "")
	if path := environment()[0]; !strings.Contains(path, "/bin") {
		t.Errorf("without a path it is %s", path)
	}
}

// TestNoDescriptorIsLeft: rows come and go, whether their program starts or not.
func TestNoDescriptorIsLeft(t *testing.T) {
	for _, self := range []string{"", "/nonexistent/program"} {
		for _, name := range []string{"read", "read-pipe", "read-other-terminal", "no-session"} {
			o := options(t)
			o.Only = []string{name}
			r := o.chosen()[0]
			o.Asker = knowing(r)
			if self != "" {
				o.Self = self
			}
			Run(context.Background(), o) // whatever is opened once only is open now
			before := descriptors(t)
			result := Run(context.Background(), o)
			if after := descriptors(t); after != before {
				t.Errorf("%s of %q: %d descriptors before, %d after: %+v", name, self, before, after, result.Rows)
			}
		}
	}
}

func descriptors(t *testing.T) int {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}
