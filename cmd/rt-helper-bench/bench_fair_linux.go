package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/rt-helper/rt-helper/client"
)

// fairMost is how much longer a query may take beside what others do.
const fairMost = 5.0

// burden is what others do. Begin returns what ends it and says more about it.
type burden struct {
	name   string
	limits string
	begin  func(socket string) (end func() (string, error), err error)
}

func (b *bench) burdens() []burden {
	l := b.scale.load
	return []burden{
		{fmt.Sprintf("%d clients ask as fast as they can", l.clients), usualLimits, b.manyClients},
		{fmt.Sprintf("a job of %d threads is asked about", l.threads), usualLimits, b.manyThreads},
		{fmt.Sprintf("%d terminals are watched", l.watched), wideLimits, b.manyWatches},
	}
}

// fairness measures one client's queries while others burden the service.
func (b *bench) fairness() (*table, error) {
	t := &table{
		title: fmt.Sprintf("Query (cat, master) while user %d burdens the service, in queries of a quiet time; p99 is not judged", b.other()),
		head:  []string{"quiet us", "p99", "p50", "p99", "echo p50", "p99"},
	}
	for _, u := range b.burdens() {
		if !b.wants("fair", u.name) {
			continue
		}
		if _, err := b.crowd.fill(b.scale.sizes[0]); err != nil {
			return t, err
		}
		r, note := b.fairRow(u)
		t.add(r)
		t.remark(u.name, note)
	}
	return t, nil
}

func (b *bench) fairRow(u burden) (row, string) {
	r := row{name: u.name, target: fmt.Sprintf("p50 %g", fairMost)}
	quiet, loaded, note, err := b.beside(u)
	if err != nil {
		r.failed = err
		return r, note
	}
	than := func(p, q samples, at float64) float64 { return ratio(p.quantile(at), q.quantile(at)) }
	p50 := than(loaded.query, quiet.query, 0.5)
	r.cells = []string{
		micros(quiet.query.quantile(0.5)), micros(quiet.query.quantile(0.99)),
		times(p50), times(than(loaded.query, quiet.query, 0.99)),
		times(than(loaded.echo, quiet.echo, 0.5)), times(than(loaded.echo, quiet.echo, 0.99)),
	}
	r.checks = []check{{p50, fairMost}}
	return r, note
}

// beside measures in a quiet time and then beside the burden, on a connection
// that was there before.
func (b *bench) beside(u burden) (quiet, loaded pairs, note string, err error) {
	s, err := startServer(filepath.Join(b.dir, "fair.sock"), u.limits, b.profiles)
	if err != nil {
		return quiet, loaded, "", err
	}
	defer func() { err = errors.Join(err, s.end()) }()
	l := &line{socket: s.socket}
	defer l.close()
	j, err := startJob(b.me(), "cat")
	if err != nil {
		return quiet, loaded, "", err
	}
	defer j.end()
	a, err := l.ask(b.ctx, j, byMaster, client.Waiting)
	if err != nil {
		return quiet, loaded, "", err
	}
	if quiet, err = a.lasting(b.ctx, b.scale.fair); err != nil {
		return quiet, loaded, "", err
	}
	end, err := u.begin(s.socket)
	if err == nil {
		time.Sleep(b.scale.settle)
		loaded, err = a.lasting(b.ctx, b.scale.fair)
	}
	if end != nil {
		var endErr error
		note, endErr = end()
		err = errors.Join(err, endErr)
	}
	if n := loaded.note(); n != "" {
		note += "; of the quiet one " + n
	}
	return quiet, loaded, note, err
}

func (b *bench) manyClients(socket string) (func() (string, error), error) {
	j, err := startJob(b.other(), "cat")
	if err != nil {
		return nil, err
	}
	return b.askAbout(socket, j, b.scale.load.clients)
}

func (b *bench) manyThreads(socket string) (func() (string, error), error) {
	j, n, err := b.startThreads(b.other(), b.scale.load.threads)
	if err != nil {
		return nil, err
	}
	end, err := b.askAbout(socket, j, 1)
	return func() (string, error) {
		note, err := end()
		return fmt.Sprintf("%s, %d threads", note, n), err
	}, err
}

// askAbout lets clients ask about a job, and ends it after them.
func (b *bench) askAbout(socket string, j *job, clients int) (func() (string, error), error) {
	begun := time.Now()
	list, err := startAskers(clients, b.other(), socket, j.Path())
	return func() (string, error) {
		took := time.Since(begun).Seconds()
		told, refused, reason, err := list.end()
		j.end()
		return fmt.Sprintf("%.0f answers and %.0f refusals%s a second", float64(told)/took, float64(refused)/took, reason), err
	}, err
}

func (b *bench) manyWatches(socket string) (func() (string, error), error) {
	w, err := b.watchMany(socket, costly{command: []string{"sleep", "100000"}, number: b.scale.load.watched, as: b.other()})
	return func() (string, error) {
		w.end()
		return w.note(), w.failure()
	}, err
}
