package main

import (
	"slices"
	"testing"
)

func TestScales(t *testing.T) {
	for name, s := range map[string]scale{"full": full(), "brief": brief()} {
		if !slices.IsSorted(s.sizes) || len(s.sizes) < 2 {
			t.Errorf("%s: sizes %v: the last is taken as the largest, and compared with the first", name, s.sizes)
		}
		if len(s.rounds) == 0 || s.rounds[0].time != 0 {
			t.Errorf("%s: the first rounds are to be those without work", name)
		}
		if s.passes < 1 || s.pairs < 1 || s.dials < 1 || s.firsts < 1 || s.scans < 1 {
			t.Errorf("%s: %+v: something is not measured", name, s)
		}
	}
}
