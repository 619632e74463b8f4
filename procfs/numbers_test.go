package procfs

import (
	"strconv"
	"testing"
)

func TestDecimal(t *testing.T) {
	good := map[string]int64{
		"0": 0, "-0": 0, "7": 7, "007": 7, "-1": -1, "2147483648": 1 << 31, "4294967295": 1<<32 - 1,
		"9223372036854775807": 1<<63 - 1, "-9223372036854775807": -(1<<63 - 1), "-9223372036854775808": -1 << 63,
	}
	for text, want := range good {
		if n, ok := decimal([]byte(text)); !ok || n != want {
			t.Errorf("%q: %d, %v; want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{
		"", "-", "--1", "+1", " 1", "1 ", "1.5", "0x1", "1e3", "a", "١",
		"9223372036854775808", "-9223372036854775809", "18446744073709551615", "99999999999999999999",
	} {
		if n, ok := decimal([]byte(text)); ok {
			t.Errorf("%q: accepted as %d", text, n)
		}
	}
}

func TestHexadecimal(t *testing.T) {
	good := map[string]uint64{"0": 0, "1a": 0x1a, "1A": 0x1a, "7ffe9094a2e8": 0x7ffe9094a2e8, "ffffffffffffffff": 1<<64 - 1, "0000000000000001": 1}
	for text, want := range good {
		if n, ok := hexadecimal([]byte(text)); !ok || n != want {
			t.Errorf("%q: %#x, %v; want %#x", text, n, ok, want)
		}
	}
	for _, text := range []string{"", "0x1", "g", "-1", " 1", "10000000000000000", "1a "} {
		if n, ok := hexadecimal([]byte(text)); ok {
			t.Errorf("%q: accepted as %#x", text, n)
		}
	}
}

// FuzzNumbers compares both with the standard library, which also accepts
// signs and underscores that no file of /proc has.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"0", "-1", "+1", "9223372036854775808", "-9223372036854775808", "ffffffffffffffff", "1_0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if n, ok := decimal([]byte(text)); ok {
			want, err := strconv.ParseInt(text, 10, 64)
			if err != nil || want != n {
				t.Errorf("decimal %q: %d; strconv says %d, %v", text, n, want, err)
			}
		} else if _, err := strconv.ParseInt(text, 10, 64); err == nil && text[0] != '+' {
			t.Errorf("decimal %q: refused", text)
		}
		if n, ok := hexadecimal([]byte(text)); ok {
			want, err := strconv.ParseUint(text, 16, 64)
			if err != nil || want != n {
				t.Errorf("hexadecimal %q: %#x; strconv says %#x, %v", text, n, want, err)
			}
		}
	})
}
