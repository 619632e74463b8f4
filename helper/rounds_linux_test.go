package helper

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

var roundsFlag = flag.Int("rounds", 1000, "rounds of each kind that TestNoEarlyAnswer drives")

// stamp is a counter that the reader and the test share: how often the reader
// was about to wait.
func stamp(path string) (*atomic.Int64, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.Truncate(4096); err != nil {
		return nil, err
	}
	b, err := unix.Mmap(int(f.Fd()), 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, err
	}
	return (*atomic.Int64)(unsafe.Pointer(&b[0])), nil
}

// readForRounds waits for a line, works 0 to 3 ms, and waits again, for ever.
func readForRounds(kind, path string) {
	runtime.LockOSThread()
	about, err := stamp(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fd := 0
	if kind == "devtty" {
		fd, _ = unix.Open("/dev/tty", unix.O_RDWR, 0)
	}
	ep, _ := unix.EpollCreate1(0)
	_ = unix.EpollCtl(ep, unix.EPOLL_CTL_ADD, fd, &unix.EpollEvent{Events: unix.EPOLLIN, Fd: int32(fd)})
	buf := make([]byte, 100)
	for i := 0; ; i++ {
		work := time.Duration(rand.IntN(4)) * time.Millisecond
		if i > 0 && rand.IntN(2) == 0 {
			time.Sleep(work)
		} else {
			for end := time.Now().Add(work); i > 0 && time.Now().Before(end); {
			}
		}
		about.Add(1)
		switch kind {
		case "select":
			var set unix.FdSet
			set.Set(fd)
			_, _ = unix.Select(fd+1, &set, nil, nil, nil)
		case "epoll":
			_, _ = unix.EpollWait(ep, make([]unix.EpollEvent, 1), -1)
		}
		if n, err := unix.Read(fd, buf); n <= 0 && err != unix.EINTR {
			return
		}
	}
}

// TestNoEarlyAnswer types a line and asks at once: no answer may say waiting
// before the reader is about to wait again.
func TestNoEarlyAnswer(t *testing.T) {
	for _, kind := range []string{"read", "select", "epoll", "devtty"} {
		t.Run(kind, func(t *testing.T) {
			p, about := startReader(t, kind)
			term, err := client.FromFile(p.Master())
			if err != nil {
				t.Fatal(err)
			}
			defer term.Close()
			cache, err := NewCache()
			if err != nil {
				t.Fatal(err)
			}
			defer cache.Close()
			local := Local{Cache: cache}
			early, waits := 0, 0
			for i := range int64(*roundsFlag) {
				for about.Load() < i+1 {
					time.Sleep(50 * time.Microsecond)
				}
				if _, err := p.Master().Write([]byte("line\n")); err != nil {
					t.Fatal(err)
				}
				for answered := false; !answered; {
					a, err := local.Query(t.Context(), term)
					if err != nil {
						t.Fatal(err)
					}
					if a.State == client.Waiting {
						answered = true
						waits++
						if about.Load() < i+2 {
							early++
						}
					}
				}
			}
			if early > 0 {
				t.Errorf("%d of %d answers said waiting before the program waited again", early, waits)
			}
		})
	}
}

func startReader(t *testing.T, kind string) (*pty.Pty, *atomic.Int64) {
	t.Helper()
	p, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "stamp")
	about, err := stamp(path)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], readerCommand, kind, path)
	if err := p.Start(cmd); err != nil {
		t.Fatal(err)
	}
	go func() {
		for buf := make([]byte, 4096); ; {
			if _, err := p.Master().Read(buf); err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = p.Close()
	})
	return p, about
}
