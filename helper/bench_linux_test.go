package helper

import (
	"os/exec"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

func BenchmarkQuery(b *testing.B) {
	for _, c := range [][]string{{"cat"}, {"sleep", "1000"}, {"bash", "-c", "sleep 1000 | sleep 1000 | sleep 1000 | cat"}, {"bash", "-c", "sleep 1000 | sleep 1000 | sleep 1000 | sleep 1000"}, {"python3", "-c", "import select;select.select([0],[],[])"}} {
		for _, slave := range []bool{false, true} {
			name := c[0] + c[len(c)-1][max(0, len(c[len(c)-1])-12):]
			if slave {
				name += "/slave"
			}
			b.Run(name, func(b *testing.B) {
				p, err := pty.Open()
				if err != nil {
					b.Fatal(err)
				}
				cmd := exec.Command(c[0], c[1:]...)
				if err := p.Start(cmd); err != nil {
					b.Fatal(err)
				}
				defer func() {
					p.Close()
					_ = cmd.Process.Kill()
					_ = cmd.Wait()
				}()
				time.Sleep(300 * time.Millisecond)
				var t *client.Terminal
				if slave {
					t, err = client.OpenTerminal(p.Path())
				} else {
					t, err = client.FromFile(p.Master())
				}
				if err != nil {
					b.Fatal(err)
				}
				cache, _ := NewCache()
				defer cache.Close()
				l := Local{Cache: cache}
				for b.Loop() {
					if _, err := l.Query(b.Context(), t); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
