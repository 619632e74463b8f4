package runner

import (
	"context"
	"iter"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// fake is an asker whose answers a test decides.
type fake struct {
	watch func(n int, o client.WatchOptions, tell func(client.Answer)) // the n-th watch; it lasts until stopped
	query func(n int) client.Answer                                    // the n-th second look

	mu      sync.Mutex
	watches []client.WatchOptions
	queries int
}

func (f *fake) Query(context.Context, *client.Terminal) (client.Answer, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.queries++
	return f.query(f.queries), nil
}

func (f *fake) Watch(ctx context.Context, _ *client.Terminal, o client.WatchOptions) iter.Seq2[client.Event, error] {
	return func(yield func(client.Event, error) bool) {
		f.mu.Lock()
		f.watches = append(f.watches, o)
		n := len(f.watches)
		f.mu.Unlock()
		f.watch(n, o, func(a client.Answer) {
			if ctx.Err() == nil {
				yield(client.Event{Answer: a}, nil)
			}
		})
		<-ctx.Done()
	}
}

// afters are the waits that did not count, watch by watch.
func (f *fake) afters() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var all []string
	for _, o := range f.watches {
		all = append(all, o.After)
	}
	return all
}

func (f *fake) asked() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.queries
}

// always answers a.
func always(a client.Answer) *fake {
	return &fake{
		watch: func(_ int, _ client.WatchOptions, tell func(client.Answer)) { tell(a) },
		query: func(int) client.Answer { return a },
	}
}

// waits is an exclusive wait.
func waits(wait string) client.Answer {
	yes, no := true, false
	return client.Answer{
		State: client.Waiting, Exclusive: &yes, Canonical: &yes, Echo: &yes, Timed: &no, Secret: client.SecretNo,
		Wait: wait, Reader: &client.Reader{PID: 1234, Program: "reader", Call: "read"},
	}
}

func listens(program string) client.Answer {
	no := false
	a := waits("w")
	a.Exclusive, a.Also, a.Reader = &no, []string{"socket"}, &client.Reader{PID: 1, Program: program}
	return a
}

var running = client.Answer{State: client.Running}

// start starts a command of sh that the test ends.
func start(t *testing.T, asker Asker, script string) *Job {
	t.Helper()
	return startOptions(t, Options{Asker: asker, Args: []string{"/bin/sh", "-c", script}})
}

func startOptions(t *testing.T, o Options) *Job {
	t.Helper()
	j, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := j.HangUp(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	return j
}

// outcomeOf waits for an outcome.
func outcomeOf(t *testing.T, j *Job, l Limits) Outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	o, err := j.Wait(ctx, l)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func mustType(t *testing.T, j *Job, keys string) {
	t.Helper()
	if err := j.Type(context.Background(), []byte(keys)); err != nil {
		t.Fatal(err)
	}
}

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// until waits for something to come true.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s never came true", what)
		}
	}
}
