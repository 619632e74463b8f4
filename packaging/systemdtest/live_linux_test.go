package systemdtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// history is what a live client saw.
type history struct {
	Answers    int            // that were right
	Wrong      map[string]int // other answers and errors
	Dials      int64          // connections made
	LongestGap time.Duration  // between two right answers
}

// live asks again and again about a terminal of its own whose job waits.
func live([]string) {
	p, err := pty.Open()
	fatal(err)
	fatal(p.Start(exec.Command("cat")))
	term, err := client.FromFile(p.Master())
	fatal(err)
	var dials atomic.Int64
	c := client.New(client.Dialer(func(ctx context.Context) (*net.UnixConn, error) {
		dials.Add(1)
		var d net.Dialer
		conn, err := d.DialContext(ctx, "unix", "/run/rt-helper/helper.sock")
		if err != nil {
			return nil, err
		}
		return conn.(*net.UnixConn), nil
	}))
	for a := (client.Answer{}); a.State != client.Waiting; time.Sleep(10 * time.Millisecond) {
		a, err = c.Query(context.Background(), term)
		fatal(err)
	}
	told := make(chan struct{})
	go func() { untilTold(); close(told) }()
	fmt.Println("asking")
	h := ask(c, term, told)
	h.Dials = dials.Load()
	_ = json.NewEncoder(os.Stdout).Encode(h)
}

// ask asks until it is told to end, and then until it has had some more right
// answers.
func ask(c *client.Client, term *client.Terminal, told chan struct{}) history {
	h := history{Wrong: map[string]int{}}
	last := time.Now()
	question := func() {
		a, err := c.Query(context.Background(), term)
		switch {
		case err != nil:
			h.Wrong[err.Error()]++
		case a.State != client.Waiting:
			h.Wrong[string(a.State)+" "+string(a.Reason)]++
		default:
			h.Answers++
			h.LongestGap = max(h.LongestGap, time.Since(last))
			last = time.Now()
		}
		time.Sleep(10 * time.Millisecond)
	}
	for {
		select {
		case <-told:
			for more, end := h.Answers+5, time.Now().Add(patience); h.Answers < more && time.Now().Before(end); {
				question()
			}
			return h
		default:
			question()
		}
	}
}

// prompt runs a command on a terminal of its own and prints the terminal's path.
// What comes on standard input is typed there.
func prompt(args []string) {
	p, err := pty.Open()
	fatal(err)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), roleVariable+"="+os.Getenv("NEXT_ROLE"))
	fatal(p.Start(cmd))
	go func() { _, _ = p.Master().WriteTo(discard{}) }()
	fmt.Println(p.Path())
	_, _ = io.Copy(p.Master(), os.Stdin)
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }

// hold asks once and keeps its connection.
func hold([]string) {
	p, err := pty.Open()
	fatal(err)
	fatal(p.Start(exec.Command("cat")))
	term, err := client.FromFile(p.Master())
	fatal(err)
	c := client.New(client.Socket("/run/rt-helper/helper.sock"))
	a, err := c.Query(context.Background(), term)
	fatal(err)
	fmt.Println(a.State, a.Reason)
	untilTold()
}
