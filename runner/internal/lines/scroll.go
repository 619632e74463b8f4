package lines

// lineFeed moves the cursor down a row; at the bottom the rows scroll.
func (p *Page) lineFeed() {
	p.placed = false
	p.reach(p.row)
	switch {
	case p.row == p.bottom:
		p.scrollUp(1)
	case p.row < p.rows-1:
		p.row++
	}
}

// reverseLineFeed moves the cursor up a row; at the top the rows scroll.
func (p *Page) reverseLineFeed() {
	switch {
	case p.row == p.top:
		p.scrollDown(p.top, 1)
	case p.row > 0:
		p.row--
	}
}

// scrollUp scrolls the rows between the margins; those of the main screen that
// leave it at the top become output.
func (p *Page) scrollUp(n int) {
	if p.top == 0 && p.main == nil {
		for i := range min(n, len(p.lines), p.bottom+1) {
			p.leave(p.lines[i])
		}
	}
	p.deleteRows(p.top, n)
}

func (p *Page) leave(l []rune) {
	if p.taken > 0 {
		p.taken--
		return
	}
	p.out.addLine(l)
}

// deleteRows moves the rows down to the bottom margin up by n. The memory of
// the row that goes first is used for the one that comes last.
func (p *Page) deleteRows(from, n int) {
	end := min(p.bottom+1, len(p.lines))
	if from >= end {
		return
	}
	spare := p.lines[from][:0]
	kept := copy(p.lines[from:end], p.lines[min(from+n, end):end])
	clear(p.lines[from+kept : end])
	p.lines[end-1] = spare
}

// scrollDown moves the rows down to the bottom margin down by n.
func (p *Page) scrollDown(from, n int) {
	if from < len(p.lines) {
		p.reach(min(len(p.lines)+n-1, p.bottom))
	}
	if end := min(p.bottom+1, len(p.lines)); from < end {
		n = min(n, end-from)
		copy(p.lines[from+n:end], p.lines[from:end])
		clear(p.lines[from : from+n])
	}
}

// margins sets the rows that scroll, counted from 1, and moves the cursor home.
func (p *Page) margins(top, bottom int) {
	top, bottom = max(top, 1)-1, min(max(bottom, 1), p.rows)-1
	if top >= bottom {
		return
	}
	p.top, p.bottom = top, bottom
	p.cursor = cursor{}
}
