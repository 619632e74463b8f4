package main

import (
	"fmt"
	"math"
	"slices"
	"time"
)

// samples are durations of one kind.
type samples []time.Duration

// quantile is the smallest sample that at least the share q of all do not
// exceed; 0 without samples.
func (s samples) quantile(q float64) time.Duration {
	if len(s) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(s))
	i := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}

// ratio is a/b, and not a number if one of them was not measured.
func ratio(a, b time.Duration) float64 {
	if a <= 0 || b <= 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// median of an odd number of values is the middle one, and of an even number the
// upper of the two; not a number without values.
func median(v []float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	return slices.Sorted(slices.Values(v))[len(v)/2]
}

// check is a figure and the most that it may be.
type check struct {
	got, most float64
}

// verdict says whether all figures keep their limits; "" without figures.
func verdict(checks ...check) string {
	if len(checks) == 0 {
		return ""
	}
	for _, c := range checks {
		if !(c.got <= c.most) { // also for what is not a number
			return "OVER"
		}
	}
	return "ok"
}

func times(v float64) string { return fmt.Sprintf("%.2f", v) }

func micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/1e3) }

func millis(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/1e6) }

func percent(share float64) string { return fmt.Sprintf("%.3f", 100*share) }
