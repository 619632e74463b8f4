package helper

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
)

// nobody is a user without privileges.
const nobody = 65534

// Programs that say when they have begun, and so when the way to them is open.
const (
	startCat   = "echo START; exec cat"
	startSleep = "echo START; exec sleep 60"
)

func catBehind(via ...string) told {
	return told{state: client.Waiting, program: "cat", via: via, secret: client.SecretNo}
}

// turns has a program behind a relay that waits, one that works, and one that
// works, asks, and works again.
func turns(want told, argv func(script string) []string) []play {
	asking := want
	asking.program = "" // some shell
	list := []play{
		{name: "waiting", argv: argv(startCat), acts: []act{{"", "START", want}, {"a line\n", "a line", want}}},
		{name: "working", argv: argv(startSleep), acts: []act{{"", "START", works}, {"a line\n", "a line", works}}},
		{name: "asking", argv: argv("echo START; read go <go; echo ASKING; read x; echo GOT; sleep 60"), acts: []act{
			{"", "START", works}, {feed, "ASKING", asking}, {"a line\n", "GOT", works},
		}},
	}
	for i := range list {
		list[i].ready = makeFifo
	}
	return list
}

func makeFifo(t *testing.T, s *stage) {
	path := filepath.Join(s.dir, "go")
	if err := errors.Join(unix.Mkfifo(path, 0o666), os.Chmod(path, 0o666)); err != nil {
		t.Fatal(err)
	}
	s.write(t, "screens/.keep", "")
	s.env = append([]string{"SCREENDIR=" + filepath.Join(s.dir, "screens")}, s.env...)
}

func TestRealRelays(t *testing.T) {
	for name, plays := range map[string][]play{
		"script": turns(catBehind("script"), func(s string) []string { return []string{"script", "-q", "-c", s, "/dev/null"} }),
		"script in script": turns(catBehind("script", "script"), func(s string) []string {
			return []string{"script", "-q", "-c", "exec script -q -c '" + s + "' /dev/null", "/dev/null"}
		}),
		"expect": turns(catBehind("expect"), func(s string) []string {
			return []string{"expect", "-c", "spawn -noecho sh -c {" + s + "}; interact"}
		}),
		"rlwrap": turns(catBehind("rlwrap"), func(s string) []string { return []string{"rlwrap", "sh", "-c", s} }),
		"socat": turns(catBehind("socat"), func(s string) []string {
			return []string{"socat", "-,raw,echo=0", `EXEC:"sh -c \"` + s + `\"",pty,stderr,setsid,ctty`}
		}),
		"socat without a session": turns(catBehind("socat"), func(s string) []string {
			return []string{"socat", "-,raw,echo=0", `EXEC:"sh -c \"` + s + `\"",pty,stderr`}
		}),
		"pty.spawn": turns(catBehind("python3"), func(s string) []string {
			return python("import pty; pty.spawn(['sh', '-c', '" + s + "'])")
		}),
	} {
		t.Run(name, func(t *testing.T) {
			for _, p := range plays {
				t.Run(p.name, p.perform)
			}
		})
	}
}

// TestRealPrivilege has programs that take root, or become it.
func TestRealPrivilege(t *testing.T) {
	prompt := func(program, text string, argv ...string) []play {
		want := told{state: client.Waiting, program: program, secret: client.SecretYes, scope: client.ScopeJob, exclusive: ptr(true)}
		return []play{{name: "prompt", argv: argv, uid: nobody, acts: []act{{"", text, want}}}}
	}
	outside := told{state: client.Waiting, program: "cat", scope: client.ScopeOutside}
	for name, plays := range map[string][]play{
		"sudo":         turns(catBehind("sudo"), func(s string) []string { return []string{"sudo", "-n", "sh", "-c", s} }),
		"sudo -u":      turns(catBehind("sudo"), func(s string) []string { return []string{"sudo", "-n", "-u", "nobody", "sh", "-c", s} }),
		"sudo in sudo": turns(catBehind("sudo", "sudo"), func(s string) []string { return []string{"sudo", "-n", "sudo", "-n", "sh", "-c", s} }),
		"su -P":        turns(catBehind("su"), func(s string) []string { return []string{"su", "-P", "root", "-c", s} }),
		"su -c":        turns(outside, func(s string) []string { return []string{"su", "nobody", "-s", "/bin/sh", "-c", s} }),
		"sudo asks":    prompt("sudo", "assword", "sudo", "-k", "true"),
		"su asks":      prompt("su", "assword", "su", "root", "-c", "true"),
		"passwd asks":  prompt("passwd", "assword", "passwd"),
	} {
		t.Run(name, func(t *testing.T) {
			if os.Getuid() != 0 {
				t.Skip("root required: sudo and su ask nobody else for nothing")
			}
			for _, p := range plays {
				t.Run(p.name, p.perform)
			}
		})
	}
}

// TestRealOutside has readers outside the foreground job.
func TestRealOutside(t *testing.T) {
	outside := told{state: client.Waiting, program: "cat", scope: client.ScopeOutside}
	for _, p := range turns(outside, func(s string) []string { return []string{"setsid", "-f", "-w", "sh", "-c", s} }) {
		t.Run("setsid/"+p.name, p.perform)
	}
	gpg := play{
		argv: sh("GPG_TTY=$(tty) exec gpg --no-symkey-cache -o /dev/null -c file"), needs: []string{"gpg", "pinentry-curses"},
		ready: func(t *testing.T, s *stage) {
			pinentry, _ := exec.LookPath("pinentry-curses")
			s.write(t, "file", "text")
			s.write(t, ".gnupg/gpg-agent.conf", "pinentry-program "+pinentry+"\n")
		},
		acts: []act{{"", "assphrase", told{state: client.Waiting, program: "pinentry-curses"[:15], scope: client.ScopeOutside, secret: client.SecretMaybe}}},
	}
	t.Run("gpg", gpg.perform)
}

// write makes a file in the stage's directory.
func (s *stage) write(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRealMultiplexers asks about the terminal on which a multiplexer is shown.
func TestRealMultiplexers(t *testing.T) {
	window := func(program string) told {
		return told{state: client.Waiting, program: "cat", via: []string{program}, scope: client.ScopeOutside}
	}
	tmux := func(s string) []string { return []string{"tmux", "-f", "/dev/null", "-S", "tmux", "new-session", s} }
	screen := func(s string) []string { return []string{"screen", "-c", "/dev/null", "sh", "-c", s} }
	for name, plays := range map[string][]play{
		"tmux":   turns(window("tmux: server"), tmux),
		"screen": turns(window("screen"), screen),
	} {
		for _, p := range plays {
			t.Run(name+"/"+p.name, p.perform)
		}
	}
	two := play{argv: tmux(startCat), acts: []act{
		{"", "START", window("tmux: server")},
		{"\x02%", "│", told{state: client.Unknown, reason: client.ReasonMultiplexer}},
	}}
	t.Run("tmux/two panes", two.perform)
}
