package service

import (
	"slices"
	"strings"
	"testing"
)

func TestParseSubUIDs(t *testing.T) {
	user := parsePasswd("ann:x:1000:1000::/:/bin/sh\nbroken\n:x:5:5\nbig:x:99999999999:1::\n")
	text := strings.Join([]string{
		"ann:100000:65536", "1001:200000:10", "", "unknown:1:1", "big:1:1", "ann:x:1", "ann:1:-1",
		"ann:1", "ann:1:2:3", "  ann:5:6  ", "ann:4294967296:1",
	}, "\n")
	want := []subRange{{1000, 100000, 65536}, {1001, 200000, 10}, {1000, 5, 6}}
	if got := parseSubUIDs(strings.NewReader(text), user); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestBudgetKey(t *testing.T) {
	ranges := []subRange{{1000, 100000, 65536}, {1001, 165536, 10}, {1002, 4294967290, 4294967295}}
	for uid, want := range map[uint32]uint32{
		0: 0, 1000: 1000, 99999: 99999, 100000: 1000, 165535: 1000, 165536: 1001, 165545: 1001, 165546: 165546,
		4294967290: 1002, 4294967295: 1002, 1: 1,
	} {
		if got := budgetKey(uid, ranges); got != want {
			t.Errorf("%d: %d, want %d", uid, got, want)
		}
	}
}

func FuzzParseSubUIDs(f *testing.F) {
	f.Add("ann:100000:65536\n", uint32(100001))
	f.Fuzz(func(t *testing.T, text string, uid uint32) {
		ranges := parseSubUIDs(strings.NewReader(text), parsePasswd("ann:x:1000:1000\n"))
		key := budgetKey(uid, ranges)
		if key != uid && !slices.ContainsFunc(ranges, func(r subRange) bool {
			return r.owner == key && uint64(uid) >= r.first && uint64(uid) < r.first+r.size
		}) {
			t.Errorf("%d pays for %d, without a range: %v", key, uid, ranges)
		}
	})
}

func FuzzParsePasswd(f *testing.F) {
	f.Add("ann:x:1000:1000\n", "ann")
	f.Fuzz(func(t *testing.T, text, name string) {
		if n, ok := parsePasswd(text)(name); !ok && n != 0 {
			t.Errorf("an unknown user is %d", n)
		}
	})
}
