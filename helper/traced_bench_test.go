package helper

import (
	"context"
	"io/fs"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// me asks in these tests.
const me = 501

// mac is a model of a Mac with a terminal, a shell that leads its session, and
// a job in its foreground whose descriptor 0 is the terminal.
type mac struct {
	t      *testing.T
	m      *fakekernel.Machine
	cache  *tracedCache
	nodes  *fakeNodes
	lines  map[string]line
	opened []string // terminals whose line was read
	screen *fakekernel.TTY
	shell  *fakekernel.Process
	job    *fakekernel.Process
	main   *fakekernel.Thread
}

// fakeNodes are the nodes of /dev, and descriptors by number.
type fakeNodes struct {
	mu    sync.Mutex
	paths map[string]node
	fds   map[int]node
}

func (f *fakeNodes) path(name string) (node, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n, ok := f.paths[name]; ok {
		return n, nil
	}
	return node{}, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
}

func (f *fakeNodes) descriptor(fd int) (node, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if n, ok := f.fds[fd]; ok {
		return n, nil
	}
	return node{}, fs.ErrInvalid
}

// put makes a node, and takes it away if it is the zero node.
func (f *fakeNodes) put(path string, n node) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.paths[path] = n; n == (node{}) {
		delete(f.paths, path)
	}
}

func slaveNode(minor uint32, owner uint32) node {
	return node{ID: nodeID{Dev: 7, Ino: uint64(1000 + minor), Rdev: ttySlave<<24 | minor}, Owner: owner, Char: true}
}

// onMac runs f on a Mac, in time that passes only when all sleep.
func onMac(t *testing.T, f func(*mac)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		m := fakekernel.New(fakekernel.Config{})
		b := &mac{t: t, m: m, screen: m.TTY(3), lines: map[string]line{}}
		b.nodes = &fakeNodes{paths: map[string]node{"/dev/ttys003": slaveNode(3, me)}, fds: map[int]node{}}
		b.cache = &tracedCache{
			tracer: kdebug.New(m.Kernel(50, ownProgram, 0), kdebug.Options{}), nodes: b.nodes, root: true,
			line:  func(t tty) (line, error) { b.opened = append(b.opened, t.Path); return b.lines[t.Path], nil },
			paths: func() []string { return []string{"/dev/ttys003", "/dev/ttys004", "/dev/ttys005"} },
		}
		defer b.cache.Close()
		b.setLine("/dev/ttys003", settings{Echo: true, Canonical: true, Signals: true}, winsize{24, 80})
		b.shell = b.process(fakekernel.Spec{PID: 90, Name: "zsh"})
		b.job = b.process(fakekernel.Spec{PID: 100, Parent: 90, Session: 90, Name: "prog"})
		b.main = b.job.NewThread()
		b.screen.SetForeground(100)
		f(b)
	})
}

func (b *mac) setLine(path string, s settings, w winsize) { b.lines[path] = line{Settings: s, Size: w} }

// process adds a process of the caller's on the terminal.
func (b *mac) process(s fakekernel.Spec) *fakekernel.Process {
	if s.TTY == nil {
		s.TTY = b.screen
	}
	if s.EUID == 0 && s.RUID == 0 {
		s.EUID, s.RUID = me, me
	}
	p := b.m.Process(s)
	p.Open(0, s.TTY.Slave())
	return p
}

// foreign adds a member of the job that runs as others.
func (b *mac) foreign(pid int, euid, ruid uint32) *fakekernel.Process {
	p := b.m.Process(fakekernel.Spec{PID: pid, Group: 100, Session: 90, Name: "su", EUID: euid, RUID: ruid, TTY: b.screen})
	p.Open(0, b.screen.Slave())
	return p
}

// trace begins the trace and keeps it.
func (b *mac) trace() {
	b.t.Helper()
	if _, err := b.cache.tracer.Watch(context.Background()); err != nil {
		b.t.Fatal(err)
	}
}

// ask asks as a user about the terminal by its path.
func (b *mac) ask(uid uint32, p Policy) (client.Answer, []string, error) {
	q := tracedQuestion{Caller: Caller{UID: uid}, Policy: p, Explain: true, Cache: b.cache}
	return q.LookAt("/dev/ttys003")
}

func (b *mac) answer() client.Answer {
	b.t.Helper()
	a, _, err := b.ask(me, PolicyOwn)
	if err != nil {
		b.t.Fatal(err)
	}
	return a
}

func (b *mac) want(what string, want outcome) {
	b.t.Helper()
	a := b.answer()
	if got := outcomeOf(a); got != want {
		b.t.Errorf("%s: got %+v (%s), want %+v", what, got, a.Detail, want)
	}
	if a.Terminal == nil || *a.Terminal != (client.Device{Path: "/dev/ttys003", Device: "16:3"}) {
		b.t.Errorf("%s: terminal %+v", what, a.Terminal)
	}
}
