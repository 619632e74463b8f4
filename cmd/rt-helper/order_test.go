package main

import (
	"slices"
	"testing"
)

func TestComparePaths(t *testing.T) {
	want := []string{"", "/dev/pts/3", "/dev/pts/16", "/dev/pts/20", "/dev/tty1", "/dev/tty10", "/dev/ttyS0", "/dev/ttys003", "/dev/ttys012"}
	got := slices.Clone(want)
	slices.Sort(got)
	if slices.SortFunc(got, comparePaths); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
