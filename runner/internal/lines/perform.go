package lines

// perform acts on a control sequence; those that only change how text looks,
// and unknown ones, do nothing.
func (p *Page) perform(s *sequence) {
	switch {
	case s.inter != 0:
	case s.final == 'n' || s.final == 'c':
		p.query(s)
	case s.final == 'h' || s.final == 'l':
		p.mode(s)
	case s.private != 0:
	case p.move(s), p.erase(s):
	default:
		p.scrollSequence(s)
	}
}

// move acts on a sequence that moves the cursor.
func (p *Page) move(s *sequence) bool {
	n := s.count()
	switch s.final {
	case 'A':
		p.up(n)
	case 'B', 'e':
		p.down(n)
	case 'C', 'a':
		p.col = min(p.col+n, max(p.col, p.cols-1))
	case 'D':
		p.col -= n
	case 'E':
		p.down(n)
		p.col = 0
	case 'F':
		p.up(n)
		p.col = 0
	case 'G', '`':
		p.col = min(n, p.cols) - 1
	case 'd':
		p.row, p.placed = n-1, true
	case 'H', 'f':
		p.row, p.col = n-1, min(max(s.param(1, 1), 1), p.cols)-1
		p.placed = p.row > 0 || p.col > 0 // home is where clearing begins
	case 's':
		p.saved = p.cursor
	case 'u':
		p.cursor = p.saved
	default:
		return false
	}
	p.row = min(max(p.row, 0), p.rows-1)
	p.col = max(p.col, 0)
	return true
}

// up moves the cursor up, not beyond the upper margin from below it.
func (p *Page) up(n int) {
	most := 0
	if p.row >= p.top {
		most = p.top
	}
	p.row = max(p.row-n, most)
}

// down moves the cursor down, not beyond the lower margin from above it.
func (p *Page) down(n int) {
	most := p.rows - 1
	if p.row <= p.bottom {
		most = p.bottom
	}
	p.row = min(p.row+n, most)
}

// erase acts on a sequence that changes text at the cursor.
func (p *Page) erase(s *sequence) bool {
	n := s.count()
	switch s.final {
	case 'J':
		p.eraseDisplay(s.param(0, 0))
	case 'K':
		p.eraseLine(s.param(0, 0))
	case 'P':
		p.deleteCells(n)
	case 'X':
		p.blank(p.col, p.col+n)
	case '@':
		p.insertCells(n)
	default:
		return false
	}
	return true
}

func (p *Page) scrollSequence(s *sequence) {
	n := min(s.count(), p.rows)
	switch s.final {
	case 'L':
		if p.row >= p.top && p.row <= p.bottom {
			p.scrollDown(p.row, n)
		}
	case 'M':
		if p.row >= p.top && p.row <= p.bottom {
			p.deleteRows(p.row, n)
		}
	case 'S':
		p.scrollUp(n)
	case 'T':
		p.scrollDown(p.top, n)
	case 'r':
		p.margins(s.param(0, 1), s.param(1, p.rows))
	}
}

// mode acts on set and reset of private modes: whether the cursor is shown, and
// the alternate screen.
func (p *Page) mode(s *sequence) {
	if s.private != '?' {
		return
	}
	for i := range s.n {
		switch s.param(i, 0) {
		case 25:
			p.hidden = s.final == 'l'
		case 47, 1047, 1049:
			p.alternate(s.final == 'h')
		}
	}
}
