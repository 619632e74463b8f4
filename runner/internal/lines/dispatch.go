package lines

// escapeByte goes on with a sequence that began with ESC.
func (p *Page) escapeByte(c byte) {
	switch {
	case c == can, c == sub:
		p.state = ground
	case c == esc:
		p.beginEscape()
	case c < ' ':
		p.controlByte(c) // acts also in the middle of a sequence
	case c >= del:
		if c != del {
			p.state = ground
			p.byte(c)
		}
	case p.state == control:
		p.sequenceByte(c)
	case c < '0':
		p.state, p.inter = escapeInter, c
	case p.state == escapeInter:
		p.state = ground // a character set: ESC ( B
	default:
		p.state = ground
		p.escapeFinal(c)
	}
}

func (p *Page) beginEscape() {
	p.state, p.inter = escape, 0
	p.seq.reset()
}

func (p *Page) sequenceByte(c byte) {
	switch {
	case c >= '0' && c <= '9':
		p.seq.digit(c)
	case c == ';' || c == ':':
		p.seq.separator()
	case c >= '<' && c <= '?':
		p.seq.private = c
	case c < '0':
		p.seq.inter = c
	default:
		p.seq.final = c
		p.state = ground
		p.perform(&p.seq)
	}
}

// controlByte acts on a control character.
func (p *Page) controlByte(c byte) {
	switch c {
	case '\r':
		p.col = 0
	case '\n', '\v', '\f':
		p.lineFeed()
	case '\b':
		p.col = max(p.col-1, 0)
	case '\t':
		p.col = min(p.col/8*8+8, max(p.col, p.cols-1))
	case esc:
		p.beginEscape()
	}
}

// escapeFinal acts on ESC and one byte.
func (p *Page) escapeFinal(c byte) {
	switch c {
	case '[':
		p.state = control
	case ']':
		p.state = title
	case 'P', 'X', '^', '_':
		p.state = text
	case '7':
		p.saved = p.cursor
	case '8':
		p.cursor = p.saved
	case 'D':
		p.lineFeed()
	case 'E':
		p.col = 0
		p.lineFeed()
	case 'M':
		p.reverseLineFeed()
	case 'Z':
		p.identify(0)
	case 'c':
		p.eraseRows(0, p.rows)
		p.cursor, p.saved, p.hidden, p.top, p.bottom = cursor{}, cursor{}, false, 0, p.rows-1
	}
}
