package service

import (
	"context"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/internal/varlink"
	"github.com/rt-helper/rt-helper/procfs"
	"golang.org/x/sys/unix"
)

// watch answers now, and after each change. It has no deadline of its own.
func (c *connection) watch(ctx context.Context, call *varlink.Call) (any, *varlink.Error) {
	var in watchIn
	if fail := call.Decode(&in); fail != nil {
		return nil, fail
	}
	if name := in.wrong(); name != "" {
		return nil, varlink.InvalidParameter(name)
	}
	if !c.w.beginWatch() {
		return nil, c.denied(varlink.NewError(varlink.Busy, "too many watches of yours are in progress"))
	}
	defer c.w.endWatch()
	if in.All {
		return c.answerWatch(call, true, func(emit func(client.Event) error) error { return c.followAll(ctx, call, in, emit) })
	}
	fd, done, fail := c.terminal(in.Descriptor, in.Path, call)
	if fail != nil {
		return nil, c.denied(fail)
	}
	defer done()
	return c.answerWatch(call, false, func(emit func(client.Event) error) error { return c.follow(ctx, call, in, fd, emit) })
}

// answerWatch sends the events of a watch, and counts a refusal.
func (c *connection) answerWatch(call *varlink.Call, all bool, run func(emit func(client.Event) error) error) (any, *varlink.Error) {
	last, fail := answerWatch(call, all, run)
	if fail != nil {
		return nil, c.denied(fail)
	}
	return last, nil
}

// follow watches one terminal.
func (c *connection) follow(ctx context.Context, call *varlink.Call, in watchIn, fd int, emit func(client.Event) error) error {
	release := func() {
		if fd == call.Descriptor {
			c.release(call)
		}
	}
	if owner, ok := c.foreign(fd); ok {
		slave, err := slaveOf(fd)
		if err != nil {
			return err
		}
		defer unix.Close(slave)
		release()
		return c.w.owners.follow(ctx, owner, in, slave, emit)
	}
	w := helper.Watch{
		Caller: helper.Caller{UID: c.uid}, Policy: c.w.policy, Options: in.options(),
		Begun: release, Stuck: c.stalled(call),
	}
	return c.w.hub.Follow(ctx, w, fd, emit)
}

// release drops the call's descriptor before the call ends: it was found to be a
// terminal, so this does not sleep for ever.
func (c *connection) release(call *varlink.Call) {
	call.Keep()
	c.w.dog.guard(nil, func() { varlink.CloseDescriptor(call.Descriptor) })
}

// slaveOf returns an O_PATH descriptor of the slave.
func slaveOf(fd int) (int, error) {
	t, err := procfs.FromDescriptor(fd)
	if err != nil {
		return -1, client.ErrGone
	}
	defer t.Close()
	return t.DupSlave()
}

// stalled ends a watch whose look got stuck.
func (c *connection) stalled(call *varlink.Call) func() {
	return c.apology(call, &helper.Question{})
}

func (w *worker) beginWatch() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.setup.Watches > 0 && w.watches >= w.setup.Watches {
		return false
	}
	w.watches++
	w.bumpWatches(1)
	return true
}

func (w *worker) endWatch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watches--
	w.bumpWatches(-1)
}

// bumpWatches changes the gauge. The caller holds the lock.
func (w *worker) bumpWatches(n int64) {
	if w.notice.Counts == nil {
		w.notice.Counts = &Counts{}
	}
	w.notice.Counts.Watches += n
}
