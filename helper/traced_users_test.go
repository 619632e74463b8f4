package helper

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// TestTracedMembers: whose processes count, under each policy.
func TestTracedMembers(t *testing.T) {
	const other = 502
	for _, c := range []struct {
		name         string
		euid, ruid   uint32
		own, session outcome
	}{
		{"sudo at its prompt", 0, me, waitingIn(101), waitingIn(101)},
		{"sudo's command", 0, 0, unknownFor(client.ReasonOtherUser), justState(client.Waiting)},
		{"somebody else's", other, other, unknownFor(client.ReasonOtherUser), justState(client.Waiting)},
	} {
		for policy, want := range map[Policy]outcome{PolicyOwn: c.own, PolicySession: c.session} {
			onMac(t, func(b *mac) {
				b.shell.NewThread()
				b.trace()
				b.main.Call(fakekernel.Other(7))
				p := b.foreign(101, c.euid, c.ruid)
				th := p.NewThread()
				th.Call(p.Read(0))
				a, notes, err := b.ask(me, policy)
				if err != nil || outcomeOf(a) != want {
					t.Errorf("%s, policy %s: %+v, %v", c.name, policy, outcomeOf(a), err)
				}
				if text := strings.Join(notes, "\n"); want.PID == 0 && strings.Contains(text, "(su)") {
					t.Errorf("%s, policy %s: told\n%s", c.name, policy, text)
				}
			})
		}
	}
}

// spy notes what is asked about a process.
type spy struct {
	kdebug.Kernel
	pid     int32
	flavors map[int32]bool
}

func (s *spy) ProcInfo(call, pid, flavor int32, arg uint64, buf []byte) (int, error) {
	if call != 1 && pid == s.pid {
		s.flavors[flavor] = true
	}
	return s.Kernel.ProcInfo(call, pid, flavor, arg, buf)
}

// TestTracedNobodyElse: of a process that is not counted no more is asked than
// who it is.
func TestTracedNobodyElse(t *testing.T) {
	const whoItIs = 3 // PROC_PIDTBSDINFO
	for pid, more := range map[int32]bool{100: true, 101: false} {
		onMac(t, func(b *mac) {
			s := &spy{Kernel: b.m.Kernel(51, ownProgram, 0), pid: pid, flavors: map[int32]bool{}}
			b.cache.tracer = kdebug.New(s, kdebug.Options{})
			b.main.Call(b.job.Read(0))
			p := b.foreign(101, 0, 0)
			p.NewThread().Call(p.Read(0))
			b.answer()
			if !s.flavors[whoItIs] || (len(s.flavors) > 1) != more {
				t.Errorf("process %d: asked %v", pid, s.flavors)
			}
		})
	}
}

func TestTracedAuthorise(t *testing.T) {
	const other = 502
	for _, c := range []struct {
		name   string
		change func(*mac)
		uid    uint32
		want   error
	}{
		{"mine", func(*mac) {}, me, nil},
		{"root", func(*mac) {}, 0, nil},
		{"somebody else asks", func(*mac) {}, other, client.ErrNotOwner},
		{"somebody else's session", func(b *mac) { b.shell.SetRUID(other) }, me, client.ErrNotOwner},
		{"gone", func(b *mac) { b.nodes.put("/dev/ttys003", node{}) }, me, client.ErrGone},
	} {
		onMac(t, func(b *mac) {
			b.shell.NewThread()
			c.change(b)
			if _, _, err := b.ask(c.uid, PolicyOwn); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", c.name, err)
			}
		})
	}
}

// TestTracedGivenAway: a terminal that changes hands during the look is not
// told of.
func TestTracedGivenAway(t *testing.T) {
	for name, c := range map[string]struct {
		then node
		want error
	}{
		"another owner":    {slaveNode(3, 502), client.ErrNotOwner},
		"another terminal": {node{ID: nodeID{Dev: 7, Ino: 2000, Rdev: ttySlave<<24 | 3}, Owner: me, Char: true}, client.ErrGone},
	} {
		onMac(t, func(b *mac) {
			b.trace()
			b.main.Call(b.job.Read(0))
			b.m.OnCall(func(string) { b.nodes.put("/dev/ttys003", c.then) })
			if a, _, err := b.ask(me, PolicyOwn); !errors.Is(err, c.want) {
				t.Errorf("%s: %+v, %v", name, a, err)
			}
		})
	}
}

func TestTracedMaster(t *testing.T) {
	onMac(t, func(b *mac) {
		b.shell.NewThread()
		b.shell.SetRUID(0) // as behind sudo: whoever has the master may ask
		b.trace()
		b.main.Call(b.job.Read(0))
		b.nodes.fds[9] = node{ID: nodeID{Rdev: ttyMaster<<24 | 3}, Char: true}
		q := tracedQuestion{Caller: Caller{UID: me}, Cache: b.cache}
		if a, _, err := q.Look(9); err != nil || a.State != client.Waiting || a.Terminal.Path != "/dev/ttys003" {
			t.Errorf("%+v, %v", a, err)
		}
		b.nodes.fds[9] = b.nodes.paths["/dev/ttys003"]
		if _, _, err := q.Look(9); !errors.Is(err, client.ErrNotOwner) {
			t.Errorf("by the slave: %v", err)
		}
	})
}

func TestTracedList(t *testing.T) {
	onMac(t, func(b *mac) {
		b.nodes.put("/dev/ttys004", slaveNode(4, 502))
		b.setLine("/dev/ttys004", settings{}, winsize{})
		b.trace()
		b.main.Call(b.job.Read(0))
		for uid, want := range map[uint32][]string{me: {"/dev/ttys003"}, 502: {"/dev/ttys004"}, 0: {"/dev/ttys003", "/dev/ttys004"}, 503: nil} {
			q := tracedQuestion{Caller: Caller{UID: uid}, Cache: b.cache}
			list, err := q.List()
			var got []string
			for _, a := range list {
				got = append(got, a.Terminal.Path)
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("user %d: %v, %v", uid, got, err)
			}
		}
	})
}
