package client_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
	"github.com/rt-helper/rt-helper/internal/pty"
)

func ExampleClient_Query() {
	term, socket, end := catOnTerminal() // and a service
	defer end()

	c := client.New(client.Socket(socket)) // mostly just client.New()
	defer c.Close()
	a, err := c.Query(context.Background(), term)
	switch {
	case err != nil:
		fmt.Println("my mistake:", err)
	case a.State == client.Waiting && !a.Listening():
		fmt.Println("it waits for", a.Reader.Program)
	case a.State == client.Unknown:
		fmt.Println("cannot tell:", a.Reason)
	}
	// Output: it waits for cat
}

func ExampleClient_Watch() {
	term, socket, end := catOnTerminal() // and a service
	defer end()

	c := client.New(client.Socket(socket)) // mostly just client.New()
	defer c.Close()
	for e, err := range c.Watch(context.Background(), term, client.WatchOptions{Until: []string{"!running"}}) {
		if err != nil {
			fmt.Println("my mistake:", err)
			break
		}
		fmt.Println(e.State, e.Ended)
	}
	// Output: waiting until
}

// Without a service there is an answer all the same: it says what is missing.
func ExampleClient_Query_noService() {
	term, _, end := catOnTerminal()
	defer end()

	c := client.New(client.Socket("/nonexistent/helper.sock"))
	defer c.Close()
	a, err := c.Query(context.Background(), term)
	fmt.Println(a.State, a.Reason, err)
	// Output: unknown helper-missing <nil>
}

func ExampleOpenTerminal() {
	_, err := client.OpenTerminal("/etc/passwd")
	fmt.Println(errors.Is(err, client.ErrNotATerminal))
	fmt.Println(err)
	// Output:
	// true
	// /etc/passwd: not a terminal: name one such as /dev/pts/3; tty(1) prints yours
}

// catOnTerminal is a program that waits for input on a terminal of its own, and
// the socket of a service.
func catOnTerminal() (*client.Terminal, string, func()) {
	p := must(pty.Open())
	cmd := exec.Command("cat")
	try(p.Start(cmd))
	term := must(client.FromFile(p.Master()))
	dir := must(os.MkdirTemp("", "rt"))
	socket := filepath.Join(dir, "s")
	l := must(service.Listen(socket))
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		ended <- service.Serve(ctx, service.Config{
			Listener: l, Policy: helper.PolicyOwn, Limits: service.DefaultLimits, Log: slog.New(slog.DiscardHandler),
		})
	}()
	c := client.New(client.Socket(socket))
	defer c.Close()
	for range c.Watch(ctx, term, client.WatchOptions{Until: []string{"waiting"}}) {
	}
	return term, socket, func() {
		cancel()
		try(<-ended)
		_ = l.Close()
		_ = p.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	}
}

func must[T any](v T, err error) T {
	try(err)
	return v
}

func try(err error) {
	if err != nil {
		panic(err)
	}
}
