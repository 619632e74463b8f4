package helper

import (
	"context"
	"fmt"
	"os"

	"github.com/rt-helper/rt-helper/kdebug"
)

// tracedCheckup looks at what answers on macOS depend on.
func tracedCheckup(k kdebug.Kernel) []Check {
	return []Check{traceRights(os.Geteuid()), traceHolder(k), processList(k), {
		Name: "system", Level: Limited, Found: "the look at processes follows the published source of macOS 11 to 15, and was never run on a Mac",
		Remedy: "sudo rt-helper selftest shows what is right on this one",
	}}
}

func traceRights(uid int) Check {
	c := Check{Name: "rights", Found: fmt.Sprintf("user %d, may trace and look at every process", uid)}
	if uid != 0 {
		c.Level, c.Found = Limited, fmt.Sprintf("user %d, may look at own processes only, and not trace", uid)
		c.Remedy = "only waits on kqueues are seen; install the service: rt-helper install"
	}
	return c
}

// traceHolder tells who has the machine's one trace.
func traceHolder(k kdebug.Kernel) Check {
	c := Check{Name: "trace"}
	h, err := kdebug.ReadHolder(k)
	switch {
	case err != nil:
		c.Level, c.Found, c.Remedy = Broken, err.Error(), "this kernel has no trace to look at"
	case h.Kind == kdebug.HolderNone:
		c.Found = "nobody traces"
	case h.Blocks() && h.Program != ownProgram:
		c.Level, c.Found = Limited, (&kdebug.BusyError{Holder: h}).Error()
		c.Remedy = "nothing else can trace meanwhile: end that tool"
	default:
		c.Found = fmt.Sprintf("held by %s (%s)", h.Program, h.Kind)
	}
	return c
}

// ownProgram is this program's name as the kernel shows it.
const ownProgram = "rt-helper"

// processList asks for the processes of a terminal that does not exist.
func processList(k kdebug.Kernel) Check {
	c := Check{Name: "proc_info", Found: "lists processes"}
	if _, err := kdebug.New(k, kdebug.Options{}).Look(context.Background(), kdebug.Query{Terminal: ttySlave<<24 | 0xffffff}); err != nil {
		c.Level, c.Found, c.Remedy = Broken, err.Error(), "jobs cannot be found on this system"
	}
	return c
}
