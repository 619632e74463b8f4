package selftest

// Rows and changes of rows that only this system's table has.

// runs is a row of a real program, and what is said once its output has ready.
func runs(name, ready string, w want, argv ...string) row {
	return row{
		name: name, argv: argv, needs: needs{programs: argv[:1]},
		steps: []step{{await: ready, want: w}},
	}
}

func (r row) needing(n needs) row { r.needs = n; return r }

// listening: it waits for something else as well, of this kind.
func (r row) listening(kind string) row {
	return r.last(func(w *want) { w.exclusive, w.also = no, kind })
}

// inThread: the reader is not the process's first thread.
func (r row) inThread() row { return r.last(func(w *want) { w.thread = yes }) }
