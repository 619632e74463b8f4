package main

import (
	"fmt"

	"github.com/rt-helper/rt-helper/client"
)

// kind is a job to ask about, and what the answer must be.
type kind struct {
	name    string
	want    client.State
	command []string
}

// kinds are the jobs of the query rows. Each but the pipes has one thread.
func kinds() []kind {
	python := func(program string) []string { return []string{"python3", "-c", program} }
	pipe := func(last string) []string {
		return []string{"sh", "-c", "sleep 100000 | sleep 100000 | sleep 100000 | " + last}
	}
	return []kind{
		{"read (cat)", client.Waiting, []string{"cat"}},
		{"running (sleep)", client.Running, []string{"sleep", "100000"}},
		{"select (Python)", client.Waiting, python("import select; select.select([0], [], [])")},
		{"epoll (Python)", client.Waiting, python("import select; e = select.epoll(); e.register(0, select.EPOLLIN); e.poll()")},
		{"pipe of 4, the last reads /dev/tty", client.Waiting, pipe("cat /dev/tty")},
		{"pipe of 4, running", client.Running, pipe("sleep 100000")},
	}
}

// The most that a query may take, in echoes of the same size.
const (
	masterMost = 2.0
	slaveMost  = 2.5 // and a path
	p99Most    = 3.0
	growthMost = 1.5 // from the smallest machine to the largest
)

// queryRow is a job asked about in one way, at each size of the machine.
type queryRow struct {
	name   string
	most   float64
	asker  *asker
	cells  []*queryCell
	failed error
}

// queryCell holds one figure a pass.
type queryCell struct {
	p50, p99 []float64
	last     pairs
	note     string
}

// queries asks on one kept connection, while the machine fills up.
func (b *bench) queries() (*table, error) {
	t := &table{title: "Query on a kept connection, in echoes of the same size on that connection: p50 (p99)"}
	l := &line{socket: b.service.socket}
	defer l.close()
	rows, started, err := b.queryRows(l)
	defer started.end()
	if err != nil || len(rows) == 0 {
		return t, err
	}
	for _, size := range b.scale.sizes {
		n, err := b.crowd.fill(size)
		if err != nil {
			return t, err
		}
		t.head = append(t.head, fmt.Sprintf("at %d", n))
		b.queryPasses(rows)
	}
	t.head = append(t.head, "last/first", "us, last", "echo")
	for _, r := range rows {
		t.add(r.row())
		for _, c := range r.cells {
			t.remark(r.name, c.note)
		}
	}
	return t, nil
}

// queryRows starts the jobs of the rows that were chosen.
func (b *bench) queryRows(l *line) (rows []*queryRow, started jobs, err error) {
	for _, k := range kinds() {
		var j *job
		for _, way := range []string{byMaster, bySlave, byPath} {
			name := k.name + ", " + way
			if !b.wants("query", name) {
				continue
			}
			if j == nil {
				if j, err = started.start(b.me(), k.command...); err != nil {
					return nil, started, err
				}
			}
			r := &queryRow{name: name, most: slaveMost}
			if way == byMaster {
				r.most = masterMost
			}
			r.asker, r.failed = l.ask(b.ctx, j, way, k.want)
			rows = append(rows, r)
		}
	}
	return rows, started, nil
}

// queryPasses measures a cell of each row. The passes take turns, so that a
// disturbance spoils one pass of some rows.
func (b *bench) queryPasses(rows []*queryRow) {
	for _, r := range rows {
		r.cells = append(r.cells, &queryCell{})
	}
	for range b.scale.passes {
		for _, r := range rows {
			if r.failed == nil {
				r.failed = r.pass(b)
			}
		}
	}
}

func (r *queryRow) pass(b *bench) error {
	if _, err := r.asker.kept(b.ctx, 1+b.scale.pairs/20); err != nil { // both processes awake
		return err
	}
	p, err := r.asker.kept(b.ctx, b.scale.pairs)
	if err != nil {
		return err
	}
	c := r.cells[len(r.cells)-1]
	c.p50, c.p99, c.last = append(c.p50, p.ratio(0.5)), append(c.p99, p.ratio(0.99)), p
	if n := p.note(); n != "" {
		c.note = n
	}
	return nil
}

func (r *queryRow) row() row {
	out := row{name: r.name, target: fmt.Sprintf("%g (%g), %g", r.most, p99Most, growthMost)}
	if r.failed != nil {
		out.explain(r.failed)
		return out
	}
	for _, c := range r.cells {
		p50, p99 := median(c.p50), median(c.p99)
		out.cells = append(out.cells, times(p50)+" ("+times(p99)+")")
		out.checks = append(out.checks, check{p50, r.most}, check{p99, p99Most})
	}
	first, last := r.cells[0], r.cells[len(r.cells)-1]
	growth := median(last.p50) / median(first.p50)
	out.checks = append(out.checks, check{growth, growthMost})
	out.cells = append(out.cells, times(growth), micros(last.last.query.quantile(0.5)), micros(last.last.echo.quantile(0.5)))
	return out
}
