package runner

import (
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// TestWaitTakenWhenTheOldOneCountsAgain: the moment at which the wait from before
// a write comes to count again lies between an answer and its second look.
func TestWaitTakenWhenTheOldOneCountsAgain(t *testing.T) {
	a := &fake{query: func(n int) client.Answer {
		if n == 1 {
			return waits("w1")
		}
		return waits("w2")
	}}
	a.watch = func(_ int, o client.WatchOptions, tell func(client.Answer)) {
		if o.After == "" {
			tell(waits("w1"))
		} else {
			tell(waits("w2"))
		}
	}
	var j *Job
	j = startOptions(t, Options{Asker: a, Args: []string{"sleep", "1000"}, Answered: func(a client.Answer) {
		if a.Wait == "w2" {
			j.in.lasts(0)
		}
	}})
	outcomeOf(t, j, Limits{})
	mustType(t, j, "line\n")
	j.in.lasts(time.Hour)
	if o := outcomeOf(t, j, Limits{}); o.State != Waiting {
		t.Errorf("%+v", o)
	}
}

// lasts sets for how long from now the wait from before the last write does not
// count, however slow this machine is.
func (i *input) lasts(d time.Duration) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.until = time.Now().Add(d)
}
