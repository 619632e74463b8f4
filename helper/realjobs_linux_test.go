package helper

import (
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
		{name: "type-ahead", argv: sh("echo START; read go; sleep 2; read x; echo GOT; read y"), acts: []act{
			{"", "START", readsAlone("sh")},
			{"go\nx\n", "x", works},
			{"", "GOT", readsAlone("sh")},
		}},
		{name: "half a line", argv: []string{"cat"}, acts: []act{{"half a li", "half a li", readsAlone("cat")}}},
		{name: "sleep", argv: sh("echo START; exec sleep 60"), acts: []act{{"", "START", works}, {"typed\n", "typed", works}}},
	} {
		t.Run(p.name, p.perform)
	}
}
