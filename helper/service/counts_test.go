package service

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func someCounts() Counts {
	var c Counts
	c.query("waiting", "", 20*time.Microsecond)
	c.query("waiting", "", 25*time.Microsecond)
	c.query("unknown", "busy", time.Second)
	c.denial("NotOwner")
	c.Refusals, c.Stuck, c.Watches = 3, 1, 2
	return c
}

// TestCountsText compares with the whole text, as Prometheus reads it.
func TestCountsText(t *testing.T) {
	var b bytes.Buffer
	c := someCounts()
	if n, err := c.WriteTo(&b); err != nil || n != int64(b.Len()) {
		t.Errorf("%d of %d bytes, %v", n, b.Len(), err)
	}
	var lines []string
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	want := []string{
		`rt_helper_queries_total{state="unknown"} 1`, `rt_helper_queries_total{state="waiting"} 2`,
		`rt_helper_unknowns_total{reason="busy"} 1`, `rt_helper_denials_total{error="NotOwner"} 1`,
		`rt_helper_refusals_total 3`, `rt_helper_stuck_workers_total 1`, `rt_helper_watches 2`,
		`rt_helper_query_seconds_bucket{le="2.5e-05"} 2`, `rt_helper_query_seconds_bucket{le="5e-05"} 2`,
	}
	for i, w := range want {
		if i >= len(lines) || lines[i] != w {
			t.Fatalf("line %d of %q, want %s", i, lines, w)
		}
	}
	if end := lines[len(lines)-3:]; end[0] != `rt_helper_query_seconds_bucket{le="+Inf"} 3` || end[2] != `rt_helper_query_seconds_count 3` {
		t.Errorf("end: %q", end)
	}
}

func TestCountsAdd(t *testing.T) {
	var sum Counts
	sum.Add(Counts{})
	sum.Add(someCounts())
	if !reflect.DeepEqual(sum, someCounts()) {
		t.Errorf("0 + c is %+v", sum)
	}
	sum.Add(someCounts())
	if sum.Queries["waiting"] != 4 || sum.Unknowns["busy"] != 2 || sum.Denials["NotOwner"] != 2 || sum.Stuck != 2 ||
		sum.Refusals != 6 || sum.Watches != 4 || sum.Latency[0] != 4 || sum.Latency[len(latencyBounds)] != 2 {
		t.Errorf("c + c is %+v", sum)
	}
	sum.Add(Counts{Latency: []uint64{1}}) // of another version: left out
	if sum.Latency[0] != 4 {
		t.Errorf("a histogram of another size was added: %v", sum.Latency)
	}
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestCountsError(t *testing.T) {
	c := someCounts()
	if _, err := c.WriteTo(full{}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
