package helper

import "time"

// This file says when a group is looked at next.

// A look that takes longer than costly is made beside others, and takes one part of
// costShare of the time at most, also while the terminal is used. While it is not,
// that goes for half as much.
const (
	costly    = 2 * time.Millisecond
	costShare = 8
)

// hurry makes the group due: somebody used the terminal. A program that has
// printed a prompt mostly reads before anybody else gets to run; if it does not,
// the next looks come soon.
func (g *group) hurry(now time.Time) {
	g.used = now
	g.due(now)
}

func (g *group) due(now time.Time) {
	g.pause = quickest
	if soon := later(now, g.earliest); soon.Before(g.next) {
		g.next = soon
	}
}

// lively is for how long after a use of the terminal looks are not made less
// often.
const lively = time.Millisecond

// rumour is hurry where it is not known which terminal was used. Anybody can
// cause that as often as he likes, so it counts once in a while only.
func (g *group) rumour(now time.Time, every time.Duration) {
	if now.Sub(g.rumoured) >= every {
		g.rumoured = now
		g.due(now)
	}
}

// rumourEvery is how often a rumour makes each of so many groups due: so that the
// looks take a twentieth of the time.
func rumourEvery(groups int) time.Duration {
	return min(max(time.Duration(groups)*rumourCost, 2*time.Millisecond), 20*time.Millisecond)
}

const rumourCost = 500 * time.Microsecond

// peeks reports that nobody is to be told of a look that cannot tell a wait from a
// mere look for keys, and sets the next one's time. After some in a row it is a
// wait.
func (g *group) peeks(s sight, now time.Time) bool {
	if !s.unsure || s.err != nil || g.peeked >= len(peekPauses) {
		g.peeked = 0
		return false
	}
	g.next = now.Add(peekPauses[g.peeked])
	g.earliest = g.next
	g.peeked++
	return true
}

// pace sets the time of the next look: the soonest that a watch wants.
func (g *group) pace(changed bool, stretch int, now time.Time) {
	last, pause := g.pause, asleep
	if now.Sub(g.used) < lively {
		last = quickest / 2
	}
	for s := range g.subs {
		pause = min(pause, s.watch.pause(last, changed))
	}
	g.pause = pause
	g.next = together(now.Add(pause), pause)
	// What spares the processor, within what the watches allow.
	spare, sparing := time.Duration(0), time.Duration(0)
	if stretch > 1 {
		spare = quickest * time.Duration(stretch)
		sparing = min(pause*time.Duration(stretch), asleep)
	}
	if g.took > costly {
		spare = max(spare, costShare*g.took)
	}
	if g.took > costly/2 {
		sparing = max(sparing, 2*costShare*g.took)
	}
	most := asleep
	for s := range g.subs {
		most = min(most, s.watch.deadline())
	}
	g.earliest = now.Add(min(spare, most))
	g.next = later(g.next, now.Add(min(max(sparing, spare), most)))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// together moves a time that is not near forward, to one that other groups use
// as well: each waking costs more than a look. From then on the pause is kept.
func together(t time.Time, pause time.Duration) time.Time {
	if pause < slowest {
		return t
	}
	return t.Add(-time.Duration(t.UnixNano() % int64(pause))) // Truncate would go by the wall clock from here on
}
