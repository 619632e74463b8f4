package helper

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestWatchFollows types lines to a program that works and waits again, and
// wants to be told of each new wait, and never before it began.
func TestWatchFollows(t *testing.T) {
	for _, kind := range []string{"read", "select", "epoll", "devtty"} {
		t.Run(kind, func(t *testing.T) {
			p, about := startReader(t, kind)
			term, err := client.FromFile(p.Master())
			if err != nil {
				t.Fatal(err)
			}
			defer term.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			rounds, early := int64(0), 0
			var wait string
			var took []time.Duration
			typed := time.Now()
			for e, err := range (Local{}).Watch(ctx, term, client.WatchOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				if e.State != client.Waiting || e.Wait == wait {
					continue
				}
				if about.Load() < rounds+1 {
					early++
				}
				wait = e.Wait
				took = append(took, time.Since(typed))
				if rounds++; rounds > int64(*roundsFlag) {
					break
				}
				typed = time.Now()
				if _, err := p.Master().Write([]byte("line\n")); err != nil {
					t.Fatal(err)
				}
			}
			if rounds <= int64(*roundsFlag) {
				t.Fatalf("the watch ended after %d rounds", rounds)
			}
			slices.Sort(took)
			t.Logf("from typing to the next wait: median %v, 99%% %v, max %v", took[len(took)/2], took[len(took)*99/100], took[len(took)-1])
			if early > 0 {
				t.Errorf("%d of %d events came before the program waited again", early, rounds)
			}
		})
	}
}
