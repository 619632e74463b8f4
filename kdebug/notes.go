package kdebug

// Filters of a knote.
const (
	filterRead     = -1
	filterWrite    = -2
	filterAIO      = -3
	filterVnode    = -4
	filterProcess  = -5
	filterSignal   = -6
	filterTimer    = -7
	filterMachPort = -8
	filterUser     = -10
	filterSocket   = -13
	filterExcept   = -15
	filterWorkLoop = -17
)

// Status bits of a knote. Whether it is enabled shows here and only here: its
// flags are those of the time it was added.
const (
	noteActive   = 0x1
	noteQueued   = 0x2
	noteDisabled = 0x4
)

// kqueueAsleep is the bit of kq_state for a thread asleep in kevent. The kernel
// sets it before the sleep and clears it when an event ends the sleep, but not
// when a time-out or a signal does.
const kqueueAsleep = 0x2

// note is what this package takes from kevent_extinfo.
type note struct {
	ident  uint64
	filter int16
	status uint32
}

func (n note) enabled() bool { return n.status&noteDisabled == 0 }

// pending tells whether the event has happened and waits to be collected.
func (n note) pending() bool { return n.status&(noteActive|noteQueued) != 0 }

// parseNotes decodes a list of kevent_extinfo; a trailing part is dropped.
func parseNotes(b []byte) []note {
	notes := make([]note, 0, len(b)/noteSize)
	for ; len(b) >= noteSize; b = b[noteSize:] {
		notes = append(notes, note{ident: u64(b, 0), filter: int16(uint16(u32(b, 8))), status: u32(b, 80)})
	}
	return notes
}

// parseKqueueState takes kq_state from kqueue_fdinfo.
func parseKqueueState(b []byte) (uint32, error) {
	if err := need(b, kqueueSize, "kqueue_fdinfo"); err != nil {
		return 0, err
	}
	return u32(b, 160), nil
}
