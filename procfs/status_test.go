package procfs

import (
	"fmt"
	"strings"
	"testing"
)

// passwdStatus is the status file of a passwd at its prompt, shortened in the
// middle.
const passwdStatus = "Name:\tpasswd\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t812\nNgid:\t0\nPid:\t812\nPPid:\t700\nTracerPid:\t0\n" +
	"Uid:\t1001\t0\t0\t0\nGid:\t1001\t1001\t1001\t1001\nFDSize:\t256\nGroups:\t27 1001 \nNStgid:\t812\nThreads:\t1\n" +
	"CapPrm:\t000001ffffffffff\nSpeculation_Store_Bypass:\tvulnerable\nMems_allowed_list:\t0\n" +
	"voluntary_ctxt_switches:\t6\nnonvoluntary_ctxt_switches:\t2\n"

func ids4(n uint32) [4]uint32 { return [4]uint32{n, n, n, n} }

func TestParseStatus(t *testing.T) {
	const uid, gid = "Uid:\t1\t2\t3\t4\n", "Gid:\t5\t6\t7\t8\n"
	want := Status{UIDs: [4]uint32{1, 2, 3, 4}, GIDs: [4]uint32{5, 6, 7, 8}}
	cases := []struct {
		name, text string
		want       Status
	}{
		{"passwd", passwdStatus, Status{UIDs: [4]uint32{1001, 0, 0, 0}, GIDs: ids4(1001), FDSize: 256, Switches: 6}},
		{"nothing but the numbers", uid + gid, want},
		{"the other way round", gid + uid, want},
		{"no newline at the end", uid + strings.TrimSuffix(gid, "\n"), want},
		{"largest number", "Uid:\t4294967295\t4294967295\t4294967295\t4294967295\nGid:\t65534\t65534\t65534\t65534\n",
			Status{UIDs: ids4(1<<32 - 1), GIDs: ids4(65534)}},
		{"many switches", uid + gid + "voluntary_ctxt_switches:\t5000000000\n", withSwitches(want, 5_000_000_000)},
		{"a name that looks like a line of numbers", "Name:\tUid:\t9 9 9 9\n" + uid + gid, want},
		{"lines without a colon", "\n\n" + uid + "x\n" + gid, want},
		{"blanks for tabs", "Uid: 1 2 3 4\nGid: 5 6 7 8\n", want},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseStatus([]byte(c.text))
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

func withSwitches(s Status, n uint64) Status {
	s.Switches = n
	return s
}

func TestParseStatusRefuses(t *testing.T) {
	cases := map[string]string{
		"empty":         "",
		"no Uid":        "Gid:\t1\t1\t1\t1\nFDSize:\t64\n",
		"no Gid":        "Uid:\t1\t1\t1\t1\nFDSize:\t64\n",
		"three numbers": "Uid:\t1\t1\t1\nGid:\t1\t1\t1\t1\n",
		"33 bits":       "Uid:\t4294967296\t0\t0\t0\nGid:\t1\t1\t1\t1\n",
		"a word":        "Uid:\t1\tx\t1\t1\nGid:\t1\t1\t1\t1\n",
		"cut in a line": "Gid:\t1\t1\t1\t1\nUid:\t1\t1\t",
		"another key":   "uid:\t1\t1\t1\t1\nGid:\t1\t1\t1\t1\n",
	}
	for name, text := range cases {
		if s, err := ParseStatus([]byte(text)); err == nil {
			t.Errorf("%s: accepted as %+v", name, s)
		}
	}
}

func TestSameUser(t *testing.T) {
	cases := []struct {
		name string
		s    Status
		want bool
	}{
		{"all the same", Status{UIDs: ids4(1001), GIDs: ids4(100)}, true},
		{"somebody else's", Status{UIDs: ids4(1002), GIDs: ids4(100)}, false},
		{"setuid", Status{UIDs: [4]uint32{1001, 0, 0, 0}, GIDs: ids4(100)}, false},
		{"can get root back", Status{UIDs: [4]uint32{1001, 1001, 0, 1001}, GIDs: ids4(100)}, false},
		{"file system user", Status{UIDs: [4]uint32{1001, 1001, 1001, 0}, GIDs: ids4(100)}, false},
		{"real user only is another", Status{UIDs: [4]uint32{0, 1001, 1001, 1001}, GIDs: ids4(100)}, false},
		{"setgid", Status{UIDs: ids4(1001), GIDs: [4]uint32{100, 42, 42, 42}}, false},
		{"can get a group back", Status{UIDs: ids4(1001), GIDs: [4]uint32{100, 100, 42, 100}}, false},
	}
	for _, c := range cases {
		if got := c.s.SameUser(1001); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func FuzzParseStatus(f *testing.F) {
	for _, text := range []string{passwdStatus, "Uid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8", "Uid:\nGid:\n", "Uid:1 1 1 1\nGid:1 1 1 1\nUid:x"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ParseStatus(b)
		if err != nil {
			return
		}
		again, err := ParseStatus([]byte(statusText(s)))
		if err != nil || again != s {
			t.Errorf("%q: %+v became %+v, %v", b, s, again, err)
		}
	})
}

// statusText writes a status file as the kernel does, but for a signed last
// line: an unsigned one would not fit what the parser returns for garbage.
func statusText(s Status) string {
	u, g := s.UIDs, s.GIDs
	return fmt.Sprintf("Uid:\t%d\t%d\t%d\t%d\nGid:\t%d\t%d\t%d\t%d\nFDSize:\t%d\nvoluntary_ctxt_switches:\t%d\n",
		u[0], u[1], u[2], u[3], g[0], g[1], g[2], g[3], s.FDSize, int64(s.Switches))
}
