package helper

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// relayForHub passes what is typed to a cat on a terminal of its own, shows
// nothing of what that prints, and types a line for each byte of descriptor 3:
// so the inner terminal is used and the outer one is not.
func relayForHub() {
	inner, err := pty.Open()
	if err == nil {
		err = inner.SetSize(pty.Size{Rows: 24, Cols: 80})
	}
	if err == nil {
		err = inner.Start(exec.Command("cat"))
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	fd := int(inner.Master().Fd())
	buf := make([]byte, 4096)
	for {
		p := []unix.PollFd{{Fd: 0, Events: unix.POLLIN}, {Fd: int32(fd), Events: unix.POLLIN}, {Fd: 3, Events: unix.POLLIN}}
		if _, err := unix.Poll(p, -1); err != nil {
			continue
		}
		switch {
		case p[0].Revents != 0:
			n, err := unix.Read(0, buf)
			if n <= 0 || err != nil {
				return
			}
			_, _ = unix.Write(fd, buf[:n])
		case p[1].Revents != 0:
			_, _ = unix.Read(fd, buf)
		case p[2].Revents != 0:
			if n, _ := unix.Read(3, buf[:1]); n <= 0 {
				return
			}
			_, _ = unix.Write(fd, []byte("a line\n"))
		}
	}
}

// TestInnerActivityWakes: the watch of a relay's terminal is woken by what
// happens on the terminal behind it.
func TestInnerActivityWakes(t *testing.T) {
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	if err := p.SetSize(pty.Size{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	behind, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = feed.Close() })
	cmd := exec.Command("/proc/self/exe", relayCommand)
	cmd.ExtraFiles = []*os.File{behind}
	(&catOn{Pty: p}).starts(t, cmd)
	_ = behind.Close()
	h := stepped(t)
	s := h.join(t, asMe(client.WatchOptions{}), descriptorOf(t, p.Master()))
	wait := h.lookUntil(t, s, func(e client.Event) bool { return waits(e) && len(e.Via) == 1 }).Wait
	g := h.onlyGroup(t)
	if len(g.inner) != 1 {
		t.Fatalf("%d terminals behind the relay", len(g.inner))
	}
	h.calm(g)
	if _, err := feed.Write([]byte{'.'}); err != nil {
		t.Fatal(err)
	}
	h.sleepUntilDue(t, g)
	h.lookUntil(t, s, func(e client.Event) bool { return waits(e) && e.Wait != wait })
}
