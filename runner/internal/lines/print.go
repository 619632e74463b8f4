package lines

// width is the column at which a line is broken.
func (p *Page) width() int {
	if p.main != nil {
		return p.cols
	}
	return maxLine
}

func (p *Page) print(r rune) {
	l := p.place()
	if p.col == len(l) {
		l = append(l, r)
	} else {
		l[p.col] = r
	}
	p.lines[p.row] = l
	p.col++
}

func (p *Page) printPlain(b []byte) {
	for len(b) > 0 {
		l := p.place()
		n := min(len(b), p.width()-p.col)
		for i, c := range b[:n] {
			if at := p.col + i; at < len(l) {
				l[at] = rune(c)
			} else {
				l = append(l, rune(c))
			}
		}
		p.lines[p.row] = l
		p.col += n
		b = b[n:]
	}
}

// place makes room at the cursor: the row is there, and has all cells before it.
func (p *Page) place() []rune {
	if p.col >= p.width() {
		p.col = 0
		p.lineFeed()
	}
	p.reach(p.row)
	l := p.lines[p.row]
	for len(l) < p.col {
		l = append(l, ' ')
	}
	return l
}

// reach makes sure that a row is there.
func (p *Page) reach(row int) {
	for len(p.lines) <= row {
		p.lines = append(p.lines, nil)
	}
}

func (p *Page) eraseLine(how int) {
	l := p.line(p.row)
	switch {
	case l == nil:
	case how == 0 && p.col < len(l):
		p.lines[p.row] = l[:p.col]
	case how == 1:
		p.blank(0, p.col+1)
	case how == 2:
		p.lines[p.row] = l[:0]
	}
}

// eraseDisplay erases from the cursor on, up to it, or everything.
func (p *Page) eraseDisplay(how int) {
	switch how {
	case 0:
		p.eraseLine(0)
		p.eraseRows(p.row+1, p.rows)
	case 1:
		p.eraseRows(0, p.row)
		p.eraseLine(1)
	case 2:
		p.eraseRows(0, p.rows)
	}
}

// eraseRows empties rows; what is printed there later has not been taken.
func (p *Page) eraseRows(from, to int) {
	for i := from; i < min(to, len(p.lines)); i++ {
		p.lines[i] = nil
	}
	if p.main == nil && from < to {
		p.taken = min(p.taken, from)
	}
}

// blank puts blanks into the cells of a row that were printed on.
func (p *Page) blank(from, to int) {
	l := p.line(p.row)
	for i := from; i < min(to, len(l)); i++ {
		l[i] = ' '
	}
}

func (p *Page) deleteCells(n int) {
	l := p.line(p.row)
	if p.col >= len(l) {
		return
	}
	p.lines[p.row] = append(l[:p.col], l[min(p.col+n, len(l)):]...)
}

func (p *Page) insertCells(n int) {
	l := p.line(p.row)
	if p.col >= len(l) {
		return
	}
	n = min(n, p.cols)
	tail := append([]rune{}, l[p.col:]...)
	l = l[:p.col]
	for range n {
		l = append(l, ' ')
	}
	l = append(l, tail...)
	p.lines[p.row] = l[:min(len(l), p.width())]
}
