package lines

import "fmt"

// query answers what programs ask a terminal, and wait for: where the cursor
// is (DSR 6), whether all is well (DSR 5), and what it is (DA).
func (p *Page) query(s *sequence) {
	kind := s.param(0, 0)
	switch {
	case s.final == 'c' && kind == 0:
		p.identify(s.private)
	case s.final == 'n' && kind == 5 && s.private == 0:
		p.answer("\x1b[0n")
	case s.final == 'n' && kind == 6 && s.private == 0:
		p.answer(fmt.Sprintf("\x1b[%d;%dR", p.row+1, min(p.col, p.cols-1)+1))
	case s.final == 'n' && kind == 6 && s.private == '?':
		p.answer(fmt.Sprintf("\x1b[?%d;%dR", p.row+1, min(p.col, p.cols-1)+1))
	}
}

// identify says what kind of terminal this is: a VT100 with advanced video
// option, which promises nothing but cursor movement; version 0 of it.
func (p *Page) identify(private byte) {
	switch private {
	case 0:
		p.answer("\x1b[?1;2c")
	case '>':
		p.answer("\x1b[>0;0;0c")
	}
}

func (p *Page) answer(s string) {
	if p.reply != nil {
		p.reply([]byte(s))
	}
}
