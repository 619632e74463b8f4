package service

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Counts is what a service counted. Adding two gives a Counts.
type Counts struct {
	Queries  map[string]uint64 `json:"queries,omitempty"`  // by state
	Unknowns map[string]uint64 `json:"unknowns,omitempty"` // by reason
	Denials  map[string]uint64 `json:"denials,omitempty"`  // by error
	Refusals uint64            `json:"refusals,omitempty"` // for load
	Stuck    uint64            `json:"stuck,omitempty"`    // workers
	Watches  int64             `json:"watches,omitempty"`  // begun less ended
	Latency  []uint64          `json:"latency,omitempty"`  // questions per bucket of latencyBounds, and above
	Seconds  float64           `json:"seconds,omitempty"`  // spent on questions
}

// latencyBounds are the upper bounds of the buckets, in seconds.
var latencyBounds = []float64{25e-6, 50e-6, 100e-6, 250e-6, 1e-3, 5e-3, 25e-3, 100e-3, 250e-3}

func (c *Counts) query(state, reason string, took time.Duration) {
	bump(&c.Queries, state)
	if reason != "" {
		bump(&c.Unknowns, reason)
	}
	if c.Latency == nil {
		c.Latency = make([]uint64, len(latencyBounds)+1)
	}
	i, _ := slices.BinarySearch(latencyBounds, took.Seconds())
	c.Latency[i]++
	c.Seconds += took.Seconds()
}

func (c *Counts) denial(name string) { bump(&c.Denials, name) }

func bump(m *map[string]uint64, key string) {
	if *m == nil {
		*m = map[string]uint64{}
	}
	(*m)[key]++
}

// Add adds another's counts.
func (c *Counts) Add(d Counts) {
	addMap(&c.Queries, d.Queries)
	addMap(&c.Unknowns, d.Unknowns)
	addMap(&c.Denials, d.Denials)
	c.Refusals += d.Refusals
	c.Stuck += d.Stuck
	c.Watches += d.Watches
	c.Seconds += d.Seconds
	if len(d.Latency) == len(latencyBounds)+1 {
		if c.Latency == nil {
			c.Latency = make([]uint64, len(latencyBounds)+1)
		}
		for i, n := range d.Latency {
			c.Latency[i] += n
		}
	}
}

func addMap(to *map[string]uint64, from map[string]uint64) {
	if *to == nil && len(from) > 0 {
		*to = map[string]uint64{}
	}
	for k, n := range from {
		(*to)[k] += n
	}
}

// WriteTo writes the counts in the text format of Prometheus.
func (c *Counts) WriteTo(w io.Writer) (int64, error) {
	p := &printer{w: w}
	p.labelled("rt_helper_queries_total", "Questions answered, by state.", "state", c.Queries)
	p.labelled("rt_helper_unknowns_total", "Unknown answers, by reason.", "reason", c.Unknowns)
	p.labelled("rt_helper_denials_total", "Questions refused as the caller's mistake, by error.", "error", c.Denials)
	p.single("rt_helper_refusals_total", "counter", "Connections and questions refused for load.", float64(c.Refusals))
	p.single("rt_helper_stuck_workers_total", "counter", "Workers lost in a look.", float64(c.Stuck))
	p.single("rt_helper_watches", "gauge", "Watches in progress.", float64(c.Watches))
	p.histogram("rt_helper_query_seconds", "Time from a question's begin to its answer.", c)
	return p.n, p.err
}

// printer remembers the first error of a series of writes.
type printer struct {
	w   io.Writer
	n   int64
	err error
}

func (p *printer) printf(format string, a ...any) {
	if p.err == nil {
		var n int
		n, p.err = fmt.Fprintf(p.w, format, a...)
		p.n += int64(n)
	}
}

func (p *printer) head(name, kind, help string) {
	p.printf("# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

func (p *printer) labelled(name, help, label string, m map[string]uint64) {
	p.head(name, "counter", help)
	for _, k := range slices.Sorted(maps.Keys(m)) {
		p.printf("%s{%s=%q} %d\n", name, label, k, m[k])
	}
}

func (p *printer) single(name, kind, help string, v float64) {
	p.head(name, kind, help)
	p.printf("%s %g\n", name, v)
}

func (p *printer) histogram(name, help string, c *Counts) {
	p.head(name, "histogram", help)
	var sum uint64
	for i, b := range latencyBounds {
		if i < len(c.Latency) {
			sum += c.Latency[i]
		}
		p.printf("%s_bucket{le=\"%g\"} %d\n", name, b, sum)
	}
	if n := len(latencyBounds); n < len(c.Latency) {
		sum += c.Latency[n]
	}
	p.printf("%s_bucket{le=\"+Inf\"} %d\n%s_sum %g\n%s_count %d\n", name, sum, name, c.Seconds, name, sum)
}
