package main

import (
	"bufio"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// lines are the terminals that lines of the input have named.
type lines struct {
	w    *watcher
	done sync.WaitGroup

	mu       sync.Mutex
	followed map[string]*follow
}

// follow is one of them. Another one may get its name.
type follow struct {
	stop context.CancelFunc
	told chan struct{} // closed after its first event, or its end
}

// followLines watches the terminals that lines of the input name, until the
// input ends and each was told of.
func (w *watcher) followLines(ctx context.Context, in io.Reader) int {
	ctx, stop := context.WithCancel(ctx)
	l := &lines{w: w, followed: map[string]*follow{}}
	for input := scan(in); ; {
		select {
		case line, ok := <-input:
			if ok {
				l.obey(ctx, line)
				continue
			}
			l.wait()
		case <-ctx.Done():
		}
		stop()
		l.done.Wait()
		return 0
	}
}

// scan reads lines beside what else happens. Nothing ends its read but the end
// of the input, or of the program.
func scan(in io.Reader) <-chan string {
	input := make(chan string)
	go func() {
		defer close(input)
		for s := bufio.NewScanner(in); s.Scan(); {
			input <- s.Text()
		}
	}()
	return input
}

func (l *lines) obey(ctx context.Context, line string) {
	verb, name, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch {
	case verb == "":
	case verb == "add" && name != "" && l.add(ctx, name):
	case verb == "drop" && l.drop(name):
	default:
		l.w.p.fail("watch: %q is neither add TTY nor drop TTY of one that is watched", line)
	}
}

// add begins to follow a terminal; false: it is followed.
func (l *lines) add(ctx context.Context, name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.followed[name] != nil {
		return false
	}
	ctx, stop := context.WithCancel(ctx)
	f := &follow{stop, make(chan struct{})}
	told := sync.OnceFunc(func() { close(f.told) })
	l.followed[name] = f
	l.done.Go(func() {
		defer stop()
		defer told()
		l.w.followOne(ctx, name, told)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.followed[name] == f { // it ended by itself, and may come again
			delete(l.followed, name)
		}
	})
	return true
}

// wait returns when each was told of.
func (l *lines) wait() {
	l.mu.Lock()
	all := slices.Collect(maps.Values(l.followed))
	l.mu.Unlock()
	for _, f := range all {
		<-f.told
	}
}

// drop ends it; false: there is none.
func (l *lines) drop(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.followed[name]
	if f == nil {
		return false
	}
	f.stop()
	delete(l.followed, name)
	return true
}
