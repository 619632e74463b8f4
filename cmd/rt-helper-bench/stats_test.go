package main

import (
	"math"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	hundred := make(samples, 100)
	for i := range hundred {
		hundred[i] = time.Duration(100 - i) // in falling order
	}
	for _, c := range []struct {
		s    samples
		q    float64
		want time.Duration
	}{
		{nil, 0.5, 0},
		{samples{7}, 0, 7},
		{samples{7}, 1, 7},
		{samples{3, 1}, 0.5, 1},
		{samples{3, 1, 2}, 0.5, 2},
		{hundred, 0.5, 50},
		{hundred, 0.99, 99},
		{hundred, 1, 100},
		{hundred, 0, 1},
	} {
		if got := c.s.quantile(c.q); got != c.want {
			t.Errorf("%v.quantile(%g) = %d, want %d", c.s, c.q, got, c.want)
		}
	}
	if hundred[0] != 100 {
		t.Error("the samples were sorted in place")
	}
}

func TestRatio(t *testing.T) {
	if got := ratio(30, 20); got != 1.5 {
		t.Errorf("30/20 = %g", got)
	}
	for _, c := range [][2]time.Duration{{0, 1}, {1, 0}, {-1, 1}} {
		if got := ratio(c[0], c[1]); !math.IsNaN(got) {
			t.Errorf("%d/%d = %g, want not a number", c[0], c[1], got)
		}
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		v    []float64
		want float64
	}{
		{[]float64{2}, 2},
		{[]float64{9, 1, 5}, 5},
		{[]float64{4, 1}, 4},
	} {
		if got := median(c.v); got != c.want {
			t.Errorf("median of %v = %g, want %g", c.v, got, c.want)
		}
	}
	if got := median(nil); !math.IsNaN(got) {
		t.Errorf("median of nothing = %g", got)
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		checks []check
		want   string
	}{
		{nil, ""},
		{[]check{{2, 2}}, "ok"},
		{[]check{{1, 2}, {2.01, 2}}, "OVER"},
		{[]check{{math.NaN(), 2}}, "OVER"},
		{[]check{{math.Inf(1), 2}}, "OVER"},
	} {
		if got := verdict(c.checks...); got != c.want {
			t.Errorf("verdict of %v = %q, want %q", c.checks, got, c.want)
		}
	}
}

func TestUnits(t *testing.T) {
	for got, want := range map[string]string{
		micros(1499 * time.Nanosecond):   "1",
		micros(25 * time.Millisecond):    "25000",
		millis(1234 * time.Microsecond):  "1.23",
		percent(0.0123456):               "1.235",
		times(ratio(time.Second, 3e9)):   "0.33",
		micros(samples(nil).quantile(1)): "0",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
