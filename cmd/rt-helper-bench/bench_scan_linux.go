package main

import (
	"bufio"
	_ "embed" // for the Python program
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/rt-helper/rt-helper/client"
)

//go:embed testdata/simple.py
var simpleProgram string

// scanner is another way to learn something of a terminal's job.
type scanner struct {
	name string
	once func(j *job) error
}

// scans compares with what has to look at all processes.
func (b *bench) scans() (*table, error) {
	t := &table{title: "Other ways, in queries (cat, master, kept connection)"}
	ways, end := b.scanners()
	defer end()
	if len(ways) == 0 {
		return t, nil
	}
	l := &line{socket: b.service.socket}
	defer l.close()
	j, err := startJob(b.me(), "cat")
	if err != nil {
		return t, err
	}
	defer j.end()
	rows := make([]row, len(ways))
	for i := range b.scale.sizes {
		n, err := b.crowd.fill(b.scale.sizes[len(b.scale.sizes)-1-i]) // it is full already
		if err != nil {
			return t, err
		}
		t.head = append(t.head, fmt.Sprintf("at %d", n), "ms")
		a, err := l.ask(b.ctx, j, byMaster, client.Waiting)
		if err != nil {
			return t, err
		}
		p, err := a.kept(b.ctx, b.scale.pairs)
		if err != nil {
			return t, err
		}
		for i, w := range ways {
			b.scanCell(&rows[i], w, j, p)
		}
	}
	for _, r := range rows {
		t.add(r)
	}
	return t, nil
}

func (b *bench) scanCell(r *row, w scanner, j *job, p pairs) {
	r.name = w.name
	var took samples
	for range b.scale.scans {
		d, err := timed(func() error { return w.once(j) })
		if err != nil {
			r.failed = err
			return
		}
		took = append(took, d)
	}
	p50 := took.quantile(0.5)
	r.cells = append(r.cells, fmt.Sprintf("%.0f", ratio(p50, p.query.quantile(0.5))), millis(p50))
}

func (b *bench) scanners() (list []scanner, end func()) {
	add := func(name string, once func(*job) error) {
		if b.wants("scan", name) {
			list = append(list, scanner{name, once})
		}
	}
	add("prometheus/procfs: AllProcs and a Stat each", func(*job) error { return b.allStats() })
	var python *child
	add("Python: scan, syscall, FIONREAD, twice", func(j *job) error { return waitsSimply(&python, j) })
	return list, func() {
		if python != nil {
			_ = python.end()
		}
	}
}

// allStats reads what the foreground group of a terminal is found in.
func (b *bench) allStats() error {
	all, err := b.machine.AllProcs()
	if err != nil {
		return err
	}
	for _, p := range all {
		if _, err := p.Stat(); err != nil && !gone(err) {
			return err
		}
	}
	return nil
}

// waitsSimply asks the Python program, which goes on running.
func waitsSimply(python **child, j *job) (err error) {
	if *python == nil {
		if *python, err = startSimple(); err != nil {
			return err
		}
		if _, err = (*python).ask(j.Path()); err != nil { // it loads its modules
			return err
		}
	}
	answer, err := (*python).ask(j.Path())
	if err == nil && answer != string(client.Waiting) {
		err = fmt.Errorf("the simple method says %q", answer)
	}
	return err
}

func startSimple() (*child, error) {
	cmd := exec.Command("python3", "-c", simpleProgram)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	return &child{cmd: cmd, in: in, out: bufio.NewReader(out)}, cmd.Start()
}
