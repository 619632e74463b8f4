package helper

import (
	"fmt"
	"slices"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

// behind follows a proven reader that waits for a master, too: it may be a
// relay, whose answer is that of the terminal behind it. Only kqueues show
// that: a relay that uses select or poll is in a mixed set.
func (l *tracedLooker) behind(t tty, p kdebug.Process, m *member) {
	th, ok := bestWait(p.Threads)
	if !ok || m.Find.Verdict != proven {
		return
	}
	masters := mastersIn(th)
	if len(masters) != 1 {
		m.Find.Pty = len(masters) > 1
		return
	}
	device, _ := masters[0].Slave()
	inner, err := ttyAt(l.cache.nodes, ttyPath(device&0xffffff))
	if err != nil {
		m.Find.Verdict = cannotTell
		m.Find.Problem = problem{client.ReasonNotPermitted, detailOf(client.ReasonNotPermitted, err.Error())}
		return
	}
	a := l.inner(t, inner)
	// A terminal without a job must not be opened, not even for its size.
	if a.State != client.NoForeground && !l.relays(t, inner, m) {
		m.Find.Pty = true
		return
	}
	m.Find.Inner = &a
}

// relays tells a relay from a user interface with a terminal inside.
func (l *tracedLooker) relays(t, inner tty, m *member) bool {
	outside, err := l.line(t)
	if err != nil {
		return false
	}
	inside, err := l.cache.line(inner)
	return err == nil && passesOn(outside.Size, inside.Size, m.Find.Settings)
}

// inner asks about the terminal behind a relay.
func (l *tracedLooker) inner(t, behind tty) client.Answer {
	above := append(slices.Clone(l.above), t.ID)
	if len(above) > maxRelays || slices.Contains(above, behind.ID) {
		return unknown(problem{client.ReasonTooBig, fmt.Sprintf("more than %d relays, one behind the other", maxRelays)})
	}
	next := tracedLooker{cache: l.cache, caller: l.caller, policy: l.policy, ctx: l.ctx, above: above, notes: l.notes}
	a, err := next.ask(behind)
	if err != nil {
		return client.Answer{State: client.NoForeground}
	}
	return a
}
