package lines

import "strings"

// Page is what a terminal of a given size shows, as text. It is not safe for
// concurrent use.
type Page struct {
	parser
	cursor
	rows, cols  int
	lines       [][]rune // the rows that were printed on, at most rows
	top, bottom int      // the rows that scroll
	saved       cursor
	hidden      bool    // the cursor is not shown
	placed      bool    // its row was given by number since the last line feed
	main        *screen // the main screen while the alternate one is shown
	out         Text    // what has scrolled out since the last Take
	taken       int     // rows at the top that a Take has returned
	reply       func([]byte)
}

type cursor struct{ row, col int }

// screen is what is kept of the main screen.
type screen struct {
	lines [][]rune
	cursor
}

// maxLine is the length at which a line is broken in any case.
const maxLine = 16384

// NewPage returns an empty page. What the terminal has to answer to queries is
// given to reply, unless that is nil.
func NewPage(rows, cols int, reply func([]byte)) *Page {
	rows, cols = min(max(rows, 1), maxParam), min(max(cols, 1), maxParam)
	return &Page{rows: rows, cols: cols, bottom: rows - 1, reply: reply}
}

// Alternate reports that the alternate screen is shown: a full-screen program.
func (p *Page) Alternate() bool { return p.main != nil }

// CursorLine is the text of the line that the cursor is on, without blanks
// around it.
func (p *Page) CursorLine() string { return strings.TrimSpace(string(p.line(p.row))) }

// Editing reports that the cursor is where a line editor has it while it waits:
// on the main screen, shown, after some text, and on a row that was reached by
// printing.
func (p *Page) Editing() bool {
	l := p.line(p.row)
	before := string(l[:min(p.col, len(l))])
	return p.main == nil && !p.hidden && !p.placed && strings.TrimSpace(before) != ""
}

// Take returns the text since the last call: what has scrolled out, and what is
// shown. The cursor's line may come again, with what is added to it later, and
// so does all of the alternate screen.
func (p *Page) Take() Text {
	t := p.out
	p.out = Text{}
	if p.main == nil {
		p.taken = t.addScreen(p.lines, p.row, p.taken)
		return t
	}
	p.taken = t.addScreen(p.main.lines, p.main.row, p.taken)
	t.freshLine()
	t.addScreen(withoutMargin(p.lines), p.row, 0)
	return t
}

// withoutMargin leaves out the blanks that fill rows up.
func withoutMargin(rows [][]rune) [][]rune {
	short := make([][]rune, len(rows))
	for i, r := range rows {
		n := len(r)
		for n > 0 && r[n-1] == ' ' {
			n--
		}
		short[i] = r[:n]
	}
	return short
}

// line is a row's text as far as it was printed on.
func (p *Page) line(row int) []rune {
	if row < len(p.lines) {
		return p.lines[row]
	}
	return nil
}

// alternate shows the alternate screen, which is empty at first, or the main one.
func (p *Page) alternate(on bool) {
	switch {
	case on && p.main == nil:
		p.main = &screen{p.lines, p.cursor}
		p.lines, p.cursor = nil, cursor{}
	case !on && p.main != nil:
		p.lines, p.cursor = p.main.lines, p.main.cursor
		p.main = nil
	}
	p.top, p.bottom = 0, p.rows-1
}
