package service

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// followAll watches every terminal of the caller, those opened later included.
// The end of a terminal is an event, and not the end of the watch.
func (c *connection) followAll(ctx context.Context, call *varlink.Call, in watchIn, emit func(client.Event) error) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	a := &allTerminals{c: c, call: call, in: in, allEvents: allEvents{end: end, emit: emit}, watched: map[terminalID]bool{}, again: make(chan struct{}, 1)}
	defer a.close()
	if in.TimeoutMS > 0 {
		stop := time.AfterFunc(in.options().Timeout, a.timeout)
		defer stop.Stop()
		a.in.TimeoutMS = 0
	}
	return a.run(ctx)
}

// run looks for new terminals when the kernel tells of some, or else now and
// then, until ctx is done.
func (a *allTerminals) run(ctx context.Context) error {
	opened, end, told := a.c.w.hub.Opened()
	defer end()
	slaves := time.NewTicker(newTerminals)
	defer slaves.Stop()
	if told {
		slaves.Stop()
	}
	consoles := time.NewTicker(newConsoles)
	defer consoles.Stop()
	a.look(ctx, helper.EachTerminal)
	for {
		each, rest := helper.EachSlave, newTerminals/10 // anybody may open terminals all the time
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-consoles.C:
			each = helper.EachTerminal
		case <-opened:
		case <-a.again:
			rest = newTerminals // a watch may end as soon as it has begun
		case <-slaves.C:
		}
		a.look(ctx, each)
		time.Sleep(rest)
	}
}

// allTerminals is one watch of all terminals.
type allTerminals struct {
	allEvents
	c       *connection
	call    *varlink.Call
	in      watchIn
	watched map[terminalID]bool // guarded by mu
	again   chan struct{}       // a watch ended: its terminal's number may be another's
}

// newConsoles is how often it is looked for consoles, which takes a list of all
// processes.
const newConsoles = 5 * time.Second

// terminalID tells terminals apart for as long as they live.
type terminalID struct {
	dev, ino, rdev uint64
}

// look begins to watch the terminals that are not watched yet.
func (a *allTerminals) look(ctx context.Context, each func(helper.Caller, func(fd int) error) error) {
	_ = each(helper.Caller{UID: a.c.uid}, func(fd int) error {
		var s unix.Stat_t
		if unix.Fstat(fd, &s) != nil {
			return nil
		}
		id := terminalID{s.Dev, s.Ino, s.Rdev}
		if a.begin(id) {
			a.follow(ctx, id, fd)
		}
		return nil
	})
}

func (a *allTerminals) begin(id terminalID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.watched[id] || len(a.watched) > 0 && !a.c.w.beginWatch() {
		return false
	}
	a.watched[id] = true
	return true
}

// follow watches one of the terminals in a goroutine of its own.
func (a *allTerminals) follow(ctx context.Context, id terminalID, fd int) {
	dup, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		a.forget(id)
		return
	}
	go func() {
		err := a.c.follow(ctx, a.call, a.in, dup, func(e client.Event) error { return a.event(e) })
		_ = unix.Close(dup)
		a.forget(id)
		if err != nil && !errors.Is(err, errOne) && !notOne(err) {
			a.end(err)
		}
	}()
}

// forget makes the terminal one to begin with again.
func (a *allTerminals) forget(id terminalID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.watched, id)
	select {
	case a.again <- struct{}{}:
	default:
	}
	if len(a.watched) > 0 {
		a.c.w.endWatch()
	}
}
