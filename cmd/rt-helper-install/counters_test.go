package main

import "testing"

const sample = `# HELP rt_helper_queries_total Questions answered, by state.
# TYPE rt_helper_queries_total counter
rt_helper_queries_total{state="running"} 3
rt_helper_queries_total{state="waiting"} 12
rt_helper_refusals_total 2
rt_helper_query_seconds_bucket{le="2.5e-05"} 1
rt_helper_query_seconds_sum 0.001
`

func TestCounters(t *testing.T) {
	c := parseCounters(sample)
	for got, want := range map[string]string{
		c.list("rt_helper_queries_total"): "15 (3 running, 12 waiting)",
		c.list("rt_helper_denials_total"): "0",
		c.one("rt_helper_refusals_total"): "2",
		c.one("rt_helper_no_such"):        "0",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestMalformedCounters(t *testing.T) {
	for _, line := range []string{"", "# x 1", "name", "name x", `name{a=b} 1`, `name{a="b} 1`, `name{a="b"}`} {
		if c, ok := parseCounter(line); ok {
			t.Errorf("%q: %+v", line, c)
		}
	}
}

func FuzzCounter(f *testing.F) {
	f.Add(`a{b="c"} 1`)
	f.Add("a 1e3")
	f.Fuzz(func(t *testing.T, line string) {
		if c, ok := parseCounter(line); ok && c.name == "" && c.label == "" && line[0] != ' ' && line[0] != '{' {
			t.Errorf("%q: %+v", line, c)
		}
	})
}
