package selftest

import "github.com/rt-helper/rt-helper/client"

// realRows are programs that are found on most machines.
func realRows() []row {
	reader := func(program string, leader flag) want {
		return want{state: client.Waiting, exclusive: yes, program: program, leader: leader, scope: client.ScopeJob}
	}
	via := want{state: client.Waiting, program: "cat", via: []string{"script"}}
	return []row{
		runs("shell-prompt", "READY", reader("bash", yes), "bash", "--norc", "--noprofile", "-i"),
		runs("shell-read", "READY", reader("bash", yes), "bash", "-c", "echo READY; read x; :"),
		runs("shell-job", "READY", reader("cat", no), "bash", "-m", "-c", "echo READY; cat; :"),
		runs("shell-pipeline", "READY", reader("cat", no), "bash", "-m", "-c", "echo READY; cat | sleep 60; :"),
		// The reader in the background is stopped at its first try.
		runs("shell-background", "READY", want{state: client.Running}, "bash", "-m", "-c", "cat & echo READY; sleep 60; :"),
		runs("script-waits", "READY", via, "script", "-q", "-c", "echo READY; exec cat", "/dev/null"),
		runs("script-works", "READY", want{state: client.Running}, "script", "-q", "-c", "echo READY; exec sleep 60", "/dev/null"),
	}
}

// setuidRows are password prompts: the reader runs as root for an unprivileged user.
func setuidRows() []row {
	prompt := func(program string, argv ...string) row {
		w := want{state: client.Waiting, program: program, secret: client.SecretYes, echo: no}
		return runs(program+"-prompt", "assword", w, append([]string{program}, argv...)...).
			needing(needs{programs: []string{program}, setuid: true})
	}
	return []row{
		prompt("su", "root", "-c", "true"),
		prompt("passwd"),
		prompt("sudo", "-k", "true"),
	}
}
