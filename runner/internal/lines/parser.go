package lines

import "unicode/utf8"

// state of the parser between two bytes.
type state uint8

const (
	ground      state = iota
	escape            // after ESC
	escapeInter       // after ESC and a byte from blank to /
	control           // after ESC [
	text              // in a string that ESC \ ends: DCS, APC, PM, SOS
	title             // in an OSC string, which BEL ends, too
	textEscape        // after an ESC in such a string
)

const (
	bel = 0x07
	can = 0x18
	sub = 0x1a
	esc = 0x1b
	del = 0x7f
)

// parser splits a stream of bytes into characters, control characters and
// control sequences. They may be split anywhere over calls of Write.
type parser struct {
	state state
	inter byte
	seq   sequence
	part  [utf8.UTFMax]byte // an unfinished character
	have  int
}

// Write takes the next bytes that were printed. It never fails.
func (p *Page) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		if p.state == ground && p.have == 0 {
			plain := plainPrefix(b)
			p.printPlain(b[:plain])
			if b = b[plain:]; len(b) == 0 {
				break
			}
		}
		p.byte(b[0])
		b = b[1:]
	}
	return n, nil
}

// plainPrefix is the length of the printable ASCII at the beginning.
func plainPrefix(b []byte) int {
	for i, c := range b {
		if c < ' ' || c >= del {
			return i
		}
	}
	return len(b)
}

func (p *Page) byte(c byte) {
	switch p.state {
	case text, title, textEscape:
		p.stringByte(c)
	case ground:
		p.groundByte(c)
	default:
		p.escapeByte(c)
	}
}

func (p *Page) groundByte(c byte) {
	switch {
	case p.have > 0 || c >= utf8.RuneSelf:
		p.characterByte(c)
	case c < ' ':
		p.controlByte(c)
	case c != del:
		p.print(rune(c))
	}
}

// characterByte collects the bytes of a character beyond ASCII. What is no
// UTF-8 is printed as U+FFFD, and its last byte looked at again.
func (p *Page) characterByte(c byte) {
	if p.have > 0 && (c < utf8.RuneSelf || utf8.RuneStart(c)) {
		p.have = 0
		p.print(utf8.RuneError)
		p.byte(c)
		return
	}
	p.part[p.have] = c
	p.have++
	if !utf8.FullRune(p.part[:p.have]) {
		return
	}
	r, _ := utf8.DecodeRune(p.part[:p.have])
	p.have = 0
	if r >= 0xa0 { // below are the C1 control characters
		p.print(r)
	}
}

// stringByte skips strings: titles, colours, pictures.
func (p *Page) stringByte(c byte) {
	switch {
	case c == can, c == sub, c == bel && p.state == title:
		p.state = ground
	case c == esc:
		p.state = textEscape
	case p.state == textEscape && c == '\\':
		p.state = ground
	case p.state == textEscape: // ESC ends the string and begins a sequence
		p.beginEscape()
		p.escapeByte(c)
	}
}
