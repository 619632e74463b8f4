package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// costly is a row about the processor time of watches.
type costly struct {
	name    string
	command []string
	signal  unix.Signal // sent to the job, 0: none
	number  int         // of terminals
	as      int         // the user
	all     bool        // watched together, with a lateness of 500 ms
	most    float64     // share of a processor
}

func (b *bench) costRows() []costly {
	me, sleep := b.me(), []string{"sleep", "100000"}
	return []costly{
		{name: "silent job that sleeps", command: sleep, number: 1, as: me, most: 0.01},
		{name: "silent job that computes", command: []string{"sh", "-c", "while :; do :; done"}, number: 1, as: me, most: 0.01},
		{name: "pipe of 4, running", command: kinds()[5].command, number: 1, as: me, most: 0.01},
		{name: "job that waits", command: []string{"cat"}, number: 1, as: me, most: 0.001},
		{name: "job that is stopped", command: sleep, signal: unix.SIGSTOP, number: 1, as: me, most: 0.001},
		{name: fmt.Sprintf("%d terminals, a watch each", b.scale.load.watched), command: sleep, number: b.scale.load.watched, as: me, most: 0.15},
		{name: fmt.Sprintf("%d terminals in one watch, lateness 500 ms", b.scale.load.all), command: sleep, number: b.scale.load.all, as: b.other(), all: true, most: 0.01},
	}
}

// costs measures processor time while nothing happens.
func (b *bench) costs() (*table, error) {
	t := &table{
		title: fmt.Sprintf("Processor time of a watch over %v in which nothing happens, %% of a core", b.scale.cpu),
		head:  []string{"service", "client", "workers"},
	}
	for _, c := range b.costRows() {
		if !b.wants("cpu", c.name) {
			continue
		}
		if _, err := b.crowd.fill(b.scale.sizes[0]); err != nil {
			return t, err
		}
		r, note := b.costRow(c)
		t.add(r)
		t.remark(c.name, note)
	}
	return t, nil
}

func (b *bench) costRow(c costly) (row, string) {
	r := row{name: c.name, target: fmt.Sprintf("%g %%", 100*c.most)}
	m, err := b.cost(c)
	if err != nil {
		r.failed = err
		return r, ""
	}
	share := m.service.Seconds() / b.scale.cpu.Seconds()
	r.cells = []string{percent(share), percent(m.client.Seconds() / b.scale.cpu.Seconds()), fmt.Sprint(m.workers)}
	r.checks = []check{{share, c.most}}
	return r, m.note
}

// cost is the processor time of a service that does nothing but watch, and that
// of this process, its client.
type cost struct {
	service, client time.Duration
	workers         int
	note            string
}

func (b *bench) cost(c costly) (m cost, err error) {
	s, err := startServer(filepath.Join(b.dir, "cost.sock"), wideLimits, b.profiles)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, s.end()) }()
	w, err := b.watchMany(s.socket, c)
	defer w.end()
	if err != nil {
		return m, err
	}
	time.Sleep(b.scale.settle)
	before, err := treeTimes(b.machine, s.cmd.Process.Pid)
	own, err2 := cpuTime(os.Getpid())
	if err := errors.Join(err, err2); err != nil {
		return m, err
	}
	time.Sleep(b.scale.cpu)
	ownAfter, err := cpuTime(os.Getpid())
	after, err2 := treeTimes(b.machine, s.cmd.Process.Pid)
	return cost{spent(before, after), ownAfter - own, len(after) - 1, w.note()}, errors.Join(err, err2, w.failure())
}
