package selftest

import (
	"context"
	"fmt"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

// asking is how often and how long a question is repeated.
type asking struct {
	ask      Asker
	patience time.Duration // for the first right answer
	pause    time.Duration // between the answers that must agree
	repeats  int           // how many more must agree
}

// agree asks until the answer is the wanted one, then repeats times more. It
// returns the last answer, and what is wrong with it: "" if all was right.
// before is the wait seen in the step before.
func (k asking) agree(ctx context.Context, t *pty.Pty, w want, before string) (client.Answer, string) {
	answer, complaint := k.first(ctx, t, w, before)
	if complaint != "" {
		return answer, complaint
	}
	for range k.repeats {
		sleep(ctx, k.pause)
		again, complaint, _ := k.once(ctx, t, w, before)
		if complaint == "" && again.Wait != answer.Wait {
			complaint = fmt.Sprintf("got wait %q after %q, want one and the same: nothing ran in between", again.Wait, answer.Wait)
		}
		if complaint != "" {
			return again, "changed its mind: " + complaint
		}
	}
	return answer, ""
}

// first repeats the question until the answer is right, cannot become right, or
// time is up.
func (k asking) first(ctx context.Context, t *pty.Pty, w want, before string) (client.Answer, string) {
	deadline := time.Now().Add(k.patience)
	sleep(ctx, k.pause/2) // a program says READY just before it blocks
	for {
		answer, complaint, final := k.once(ctx, t, w, before)
		if complaint == "" || final || time.Now().After(deadline) {
			return answer, complaint
		}
		sleep(ctx, k.pause/4)
	}
}

// once asks one question; final means that no later answer can make up for it.
func (k asking) once(ctx context.Context, t *pty.Pty, w want, before string) (answer client.Answer, complaint string, final bool) {
	limited, cancel := context.WithTimeout(ctx, k.patience)
	defer cancel()
	answer, err := k.ask(limited, t)
	if err != nil {
		return answer, "ask: " + err.Error(), true
	}
	if w.newWait && answer.Wait == before {
		return answer, fmt.Sprintf("got wait %q again, want another: the program ran in between", before), false
	}
	final = ctx.Err() != nil || answer.State == client.Waiting && !w.accepts(client.Waiting)
	return answer, w.complaint(answer), final
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
