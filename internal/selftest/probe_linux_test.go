package selftest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestProgramsBlockAsTheTableSays starts the program of every row and checks in
// /proc that at each step it does what the row is about. Nothing of the product
// takes part.
func TestProgramsBlockAsTheTableSays(t *testing.T) {
	o := options(t)
	o.Self32 = build32(t)
	for _, r := range rows() {
		t.Run(r.name, func(t *testing.T) {
			if reason := r.needs.missing(o); reason != "" {
				t.Skip(reason)
			}
			t.Parallel()
			followRow(t, r, o)
		})
	}
}

func followRow(t *testing.T, r row, o Options) {
	p, err := start(r, o)
	if reason, skip := cannotStart(err); skip {
		t.Skip(reason)
	}
	if err != nil {
		t.Fatal(err)
	}
	left := func() []task { return nil }
	defer func() {
		p.end()
		eventually(t, "it leaves nothing behind", func() bool { return len(left()) == 0 })
	}()
	for i, s := range r.steps {
		var skip skipError
		if err := p.perform(context.Background(), s, o.Patience); errors.As(err, &skip) {
			t.Skip(skip.reason)
		} else if err != nil {
			t.Fatalf("step %d: %v", i+1, err)
		}
		if !eventually(t, "step does as the table says: "+s.in, func() bool { return holds(t, r, s, p) }) {
			t.Fatalf("step %d: %+v", i+1, snapshot(t, p))
		}
		time.Sleep(10 * time.Millisecond)
		if !holds(t, r, s, p) {
			t.Fatalf("step %d: it did not stay so: %+v", i+1, snapshot(t, p))
		}
	}
	left = survivors(snapshot(t, p))
}

func snapshot(t *testing.T, p *program) []task {
	if p.cmd == nil {
		return nil
	}
	return tasks(t, p.cmd.Process.Pid)
}

// survivors lists those of the tasks that are still there and no zombies. (A
// number can be given out again, but hardly in so short a time.)
func survivors(before []task) func() []task {
	return func() []task {
		var alive []task
		for _, b := range before {
			for _, now := range threads(b.pid) {
				if now.tid == b.tid && now.program == b.program && now.state != "Z" {
					alive = append(alive, now)
				}
			}
		}
		return alive
	}
}

func eventually(t *testing.T, what string, ok func() bool) bool {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("never: %s", what)
			return false
		}
	}
	return true
}

// build32 builds this test binary for the 32-bit companion; "" if there is none.
func build32(t *testing.T) string {
	if runtime.GOARCH != "amd64" || testing.Short() {
		return ""
	}
	goTool, err := exec.LookPath("go")
	if _, noSource := os.Stat("probe.go"); err != nil || noSource != nil {
		t.Logf("no 32-bit rows: %v", errors.Join(err, noSource))
		return ""
	}
	path := filepath.Join(t.TempDir(), "probe32")
	cmd := exec.Command(goTool, "test", "-c", "-o", path, ".")
	cmd.Env = append(os.Environ(), "GOARCH=386", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build for 386: %v\n%s", err, out)
	}
	return path
}

// holds checks one step of a running program.
func holds(t *testing.T, r row, s step, p *program) bool {
	all := snapshot(t, p)
	switch {
	case p.cmd == nil:
		group, err := p.term.ForegroundGroup()
		return err == nil && group == 0
	case s.want.state == client.Stopped:
		return !slices.ContainsFunc(all, func(k task) bool { return k.state != "T" })
	case r.mode == "":
		return realHolds(s, p, all)
	case s.in == "":
		return slices.ContainsFunc(all, func(k task) bool { return k.state == "R" })
	default:
		return probeHolds(r, s, all)
	}
}
