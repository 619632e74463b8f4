package lines

import (
	"fmt"
	"unicode/utf8"
)

// Text is output of any length of which the beginning and the end are kept:
// 4 kB and 12 kB. The zero value is empty.
type Text struct {
	head, tail []byte
	total      int64
}

const (
	headSize = 4 << 10
	tailSize = 12 << 10
)

// Total is the length of the whole text in bytes.
func (t *Text) Total() int64 { return t.total }

// Truncated reports that not all of the text was kept.
func (t *Text) Truncated() bool { return t.total > headSize+tailSize }

// String is the text, or its beginning and end with a line between them that
// says how much is missing. Characters are kept whole.
func (t *Text) String() string {
	if !t.Truncated() {
		return string(t.head) + string(t.tail)
	}
	head, tail := wholeHead(t.head), wholeTail(t.tail[len(t.tail)-tailSize:])
	missing := t.total - int64(len(head)+len(tail))
	return fmt.Sprintf("%s\n[%d bytes left out]\n%s", head, missing, tail)
}

func (t *Text) add(s string) {
	t.total += int64(len(s))
	n := min(headSize-len(t.head), len(s))
	t.head = append(t.head, s[:n]...)
	t.tail = append(t.tail, s[n:]...)
	t.shorten()
}

// shorten drops of the tail what is certainly too much.
func (t *Text) shorten() {
	if len(t.tail) > 4*tailSize {
		t.tail = append(t.tail[:0], t.tail[len(t.tail)-tailSize:]...)
	}
}

func (t *Text) addLine(l []rune) {
	if len(t.head) < headSize {
		t.add(string(l) + "\n")
		return
	}
	before := len(t.tail)
	for _, r := range l {
		t.tail = utf8.AppendRune(t.tail, r)
	}
	t.tail = append(t.tail, '\n')
	t.total += int64(len(t.tail) - before)
	t.shorten()
}

// freshLine ends a line that was begun.
func (t *Text) freshLine() {
	last := t.tail
	if len(last) == 0 {
		last = t.head
	}
	if len(last) > 0 && last[len(last)-1] != '\n' {
		t.add("\n")
	}
}

// addScreen adds the rows after those that were taken before; the last one,
// which may go on, without an end of line. It returns how many need not be
// taken again: those above the cursor.
func (t *Text) addScreen(rows [][]rune, cursor, taken int) int {
	end := min(cursor+1, len(rows))
	for i := end; i < len(rows); i++ {
		if len(rows[i]) > 0 {
			end = i + 1
		}
	}
	for i := taken; i < end-1; i++ {
		t.addLine(rows[i])
	}
	if taken < end {
		t.add(string(rows[end-1]))
		if end <= cursor { // the cursor is on a row that was not printed on
			t.add("\n")
		}
	}
	return max(taken, min(cursor, len(rows)))
}

// wholeHead leaves out a character that is cut at the end.
func wholeHead(b []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(b); i++ {
		if c := b[len(b)-i:]; utf8.RuneStart(c[0]) {
			if !utf8.FullRune(c) {
				return b[:len(b)-i]
			}
			break
		}
	}
	return b
}

// wholeTail leaves out a character that is cut at the beginning.
func wholeTail(b []byte) []byte {
	for i := 0; i < utf8.UTFMax && i < len(b); i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}
