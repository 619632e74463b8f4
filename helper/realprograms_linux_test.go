package helper

import (
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// The answers of the plays.

func readsAlone(program string) told {
	return told{state: client.Waiting, program: program, exclusive: ptr(true), scope: client.ScopeJob}
}

func (w told) secretly(s client.Secret) told { w.secret = s; return w }
func (w told) leads(yes bool) told           { w.leader = &yes; return w }
func (w told) inTime() told                  { w.timed = ptr(true); return w }

var works = told{state: client.Running}

func sh(script string) []string { return []string{"sh", "-c", script} }

func python(script string) []string { return []string{"python3", "-c", script} }

func TestRealShells(t *testing.T) {
	prompt := func(program string) told { return readsAlone(program).leads(true) }
	job := func(program string, argv ...string) play {
		return play{name: program, argv: argv, acts: []act{
			{"", "READY ", prompt(program)},
			{"half a li", "li", prompt(program)},
			{"\x15sh -c 'echo ST''ART; exec sleep 60'\n", "START", works},
			{"\x03", "READY ", prompt(program)},
			{"cat\n", "cat", readsAlone("cat").leads(false)},
		}}
	}
	fish := job("fish", "fish", "--no-config", "-i", "-C", "function fish_prompt; echo -n 'READY '; end")
	for _, p := range []play{
		job("bash", "bash", "--norc", "--noprofile", "-i"),
		job("zsh", "zsh", "-f", "-i"),
		job("dash", "dash", "-i"),
		fish,
		{name: "bash read", argv: []string{"bash", "-c", "read -p 'Name? ' x; :"}, acts: []act{{"", "Name? ", readsAlone("bash").secretly(client.SecretNo).leads(true)}}},
		{name: "bash read -s", argv: []string{"bash", "-c", "read -s -p 'Key? ' x; :"}, acts: []act{{"", "Key? ", readsAlone("bash").secretly(client.SecretYes)}}},
		{name: "bash read -t", argv: []string{"bash", "-c", "read -t 300 -p 'Name? ' x; :"}, acts: []act{{"", "Name? ", readsAlone("bash").inTime()}}},
		{name: "dash read", argv: []string{"dash", "-c", "printf 'Na''me? '; read x; echo GOT; sleep 60"}, acts: []act{
			{"", "Name? ", readsAlone("dash")},
			{"bob\n", "GOT", works},
		}},
	} {
		t.Run(p.name, p.perform)
	}
}

func TestRealPython(t *testing.T) {
	asyncio := `
import asyncio, sys
async def main():
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print("READY", flush=True)
    await reader.readline()
    print("GOT", flush=True)
    sys.stdin.close(); await asyncio.sleep(60)
asyncio.run(main())`
	for _, p := range []play{
		{name: "prompt", argv: []string{"python3", "-q", "-i", "-I"}, acts: []act{
			{"", ">>> ", readsAlone("python3")},
			{"import time; print('ST' + 'ART'); time.sleep(60)\n", "START", works},
		}},
		{name: "input", argv: python("input('Na' 'me? ')"), acts: []act{{"", "Name? ", readsAlone("python3").secretly(client.SecretNo)}}},
		{name: "getpass", argv: python("import getpass; getpass.getpass('Secret? ')"), acts: []act{{"", "Secret? ", readsAlone("python3").secretly(client.SecretYes)}}},
		{name: "asyncio", argv: python(asyncio), acts: []act{{"", "READY", readsAlone("python3")}}},
		// The question goes into the pipe: nobody sees it.
		{name: "hidden prompt", argv: sh("echo READY; python3 -c 'input(\"Proceed? \")' 2>&1 | tail -n 20"), needs: []string{"python3"}, acts: []act{{"", "READY", readsAlone("python3")}}},
	} {
		t.Run(p.name, p.perform)
	}
}

func TestRealScreens(t *testing.T) {
	for _, p := range []play{
		{name: "less", argv: sh("seq 1000 | less"), needs: []string{"less"}, acts: []act{{"", "20", readsAlone("less").secretly(client.SecretMaybe)}, {"/", "/", readsAlone("less")}}},
		{name: "vim", argv: []string{"vim", "-u", "NONE", "-i", "NONE", "-n"}, acts: []act{
			{"", "~", readsAlone("vim")},
			{"ihalf", "half", readsAlone("vim")},
			{"\x1b:!echo ST''ART; exec sleep 60\r", "START", works},
		}},
		{name: "vim -c term", argv: []string{"vim", "-u", "NONE", "-i", "NONE", "-n", "-c", "term cat"}, acts: []act{
			{"", "cat", told{state: client.Waiting, program: "vim", exclusive: ptr(false), also: "pty"}},
		}},
		{name: "nano", argv: []string{"nano", "-I", "file"}, acts: []act{{"", "nano", readsAlone("nano")}}},
		// Its subshell waits at a prompt, too, while the panels are shown: either may be named.
		{name: "mc", argv: []string{"env", "SHELL=/bin/bash", "mc", "-x"}, needs: []string{"mc"}, acts: []act{
			{"", "Quit", told{state: client.Waiting, bare: true}},
			{"sh -c 'echo ST''ART; exec sleep 60'\n", "START", works},
			{"\x03", "", told{state: client.Waiting, bare: true}},
		}},
		{name: "dialog", argv: []string{"dialog", "--msgbox", "hello there", "8", "30"}, acts: []act{{"", "hello", readsAlone("dialog")}}},
		{name: "dialog --pause", argv: []string{"dialog", "--pause", "counting down", "10", "40", "60"}, acts: []act{{"", "counting", works}}},
		{name: "whiptail", argv: []string{"whiptail", "--msgbox", "hello there", "8", "30"}, acts: []act{{"", "hello", readsAlone("whiptail")}}},
		{name: "fzf", argv: sh("seq 5 | fzf"), needs: []string{"fzf"}, acts: []act{{"", "5/5", told{state: client.Waiting, program: "fzf", scope: client.ScopeJob}}}},
		{name: "gdb", argv: []string{"gdb", "-q", "-nx", "cat"}, acts: []act{
			{"", "(gdb) ", readsAlone("gdb")},
			{"set startup-with-shell off\nrun\n", "Starting program", readsAlone("cat")},
		}},
	} {
		t.Run(p.name, p.perform)
	}
}
