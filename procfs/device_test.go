package procfs

import "testing"

func TestTTYDev(t *testing.T) {
	cases := map[uint32]Dev{
		0:          {0, 0},
		0x0440:     {4, 64}, // ttyS0
		0x0401:     {4, 1},
		0x8800:     {136, 0},
		34819:      {136, 3},
		0x88ff:     {136, 255},
		0x1088_00:  {136, 256},
		0x1088_2c:  {136, 300},
		0xfff088ff: {136, 1048575},
		0x0502:     {5, 2},
		0xe500:     {229, 0}, // hvc0
		0xfff_00:   {0xfff, 0},
	}
	for n, want := range cases {
		if got := TTYDev(n); got != want {
			t.Errorf("%#x: %v, want %v", n, got, want)
		}
	}
}

func TestKernelDev(t *testing.T) {
	cases := map[uint32]Dev{
		0: {0, 0}, 0x1a: {0, 0x1a}, 0x10: {0, 0x10}, 0xfffff: {0, 0xfffff},
		0x800001: {8, 1}, 0x8800000: {136, 0}, 0x0050000: {0, 0x50000}, 0x500000: {5, 0},
	}
	for n, want := range cases {
		if got := KernelDev(n); got != want {
			t.Errorf("%#x: %v, want %v", n, got, want)
		}
	}
}

func TestDevString(t *testing.T) {
	if got := (Dev{136, 300}).String(); got != "136:300" {
		t.Errorf("got %q", got)
	}
}

func TestKindsOfDevice(t *testing.T) {
	const slave, alias, other = "slave", "alias", "other terminal"
	cases := map[Dev]string{
		{136, 0}: slave, {136, 1048575}: slave, {143, 7}: slave,
		{5, 0}: alias, {5, 1}: alias, {4, 0}: alias,
		{4, 1}: other, {4, 63}: other, {4, 64}: other, {188, 0}: other, {166, 0}: other, {204, 64}: other, {229, 0}: other,
		{5, 2}: "", {1, 3}: "", {135, 0}: "", {144, 0}: "", {0, 0}: "", {3, 0}: "", {10, 229}: "",
	}
	for d, want := range cases {
		got := ""
		switch {
		case d.isSlave():
			got = slave
		case d.isAlias():
			got = alias
		case d.isTerminal():
			got = other
		}
		if got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
		if d.isTerminal() != (want == slave || want == other) {
			t.Errorf("%v: isTerminal is %v", d, d.isTerminal())
		}
	}
}

// TestIdentityIs: a slave is known by its inode, since every devpts has one of
// each number; other terminals are known by number.
func TestIdentityIs(t *testing.T) {
	pts := Identity{Dev{0, 0x1a}, 3, Dev{136, 0}}
	serial := Identity{Dev{0, 6}, 91, Dev{4, 64}}
	cases := []struct {
		name string
		a, b Identity
		want bool
	}{
		{"itself", pts, pts, true},
		{"slave 0 of another devpts", pts, Identity{Dev{0, 0x27}, 3, Dev{136, 0}}, false},
		{"slave 1", pts, Identity{Dev{0, 0x1a}, 4, Dev{136, 1}}, false},
		{"another inode", pts, Identity{Dev{0, 0x1a}, 4, Dev{136, 0}}, false},
		{"serial line", serial, serial, true},
		{"serial line under another name", serial, Identity{Dev{8, 1}, 7, Dev{4, 64}}, true},
		{"another serial line", serial, Identity{Dev{0, 6}, 91, Dev{4, 65}}, false},
		{"slave and serial line", serial, pts, false},
		{"/dev/tty", pts, Identity{Dev{0, 6}, 9, Dev{5, 0}}, false},
	}
	for _, c := range cases {
		if got := c.a.Is(c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if c.a.Is(c.b) != c.b.Is(c.a) {
			t.Errorf("%s: not the same the other way round", c.name)
		}
	}
}

// FuzzDev encodes numbers again as the kernel does.
func FuzzDev(f *testing.F) {
	f.Add(uint32(0x8800))
	f.Add(uint32(0xfff088ff))
	f.Fuzz(func(t *testing.T, n uint32) {
		d := TTYDev(n)
		if again := d.Minor&0xff | d.Major<<8 | d.Minor&^0xff<<12; again != n {
			t.Errorf("tty_nr %#x became %#x", n, again)
		}
		if k := KernelDev(n); k.Major<<20|k.Minor != n {
			t.Errorf("sdev %#x became %v", n, k)
		}
	})
}
