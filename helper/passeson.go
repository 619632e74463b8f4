package helper

// passesOn tells a relay from a user interface with a terminal inside. A relay
// gives its window size on. Where it left the size unset, it passes on ^C and
// its like, too: the outer terminal raises no signals.
func passesOn[size comparable](outer, inner size, s *settings) bool {
	var none size
	if inner != none && outer != none {
		return inner == outer
	}
	return s != nil && !s.Signals
}
