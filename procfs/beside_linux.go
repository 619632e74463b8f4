package procfs

import "slices"

// beside is what the process waits for beside the terminal, as of a time when
// its threads had run so often.
type beside struct {
	reader int
	tids   []int
	runs   uint64        // of few threads
	used   processorTime // by many
	kinds  []string
}

// also joins what the proven call waits for with what the process's other
// threads wait for, and takes the process's own wake-ups off. While no thread
// has run nothing of that changes. More: there was no time for all threads.
func (p *Process) also(reader *thread, f Finding, all []int) (kinds []string, more bool) {
	runs, sleepers := p.allRuns(reader.native, f, all)
	if o := p.beside; sleepers && o.reader == f.TID && o.runs == runs && o.used == p.crowd.now && slices.Equal(o.tids, all) {
		return o.kinds, false
	}
	var sources []Source
	for _, s := range f.Sources {
		if s.Kind != KindPty {
			sources = append(sources, s)
		}
	}
	for i, tid := range all {
		if tid == f.TID {
			continue
		}
		if i >= maxKeptThreads && p.late() {
			sleepers, more = false, true
			break
		}
		list, asleep := p.alsoOf(reader.native, tid)
		sources, sleepers = append(sources, list...), sleepers && asleep
	}
	sources, known := p.external(reader, sources)
	kinds = Kinds(sources)
	if p.beside = (beside{}); sleepers && known {
		p.beside = beside{f.TID, slices.Clone(all), runs, p.crowd.now, kinds}
	}
	return kinds, more
}

// allRuns sums up how often the threads have run. Of many the process's time tells
// whether any has; false: nothing does.
func (p *Process) allRuns(native ABI, f Finding, all []int) (runs uint64, known bool) {
	if p.crowd.slept != nil {
		return f.Runs, p.crowd.now.known
	}
	runs, known = f.Runs, true
	for _, tid := range all {
		if tid == f.TID {
			continue
		}
		n, err := p.runsOf(native, tid)
		runs += n
		known = known && err == nil
	}
	return runs, known
}

func (p *Process) runsOf(native ABI, tid int) (uint64, error) {
	t, done, err := p.open(native, tid)
	if err != nil {
		return 0, err
	}
	defer done()
	return t.runs()
}
