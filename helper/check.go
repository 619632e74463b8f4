package helper

// Level says how much a check's result matters.
type Level int

// The levels of a Check.
const (
	Fine    Level = iota
	Limited       // answers are right, but more of them are unknown
	Broken        // no useful answers
)

// Check is one thing that answers depend on, as found on this machine.
type Check struct {
	Name  string
	Level Level
	Found string
	// Own: it limits looks without the service only.
	Own    bool
	Remedy string // what to do, unless Fine
}
