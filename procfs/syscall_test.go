package procfs

import (
	"fmt"
	"testing"
)

func TestParseSyscall(t *testing.T) {
	cases := []struct {
		name, text string
		want       Syscall
	}{
		{"running", "running\n", Syscall{}},
		{"running, no newline", "running", Syscall{}},
		{"outside a call", "-1 0x7ffecb7a19c8 0x7ff1493fa829\n", Syscall{}},
		{"zombie", "-1 0x0 0x0\n", Syscall{}},
		{"cat", "0 0x0 0x7f4d2c1f3000 0x20000 0x22 0x0 0x0 0x7ffd0f1d1d58 0x7f4d2c3e919d\n",
			Syscall{true, 0, [6]uint64{0, 0x7f4d2c1f3000, 0x20000, 0x22, 0, 0}, 0x7ffd0f1d1d58, 0x7f4d2c3e919d}},
		{"poll of a 32-bit program", "168 0xffe37e80 0x2 0xffffffff 0xf7ec8ff4 0xffe38b00 0xffe38b18 0xffe378b0 0xf7ee85e9\n",
			Syscall{true, 168, [6]uint64{0xffe37e80, 2, 0xffffffff, 0xf7ec8ff4, 0xffe38b00, 0xffe38b18}, 0xffe378b0, 0xf7ee85e9}},
		{"x32", "1073741824 0x0 0xfff0 0x1 0x0 0x0 0x0 0x1 0x2", Syscall{true, x32Bit, [6]uint64{0, 0xfff0, 1}, 1, 2}},
		{"full width", "7 0xffffffffffffffff 0x1 0xffffffffffffffff 0x0 0x0 0x0 0xffffffffffffffff 0xfffffffffffffff0\n",
			Syscall{true, 7, [6]uint64{1<<64 - 1, 1, 1<<64 - 1}, 1<<64 - 1, 1<<64 - 16}},
		{"io_uring worker", "426 0x5 0x1 0x1 0x1 0x0 0x0 0x0 0x0\n", Syscall{true, 426, [6]uint64{5, 1, 1, 1}, 0, 0}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseSyscall([]byte(c.text))
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func TestParseSyscallRefuses(t *testing.T) {
	cases := map[string]string{
		"empty":               "",
		"blank":               " \n",
		"a word":              "sleeping\n",
		"running and more":    "running 0x0\n",
		"only a number":       "0\n",
		"five arguments":      "0 0x0 0x1 0x2 0x3 0x4 0x5 0x6\n",
		"cut in the last":     "0 0x0 0x1 0x2 0x3 0x4 0x5 0x6 0x",
		"no prefix":           "0 0 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"number in hex":       "0x0 0x0 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"argument of 17":      "0 0x10000000000000000 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"argument with a G":   "0 0xG 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"negative argument":   "0 -0x1 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"prefix and a blank":  "0 0x 1 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"number of 33 bits":   "4294967296 0x0 0x1 0x2 0x3 0x4 0x5 0x6 0x7\n",
		"NULs instead of all": "\x00\x00\x00",
	}
	for name, text := range cases {
		if s, err := ParseSyscall([]byte(text)); err == nil {
			t.Errorf("%s: accepted as %+v", name, s)
		} else if s != (Syscall{}) {
			t.Errorf("%s: an error with a result: %+v", name, s)
		}
	}
}

func FuzzParseSyscall(f *testing.F) {
	for _, text := range []string{
		"running\n", "-1 0x0 0x0\n", "0 0x0 0x7f4d2c1f3000 0x20000 0x22 0x0 0x0 0x7ffd0f1d1d58 0x7f4d2c3e919d\n",
		"168 0xffe37e80 0x2 0xffffffff 0xf7ec8ff4 0xffe38b00 0xffe38b18 0xffe378b0 0xf7ee85e9", "7 0x", "-2", "0 0 0",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseSyscall(b)
		if err != nil {
			return
		}
		if !s.Blocked {
			if s != (Syscall{}) {
				t.Errorf("%q: not blocked, and yet %+v", b, s)
			}
			return
		}
		if again, err := ParseSyscall(syscallText(s)); err != nil || again != s {
			t.Errorf("%q: %+v became %+v, %v", b, s, again, err)
		}
	})
}

// syscallText writes a syscall file as the kernel does.
func syscallText(s Syscall) []byte {
	a := s.Args
	return fmt.Appendf(nil, "%d %#x %#x %#x %#x %#x %#x %#x %#x\n", s.Nr, a[0], a[1], a[2], a[3], a[4], a[5], s.SP, s.PC)
}
