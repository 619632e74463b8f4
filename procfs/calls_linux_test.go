//go:build amd64 || 386 || arm || arm64 || riscv64

package procfs

import "testing"

// TestNativeNumbers compares this machine's table with its headers.
func TestNativeNumbers(t *testing.T) {
	native, ok := Native()
	if !ok {
		t.Fatalf("no table for %s", native)
	}
	names := map[int32]string{}
	for name, numbers := range headerNumbers {
		for _, nr := range numbers {
			names[nr] = name
			if got := calls[native][nr].name; got != name {
				t.Errorf("call %d is %s, the table has %q", nr, name, got)
			}
		}
	}
	for nr, c := range calls[native] {
		if names[nr] == "" {
			t.Errorf("call %d (%s) is not compared with a header", nr, c.name)
		}
	}
}
