package main

import (
	"fmt"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// firstMost is the most that the first query for a terminal may take.
const firstMost = 2 * time.Millisecond

// firsts asks about terminals that the service has never seen, on the fullest
// machine.
func (b *bench) firsts() (*table, error) {
	size := b.scale.sizes[len(b.scale.sizes)-1]
	t := &table{head: []string{"p50 ms", "max ms"}}
	for _, k := range kinds() {
		if k.want == client.Waiting && k.command[0] != "cat" || !b.wants("first", k.name) {
			continue
		}
		n, err := b.crowd.fill(size)
		if err != nil {
			return t, err
		}
		t.title = fmt.Sprintf("First query for a terminal, master given, at %d processes", n)
		r, note := b.firstRow(k)
		t.add(r)
		t.remark(k.name, note)
	}
	return t, nil
}

func (b *bench) firstRow(k kind) (row, string) {
	r := row{name: k.name, target: "2 ms"}
	l := &line{socket: b.service.socket}
	defer l.close()
	var p pairs // without echoes
	for len(p.query) < b.scale.firsts {
		d, err := b.firstOf(l, k)
		if err == nil {
			p.query = append(p.query, d)
			continue
		}
		l.close()
		if !p.lose(err) {
			r.failed = err
			return r, ""
		}
	}
	p50 := p.query.quantile(0.5)
	r.cells = []string{millis(p50), millis(p.query.quantile(1))}
	r.checks = []check{{float64(p50), float64(firstMost)}}
	return r, p.note()
}

// firstOf starts a job on a new terminal, waits until it does what it does, and
// asks once.
func (b *bench) firstOf(l *line, k kind) (time.Duration, error) {
	j, err := startJob(b.me(), k.command...)
	if err != nil {
		return 0, err
	}
	defer j.end()
	if err := b.asleep(j, k.command[0]); err != nil {
		return 0, err
	}
	time.Sleep(20 * time.Millisecond) // the members of a pipe begin one after the other
	conn, err := l.open()
	if err != nil {
		return 0, err
	}
	a := &asker{line: l, in: request{Descriptor: new(int)}, file: j.Master(), want: k.want}
	return timed(func() error { return a.query(b.ctx, conn) })
}

// asleep waits until the leader of a job runs its program and sleeps.
func (b *bench) asleep(j *job, program string) error {
	return await(b.ctx, "the sleep of "+program, func() (bool, error) {
		p, err := b.machine.Proc(j.cmd.Process.Pid)
		if err != nil {
			return false, err
		}
		s, err := p.Stat()
		return err == nil && s.State == "S" && s.Comm == program, err
	})
}
