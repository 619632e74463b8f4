package helper

import (
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
