package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"github.com/rt-helper/rt-helper/client"
)

// askMain asks about a terminal as fast as it can, until its input ends, and then
// says how often it was told, how often not, and the last reason for that.
func askMain(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: %s SOCKET TERMINAL", askCommand)
	}
	t, err := client.OpenTerminal(args[1])
	if err != nil {
		return err
	}
	defer t.Close()
	c := client.New(client.Socket(args[0]))
	defer c.Close()
	var over atomic.Bool
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		over.Store(true)
	}()
	fmt.Println("asking")
	told, refused, reason := 0, 0, client.Reason("-")
	for !over.Load() {
		a, err := c.Query(context.Background(), t)
		switch {
		case err != nil:
			return err
		case a.State == client.Unknown:
			refused, reason = refused+1, a.Reason
		default:
			told++
		}
	}
	fmt.Println(told, refused, reason)
	return nil
}

// crowdOfAskers are processes that ask as fast as they can.
type crowdOfAskers []*child

func startAskers(n, uid int, socket, terminal string) (list crowdOfAskers, err error) {
	for range n {
		c, err := startChild(uid, nil, askCommand, socket, terminal)
		if err != nil {
			return list, err
		}
		list = append(list, c)
	}
	return list, nil
}

// end ends them, and says how often they were told and refused, and a reason.
func (list crowdOfAskers) end() (told, refused int, reason string, err error) {
	for _, c := range list {
		_ = c.in.Close() // all stop before one is waited for
	}
	var all []error
	for _, c := range list {
		text, err := c.last()
		var t, r int
		var word string
		if err == nil {
			_, err = fmt.Sscan(text, &t, &r, &word)
		}
		told, refused = told+t, refused+r
		if r > 0 {
			reason = " (" + word + ")"
		}
		all = append(all, err)
	}
	return told, refused, reason, errors.Join(all...)
}
