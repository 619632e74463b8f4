package procfs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ringText is the fdinfo of an io_uring, as Linux 6.18 writes it, with room
// for the number of registered files and for the operations that wait.
func ringText(files int, pollList string) string {
	return "pos:\t0\nflags:\t02000002\nmnt_id:\t17\nino:\t119801\nSqMask:\t0x7\nSqHead:\t1\nSqTail:\t1\nCachedSqHead:\t1\n" +
		"CqMask:\t0xf\nCqHead:\t0\nCqTail:\t0\nCachedCqTail:\t0\nSQEs:\t0\nCQEs:\t0\nSqThread:\t-1\nSqThreadCpu:\t-1\n" +
		fmt.Sprintf("SqTotalTime:\t0\nSqWorkTime:\t0\nUserFiles:\t%d\nUserBufs:\t0\nPollList:\n%sCqOverflowList:\nNAPI:\tdisabled\n", files, pollList)
}

func TestParseRing(t *testing.T) {
	cases := []struct {
		name, text string
		want       Ring
	}{
		{"read of a terminal", ringText(0, "  op=22, task_works=0\n"), Ring{Ops: []int{22}}},
		{"poll of a terminal", ringText(0, "  op=6, task_works=0\n"), Ring{Ops: []int{6}}},
		{"several", ringText(0, "  op=22, task_works=0\n  op=6, task_works=1\n  op=22, task_works=0\n"), Ring{Ops: []int{22, 6, 22}}},
		{"nothing waits", ringText(0, ""), Ring{}},
		{"registered files", ringText(4, "  op=22, task_works=0\n"), Ring{Ops: []int{22}, FixedFiles: true}},
		{"files registered, nothing waits", ringText(1, ""), Ring{FixedFiles: true}},
		{"an entry that is not submitted yet", strings.Replace(ringText(0, "  op=6, task_works=0\n"), "SQEs:\t0\n",
			"SQEs:\t1\n    0: opcode:READ, fd:0, flags:0, off:0, addr:0x0, rw_flags:0x0, buf_index:0 user_data:0\n", 1), Ring{Ops: []int{6}}},
		{"a completion that overflowed", strings.Replace(ringText(0, ""), "CqOverflowList:\n", "CqOverflowList:\n  user_data=6, res=1, flags=0\n", 1), Ring{}},
		{"no such text: a plain file", "pos:\t0\nflags:\t02\nmnt_id:\t29\nino:\t14\n", Ring{}},
		{"empty", "", Ring{}},
		{"operation is a word", "PollList:\n  op=x, task_works=0\n", Ring{}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := ParseRing([]byte(c.text))
			if !slices.Equal(got.Ops, c.want.Ops) || got.FixedFiles != c.want.FixedFiles {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func FuzzParseRing(f *testing.F) {
	for _, text := range []string{ringText(0, "  op=22, task_works=0\n"), ringText(9, ""), "op=,\nop=", "UserFiles:\t-1\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := ParseRing(b)
		list := ""
		for _, op := range r.Ops {
			list += fmt.Sprintf("  op=%d, task_works=0\n", op)
		}
		files := 0
		if r.FixedFiles {
			files = 1
		}
		again := ParseRing([]byte(ringText(files, list)))
		if !slices.Equal(again.Ops, r.Ops) || again.FixedFiles != r.FixedFiles {
			t.Errorf("%q: %+v became %+v", b, r, again)
		}
	})
}
