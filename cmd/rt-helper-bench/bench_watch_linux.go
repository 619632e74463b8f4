package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// The latest that a watcher may be told.
const (
	printedP50  = time.Millisecond // of a prompt
	printedP99  = 2 * time.Millisecond
	silentP99   = 21 * time.Millisecond // of a wait that nothing announces
	watchTarget = "1 ms, 2 ms, 0 early"
)

// watched is a row of the watch table.
type watched struct {
	call, prompt string
	work
}

func (w watched) name() string {
	switch w.prompt {
	case toStdout:
		return fmt.Sprintf("prints, then %s, after %v", w.call, w.time)
	case toTerminal:
		return fmt.Sprintf("prints and reads through /dev/tty, after %v", w.time)
	}
	return fmt.Sprintf("silent %s after %v", w.call, w.time)
}

func (b *bench) watchRows() []watched {
	var list []watched
	for _, prompt := range []string{toStdout, toTerminal, silent} {
		for _, k := range b.scale.rounds {
			list = append(list, watched{"read", prompt, k})
		}
	}
	return append(list, watched{"select", silent, b.scale.rounds[0]}, watched{"epoll", silent, b.scale.rounds[0]})
}

// watches measures from the moment before a program waits to the moment at which
// this process is told.
func (b *bench) watches() (*table, error) {
	t := &table{
		title: "Watch: from just before the program waits until this process is told",
		head:  []string{"rounds", "p50 us", "p99", "max", "early"},
	}
	for _, w := range b.watchRows() {
		if !b.wants("watch", w.name()) {
			continue
		}
		if _, err := b.crowd.fill(b.scale.sizes[0]); err != nil {
			return t, err
		}
		t.add(b.watchRow(w))
	}
	return t, nil
}

func (b *bench) watchRow(w watched) row {
	r := row{name: w.name(), target: watchTarget}
	if w.prompt == silent {
		r.target = "p99 21 ms, 0 early"
	}
	told, early, err := b.rounds(w)
	if err != nil {
		r.failed = err
		return r
	}
	if early > 0 {
		r.failed = fmt.Errorf("%d of %d answers said waiting before the program waited", early, len(told)+early)
		return r
	}
	p50, p99 := told.quantile(0.5), told.quantile(0.99)
	r.cells = []string{strconv.Itoa(len(told)), micros(p50), micros(p99), micros(told.quantile(1)), strconv.Itoa(early)}
	r.checks = []check{{float64(p99), float64(silentP99)}}
	if w.prompt != silent {
		r.checks = []check{{float64(p50), float64(printedP50)}, {float64(p99), float64(printedP99)}}
	}
	return r
}

// rounds starts the program of a row and watches it.
func (b *bench) rounds(w watched) (told samples, early int, err error) {
	file := filepath.Join(b.dir, "stamp")
	s, err := openStamp(file)
	if err != nil {
		return nil, 0, err
	}
	s.waits.Store(0)
	j, err := startJob(b.me(), "/proc/self/exe", readerCommand, w.call, w.prompt, strconv.Itoa(int(w.time.Microseconds())), file)
	if err != nil {
		return nil, 0, err
	}
	defer j.end()
	return b.roundsOf(j, s, w, client.WatchOptions{})
}

// roundsOf types a line each time the watch tells of a wait. Early are the
// answers that came before the program was about to wait.
func (b *bench) roundsOf(j *job, s *stamp, w watched, o client.WatchOptions) (told samples, early int, err error) {
	term, err := client.FromFile(j.Master())
	if err != nil {
		return nil, 0, err
	}
	defer term.Close()
	c := client.New(client.Socket(b.service.socket))
	defer c.Close()
	ctx, cancel := context.WithTimeout(b.ctx, patience+time.Duration(w.rounds)*(2*w.time+20*time.Millisecond))
	defer cancel()
	var last string
	var end client.Event
	for e, err := range c.Watch(ctx, term, o) {
		at := now()
		if err != nil {
			return told, early, fmt.Errorf("told of %d of %d waits: %w", len(told), w.rounds, err)
		}
		if end = e; e.State != client.Waiting || e.Wait == last {
			continue
		}
		if s.waits.Load() < int64(len(told))+1 {
			early++
			continue
		}
		last = e.Wait
		told = append(told, at-time.Duration(s.at.Load()))
		if len(told) > w.rounds {
			return told[1:], early, nil // the watch began while the program waited
		}
		if err := j.typeLine(); err != nil {
			return told, early, err
		}
	}
	return told, early, fmt.Errorf("the watch ended after %d of %d waits: %s %s", len(told), w.rounds, end.Ended, end.Sentence())
}
