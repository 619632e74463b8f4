package helper

import (
	"fmt"

	"github.com/rt-helper/rt-helper/client"
)

// Each sentence says what stands in the way and what can be done.

func otherUser(m member) string {
	return fmt.Sprintf("the job has a member that runs as another user (process %d); ask as root, or run the service with --policy session", m.PID)
}

// detailOf completes a leaf's sentence with the remedy of its reason.
func detailOf(r client.Reason, what string) string {
	switch r {
	case client.ReasonNotPermitted:
		return what + "; ask the service, or as root"
	case client.ReasonHelperMissing:
		return what + "; a running service can: see rt-helper doctor"
	case client.ReasonPtraceScope:
		return what + "; kernel.yama.ptrace_scope forbids it: ask the service, or see rt-helper doctor"
	case client.ReasonUnsupported:
		return what + "; see rt-helper doctor for what this kernel lacks"
	case client.ReasonTooBig:
		return what + "; more than is looked at within one question"
	case client.ReasonIOUring:
		return what + "; only the program itself knows"
	case client.ReasonMultiplexer:
		return what + "; ask about the terminal of the window instead"
	case client.ReasonStalledTarget:
		return what + "; ask again"
	case client.ReasonAmbiguousTerminal:
		return what
	}
	return what
}
