package helper

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestRealJobs is about which processes are the foreground job.
func TestRealJobs(t *testing.T) {
	bash := []string{"bash", "--norc", "--noprofile", "-i"}
	prompt := readsAlone("bash").leads(true)
	for _, p := range []play{
		{name: "job control", argv: bash, acts: []act{
			{"", "READY ", prompt},
			{"cat\n", "cat\r\n", readsAlone("cat").leads(false)},
			{"\x1a", "READY ", prompt},
			{"fg\n", "cat\r\n", readsAlone("cat").leads(false)},
			{"\x03", "READY ", prompt},
			{"sh -c 'echo ST''ART; exec sleep 60'\n", "START", works},
			{"\x1a", "READY ", prompt},
			{"fg\n", "sleep 60'\r\n", works},
		}},
		{name: "a reader in the background", argv: bash, acts: []act{
			{"", "READY ", prompt},
			{"cat & sh -c 'echo ST''ART; exec sleep 60'\n", "START", works},
			{"\x03", "READY ", prompt},
		}},
		{name: "stopped by itself", argv: sh("echo START; kill -STOP $$; cat"), acts: []act{{"", "START", told{state: client.Stopped}}}},
		{name: "timeout", argv: []string{"timeout", "60", "cat"}, acts: []act{{"x\n", "x", readsAlone("cat")}}},
		// timeout moves to a group of its own, so cat is stopped at its first try.
		{name: "timeout in a script", argv: sh("echo START; timeout 60 cat; :"), acts: []act{{"", "START", works}}},
		{name: "timeout --foreground", argv: sh("echo START; timeout --foreground 60 cat; :"), acts: []act{{"", "START", readsAlone("cat")}}},
		{name: "the first of a pipeline reads", argv: sh("echo START; cat | sleep 60"), acts: []act{{"", "START", readsAlone("cat")}}},
		{name: "the last of a pipeline reads the pipe", argv: sh("echo START; sleep 60 | cat"), acts: []act{{"", "START", works}}},
		{name: "xargs -p", argv: sh("echo a | xargs -p echo"), acts: []act{{"", "?...", told{state: client.Waiting, program: "xargs", exclusive: ptr(true)}}}},
		{name: "type-ahead", argv: sh("echo START; read go <go; read x; echo GOT; read y"), ready: makeFifo, acts: []act{
			{"x\n", "x", works},
			{feed, "GOT", readsAlone("sh")},
		}},
		{name: "half a line", argv: []string{"cat"}, acts: []act{{"half a li", "half a li", readsAlone("cat")}}},
		{name: "sleep", argv: sh("echo START; exec sleep 60"), acts: []act{{"", "START", works}, {"typed\n", "typed", works}}},
	} {
		t.Run(p.name, p.perform)
	}
}

// TestReal32Bit has a program of the 32-bit companion architecture, whose system
// calls have other numbers and layouts.
func TestReal32Bit(t *testing.T) {
	program := filepath.Join(publicDir(t), "probe32")
	build := exec.Command("go", "build", "-buildvcs=false", "-o", program, "../cmd/rt-helper")
	companion := map[string]string{"amd64": "386", "arm64": "arm"}[runtime.GOARCH]
	build.Env = append(os.Environ(), "GOARCH="+companion, "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("no 32-bit program could be built: %v\n%s", err, out)
	}
	if err := exec.Command(program, "version").Run(); err != nil {
		t.Skipf("32-bit programs do not run here: %v", err)
	}
	for mode, want := range map[string]told{
		"read": readsAlone("probe32"), "select": readsAlone("probe32"), "poll-timed": readsAlone("probe32").inTime(),
		"epoll": readsAlone("probe32"), "nanosleep": works, "select-except": works,
	} {
		p := play{argv: []string{program, "selftest-probe", mode}, acts: []act{{"", "READY " + mode, want}}}
		t.Run(mode, p.perform)
	}
}
