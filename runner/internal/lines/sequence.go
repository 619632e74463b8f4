package lines

// sequence is a control sequence that begins with ESC [.
type sequence struct {
	private byte // one of <=>? before the parameters, or 0
	inter   byte // the last intermediate byte (blank to /), or 0
	final   byte
	params  [16]int // -1: left out
	n       int     // number of params
}

// maxParam bounds parameters; larger ones would only move beyond any edge.
const maxParam = 9999

func (s *sequence) reset() { *s = sequence{} }

// digit adds a decimal digit to the last parameter.
func (s *sequence) digit(c byte) {
	if s.n == 0 {
		s.next()
	}
	last := &s.params[s.n-1]
	*last = min(max(*last, 0)*10+int(c-'0'), maxParam)
}

// next begins another parameter; those beyond the limit go to the last one.
func (s *sequence) next() {
	if s.n < len(s.params) {
		s.n++
	}
	s.params[s.n-1] = -1
}

// separator ends a parameter.
func (s *sequence) separator() {
	if s.n == 0 {
		s.next()
	}
	s.next()
}

// param is the i-th parameter, or other if it was left out.
func (s *sequence) param(i, other int) int {
	if i >= s.n || s.params[i] < 0 {
		return other
	}
	return s.params[i]
}

// count is the first parameter of a movement: at least 1.
func (s *sequence) count() int { return max(s.param(0, 1), 1) }
