package service

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// bystander is a process of another user that asks about a terminal of its own
// all the time.
type bystander struct {
	in  io.Writer
	out *bufio.Reader
}

// experience is what happened to it in a while.
type experience struct {
	asked, wrong    int
	median, longest time.Duration
	last            string // wrong answer
}

// bystander starts one.
func (s *served) bystander(t *testing.T) *bystander {
	t.Helper()
	own := screenOf(t, alice)
	own.runs(t, alice, "cat")
	mustBe(t, s.as(t, alice), own.slave, client.Waiting)
	cmd := exec.Command("/proc/self/exe", askCommand, s.path, own.Path())
	cmd.Stderr = os.Stderr
	pty.RunAs(cmd, alice, alice)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err1 != nil || err2 != nil || cmd.Start() != nil {
		t.Fatalf("start the bystander: %v, %v", err1, err2)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	return &bystander{in: in, out: bufio.NewReader(out)}
}

// next waits until it asked so many times more, and returns what happened
// since the last call.
func (b *bystander) next(t *testing.T, n int) (e experience) {
	t.Helper()
	within(t, "somebody else's questions", func() {
		fmt.Fprintf(b.in, "%d\n", n)
		line, err := b.out.ReadString('\n')
		if err == nil {
			_, err = fmt.Sscanf(line, "%d %d %d %d %q", &e.asked, &e.wrong, &e.median, &e.longest, &e.last)
		}
		if err != nil {
			t.Errorf("the bystander said %q: %v", line, err)
		}
	})
	return e
}

// unharmed runs an attack and requires that a bystander does not notice it:
// every answer is right, and it does not have to wait longer than a busy machine
// explains.
func (s *served) unharmed(t *testing.T, attack func()) {
	t.Helper()
	b := s.bystander(t)
	quiet := b.next(t, 200)
	attack()
	then := b.next(t, 50)
	t.Logf("quiet: %+v; attacked: %+v", quiet, then)
	if quiet.wrong+then.wrong > 0 {
		t.Errorf("%d wrong answers for somebody else, the last: %s", quiet.wrong+then.wrong, quiet.last+then.last)
	}
	if limit := 10*quiet.median + 20*time.Millisecond; then.median > limit {
		t.Errorf("somebody else waited %v, %v when it was quiet", then.median, quiet.median)
	}
}

// askForTest is the bystander's process.
func askForTest(args []string) error {
	term, err := client.OpenTerminal(args[1])
	if err != nil {
		return err
	}
	c := client.New(client.Socket(args[0]))
	var mu sync.Mutex
	var took []time.Duration
	var e experience
	go func() {
		for ; ; time.Sleep(2 * time.Millisecond) {
			begun := time.Now()
			a, err := c.Query(context.Background(), term)
			mu.Lock()
			took = append(took, time.Since(begun))
			if err != nil || a.State != client.Waiting || a.Reader == nil {
				e.wrong++
				e.last = fmt.Sprintf("%s %v", a.Sentence(), err)
			}
			mu.Unlock()
		}
	}()
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		n := 0
		if _, err := fmt.Sscan(in.Text(), &n); err != nil {
			return err
		}
		for enough := false; !enough; time.Sleep(time.Millisecond) {
			mu.Lock()
			enough = len(took) >= n
			mu.Unlock()
		}
		mu.Lock()
		slices.Sort(took)
		fmt.Printf("%d %d %d %d %q\n", len(took), e.wrong, took[len(took)/2], took[len(took)-1], e.last)
		took, e = nil, experience{}
		mu.Unlock()
	}
	return nil
}
