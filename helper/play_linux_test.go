package helper

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// patience bounds what would otherwise hang; nothing depends on its length.
const patience = 60 * time.Second

// play is a real program on a terminal, and what happens to it.
type play struct {
	name  string
	argv  []string
	needs []string                     // programs besides argv[0]
	uid   int                          // who runs it; others than the test's user take root
	ready func(t *testing.T, s *stage) // what must be there before it starts
	acts  []act
}

// act is what is typed, what the screen shows then, and the answer from then on.
type act struct {
	typed string
	await string
	want  told
}

// feed instead of typed text is a line for the fifo that turns makes.
const feed = "\x00feed"

// stage is a terminal with a program on it.
type stage struct {
	*pty.Pty
	dir    string // home and working directory
	env    []string
	master *client.Terminal
	slave  *client.Terminal
	cache  *Cache

	mu    sync.Mutex
	text  []byte
	shown int // up to here the screen was awaited already
}

func (p play) perform(t *testing.T) {
	for _, name := range append([]string{p.argv[0]}, p.needs...) {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	if p.uid != 0 && os.Getuid() != 0 {
		t.Skip("root required: a program of another user")
	}
	t.Parallel()
	s := newStage(t)
	if p.ready != nil {
		p.ready(t, s)
	}
	s.start(t, p)
	for i, a := range p.acts {
		if err := s.enter(a.typed); err != nil {
			t.Fatal(err)
		}
		s.await(t, a.await)
		if complaint := s.agree(t, a.want); complaint != "" {
			t.Fatalf("step %d: %s; the screen ends with %q", i+1, complaint, s.tail())
		}
	}
}

func (s *stage) enter(text string) error {
	if text != feed {
		_, err := s.Master().WriteString(text)
		return err
	}
	f, err := os.OpenFile(filepath.Join(s.dir, "go"), os.O_WRONLY, 0) // once somebody reads it
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString("go\n")
	return err
}

func newStage(t *testing.T) *stage {
	t.Helper()
	term, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{Pty: term, dir: publicDir(t)}
	s.env = []string{
		"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "TERM=xterm", "HOME=" + s.dir, "SHELL=/bin/sh", "PS1=READY ",
		fmt.Sprintf("RT_PLAY=%d %s", os.Getpid(), t.Name()),
	}
	t.Cleanup(func() {
		_ = term.Close()
		endMarked(s.env[len(s.env)-1])
	})
	if s.master, err = client.FromFile(term.Master()); err != nil {
		t.Fatal(err)
	}
	if s.slave, err = client.OpenTerminal(term.Path()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.slave.Close() })
	if s.cache, err = NewCache(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.cache.Close)
	if err := term.SetSize(pty.Size{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	go s.record()
	return s
}

// publicDir is a directory of the test that other users may enter.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

func (s *stage) start(t *testing.T, p play) {
	t.Helper()
	cmd := exec.Command(p.argv[0], p.argv[1:]...)
	cmd.Dir, cmd.Env = s.dir, s.env
	if p.uid != 0 {
		pty.RunAs(cmd, p.uid, p.uid)
		if err := s.Chown(p.uid, -1); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Start(cmd); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// endMarked ends what a play has left behind: the processes with its mark in
// their environment.
func endMarked(mark string) {
	names, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil || !slices.Contains(strings.Split(string(b), "\x00"), mark) {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
		if p, err := os.FindProcess(pid); err == nil && pid != os.Getpid() {
			_ = p.Kill()
		}
	}
}

// record reads the screen as it comes, so that nobody waits for room.
func (s *stage) record() {
	for buf := make([]byte, 4096); ; {
		n, err := s.Master().Read(buf)
		s.mu.Lock()
		s.text = append(s.text, buf[:n]...)
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// await waits until the screen shows the text, after what was awaited before.
func (s *stage) await(t *testing.T, text string) {
	t.Helper()
	await(t, fmt.Sprintf("%q on the screen", text), func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		i := bytes.Index(s.text[s.shown:], []byte(text))
		if i >= 0 {
			s.shown += i + len(text)
		}
		return i >= 0
	}, s.tail)
}

func (s *stage) tail() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.text[max(0, len(s.text)-300):])
}

// await waits until something has happened.
func await(t *testing.T, what string, happened func() bool, instead ...func() string) {
	t.Helper()
	for end := time.Now().Add(patience); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			for _, f := range instead {
				what += "; instead: " + fmt.Sprintf("%q", f())
			}
			t.Fatalf("waited in vain: %s", what)
		}
	}
}
