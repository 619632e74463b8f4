package procfs

import (
	"fmt"
	"testing"
)

func TestParseSchedstat(t *testing.T) {
	good := map[string]uint64{
		"843295 416692 5\n":                       5,
		"895027 1435067 4":                        4,
		"0 0 0\n":                                 0, // CONFIG_SCHED_INFO without a run yet
		"18446744073709551615 0 5000000000\n":     5_000_000_000,
		"1234567890123 98765432109876 1 and more": 1,
	}
	for text, want := range good {
		if n, err := ParseSchedstat([]byte(text)); err != nil || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, err, want)
		}
	}
	for _, text := range []string{"", "\n", "843295", "843295 416692", "843295 416692 \n", "1 2 x\n", "1 2 3.0\n"} {
		if n, err := ParseSchedstat([]byte(text)); err == nil {
			t.Errorf("%q: accepted as %d", text, n)
		}
	}
}

func FuzzParseSchedstat(f *testing.F) {
	for _, text := range []string{"843295 416692 5\n", "0 0 0", "1 2 -3", "1 2"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		n, err := ParseSchedstat(b)
		if err != nil {
			return
		}
		again, err := ParseSchedstat(fmt.Appendf(nil, "1 2 %d\n", int64(n)))
		if err != nil || again != n {
			t.Errorf("%q: %d became %d, %v", b, n, again, err)
		}
	})
}
