package selftest

import (
	"slices"

	"github.com/rt-helper/rt-helper/client"
)

// probeHolds: one thread of the probe sleeps in the call of the step, with the
// descriptor of the step, and every other one in something that waits for no input.
func probeHolds(r row, s step, all []task) bool {
	numbers := numbersOf(r)
	name := s.in
	if r.mode == "select-old" {
		name = "select-old"
	}
	at := slices.IndexFunc(all, func(k task) bool {
		return k.state == "S" && k.number == numbers[name] && rightDescriptor(s, name, k.args)
	})
	if at < 0 || s.want.thread == yes && all[at].tid == all[at].pid {
		return false
	}
	for i, k := range all {
		if i != at && !quiet(k, numbers) {
			return false
		}
	}
	return r.mode != "thread-orphan" || leaderIsDead(all)
}

// quiet: a runtime thread between two futexes may be running; no thread may
// sleep in anything that waits for input.
func quiet(k task, numbers map[string]int) bool {
	if k.state != "S" {
		return true
	}
	// After a stop, a futex with a time limit goes on as restart_syscall.
	for _, name := range []string{"futex", "futex_time64", "nanosleep", "clock_nanosleep", "wait4", "restart_syscall"} {
		if number, ok := numbers[name]; ok && k.number == number {
			return true
		}
	}
	return false
}

func leaderIsDead(all []task) bool {
	return slices.ContainsFunc(all, func(k task) bool { return k.tid == k.pid && k.state == "Z" })
}

// rightDescriptor checks the argument that names the terminal, where one does.
func rightDescriptor(s step, name string, args []uint64) bool {
	if s.want.descriptor == nil {
		return true
	}
	fd := uint64(*s.want.descriptor)
	switch name {
	case "read", "readv", "preadv2", "splice":
		return args[0] == fd
	case "sendfile":
		return args[1] == fd
	case "select", "pselect6":
		return args[0] == fd+1
	default:
		return true
	}
}

// realHolds: a real program that works sleeps in a sleep; one that waits, in a call that can wait for a
// terminal; the settings of the terminal are as at a prompt, if it is one.
func realHolds(s step, p *program, all []task) bool {
	numbers := numbersOf(row{})
	if s.want.state == client.Running {
		return sleeps(all, numbers) && !slices.ContainsFunc(all, func(k task) bool { return k.program == "cat" && k.state != "T" })
	}
	waits := slices.ContainsFunc(all, func(k task) bool {
		for _, name := range []string{"read", "select", "pselect6", "poll", "ppoll", "splice"} {
			if number, ok := numbers[name]; ok && k.number == number && k.program == s.want.program && k.state == "S" {
				return true
			}
		}
		return false
	})
	if !waits || s.want.secret != client.SecretYes {
		return waits
	}
	modes, err := p.term.Modes()
	return err == nil && !modes.Echo && modes.Canonical
}

// sleeps: the foreground job is a sleep that has begun.
func sleeps(all []task, numbers map[string]int) bool {
	return slices.ContainsFunc(all, func(k task) bool {
		return k.program == "sleep" && k.state == "S" &&
			(k.number == numbers["nanosleep"] || k.number == numbers["clock_nanosleep"])
	})
}
