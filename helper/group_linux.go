package helper

import (
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/procfs"
)

type terminalID = procfs.Identity

// groupKey is what watches must have in common to share a look.
type groupKey struct {
	id     terminalID
	caller Caller
	policy Policy
}

// group is the watches of one terminal by one caller.
type group struct {
	key      groupKey
	slave    int              // an O_PATH descriptor of the slave, which keeps nothing open
	term     *procfs.Terminal // of that descriptor
	last     client.Answer    // that looks gave
	subs     map[*subscription]struct{}
	inner    map[terminalID]bool // terminals behind relays, as of the last look
	next     time.Time
	pause    time.Duration
	used     time.Time     // when the terminal was last
	rumoured time.Time     // when a use of some terminal last made it due
	looking  bool          // a look is under way
	telling  bool          // somebody is to be told something by that look even if nothing has changed
	peeked   int           // looks in a row that could not tell a wait from a mere look for keys
	took     time.Duration // the shorter of the last two looks
	lastTook time.Duration
	earliest time.Time // the next look's time at the soonest
}

// A look that takes longer than costly is made beside others, and takes one part of
// costShare of the time at most, also while the terminal is used. While it is not,
// that goes for half as much.
const (
	costly    = 2 * time.Millisecond
	costShare = 8
)

// begin marks a look as under way.
func (g *group) begin(now time.Time) {
	g.looking, g.telling = true, false
	for s := range g.subs {
		g.telling = g.telling || s.watch.telling(now)
	}
}

// newGroup takes the slave of the terminal behind a descriptor.
func newGroup(w Watch, fd int) (*group, error) {
	t, err := procfs.FromDescriptor(fd)
	if err != nil {
		return nil, terminalError(err)
	}
	defer t.Close()
	slave, err := t.DupSlave()
	if err != nil {
		return nil, err
	}
	own, err := procfs.FromDescriptor(slave)
	if err != nil {
		_ = unix.Close(slave)
		return nil, terminalError(err)
	}
	return &group{
		key:   groupKey{t.ID, w.Caller, w.Policy},
		slave: slave, term: own, subs: map[*subscription]struct{}{}, pause: quickest,
	}, nil
}

func (g *group) close() { _ = unix.Close(g.slave) }

func (g *group) remove(s *subscription) { delete(g.subs, s) }

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

// question is the group's.
func (g *group) question(c *Cache) *Question {
	return &Question{Caller: g.key.caller, Policy: g.key.policy, Cache: c, watched: true}
}

// rests reports that the job of the last look is proven to be still at work, as far
// as is enough where nobody is to be told anything. That takes a fraction of a look
// and cannot get stuck.
func (g *group) rests(c *Cache) bool {
	if g.last.State != client.Running {
		return false
	}
	prove := c.Works
	if g.telling {
		prove = c.Rests
	}
	return prove(g.term, g.question(c).asker(g.term))
}

// ask looks at the terminal by its slave.
func (g *group) ask(c *Cache) (s sight) {
	if _, err := g.term.Check(); err != nil {
		return sight{err: terminalError(err)}
	}
	q := g.question(c)
	q.repeats = true
	s.answer, _, s.err = q.about(g.term)
	s.inner, s.unsure = q.inner, q.unsure
	return s
}

// sight is what a look of the hub told.
type sight struct {
	answer client.Answer
	inner  map[terminalID]bool
	unsure bool
	err    error
}

// tell tells the watches that began before the look; true: it was news. The caller
// holds the hub's lock.
func (g *group) tell(seen sight, begun, now time.Time) (changed bool) {
	g.last = seen.answer
	for s := range g.subs {
		if s.watch.seen.After(begun) { // it knows better
			continue
		}
		changed = s.see(seen.answer, seen.err, now) || changed
		if s.over {
			g.remove(s)
		}
	}
	return changed
}

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

// stalled tells the watches that a look got stuck.
func (g *group) stalled(h *Hub) {
	for _, tell := range g.stuck(h) {
		tell()
	}
}

func (g *group) stuck(h *Hub) (list []func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range g.subs {
		if s.stuck != nil {
			list = append(list, s.stuck)
		}
	}
	return list
}

// gone reports that the terminal was closed; its identity may be another's by
// now.
func (g *group) gone() bool {
	t, err := procfs.FromDescriptor(g.slave)
	if err != nil {
		return true
	}
	defer t.Close()
	_, err = t.Check()
	return err != nil
}

// subscription is one watch in a group.
type subscription struct {
	watch  *watch
	events chan client.Event
	err    error
	over   bool
	stuck  func()
}

// see takes an answer and queues what is to be reported.
func (s *subscription) see(a client.Answer, err error, now time.Time) bool {
	if s.over {
		return false
	}
	if err != nil {
		s.finish(err)
		return true
	}
	e, report := s.watch.see(a, now)
	if report {
		s.queue(e)
	}
	return report
}

// finish ends the watch with an error, or with the terminal's end.
func (s *subscription) finish(err error) {
	if errors.Is(err, client.ErrGone) {
		s.queue(client.Event{
			Answer: client.Answer{State: client.NoForeground, Terminal: s.watch.pending.Terminal},
			Ended:  client.EndedGone,
		})
		return
	}
	s.err, s.over = err, true
	close(s.events)
}

// queue adds an event; of a watch that nobody follows fast enough the oldest
// is lost.
func (s *subscription) queue(e client.Event) {
	if e.Ended != "" {
		s.over = true
	}
	for {
		select {
		case s.events <- e:
			if s.over {
				close(s.events)
			}
			return
		default:
			select {
			case <-s.events:
			default:
			}
		}
	}
}
