package main

import (
	"fmt"

	"github.com/rt-helper/rt-helper/client"
)

// freshMost is the most that a query on a new connection may take, in echoes on
// new connections.
const freshMost = 2.0

// connects asks on a new connection each time.
func (b *bench) connects() (*table, error) {
	t := &table{
		title: "Query on a new connection each, in echoes on new connections",
		head:  []string{"p50", "p99", "us", "echo"},
	}
	l := &line{socket: b.service.socket}
	defer l.close()
	var started jobs
	defer func() { started.end() }()
	for _, k := range kinds()[:2] {
		for _, way := range []string{byMaster, byPath} {
			name := k.name + ", " + way
			if !b.wants("connect", name) {
				continue
			}
			if _, err := b.crowd.fill(b.scale.sizes[0]); err != nil {
				return t, err
			}
			j, err := started.start(b.me(), k.command...)
			if err != nil {
				return t, err
			}
			r, note := b.connectRow(l, j, name, way, k.want)
			t.add(r)
			t.remark(name, note)
		}
	}
	return t, nil
}

func (b *bench) connectRow(l *line, j *job, name, way string, want client.State) (r row, note string) {
	r = row{name: name, target: fmt.Sprintf("%g", freshMost)}
	a, err := l.ask(b.ctx, j, way, want)
	if err != nil {
		r.explain(err)
		return r, ""
	}
	var p50, p99 []float64
	var p pairs
	for range b.scale.passes {
		if p, err = a.fresh(b.ctx, b.scale.dials); err != nil {
			r.failed = err
			return r, ""
		}
		note = p.note()
		p50, p99 = append(p50, p.ratio(0.5)), append(p99, p.ratio(0.99))
	}
	r.cells = []string{times(median(p50)), times(median(p99)), micros(p.query.quantile(0.5)), micros(p.echo.quantile(0.5))}
	r.checks = []check{{median(p50), freshMost}}
	return r, note
}
