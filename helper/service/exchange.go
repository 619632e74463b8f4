package service

import "encoding/binary"

// exchange is a message between a worker and the desk: a question's number, and
// an inode. 0 is the answer if there is no peer, and deskUnknown if it could not
// be asked for.
type exchange struct{ seq, ino uint64 }

const (
	exchangeSize = 16
	deskUnknown  = 1<<64 - 1
)

func (e exchange) bytes() []byte {
	b := binary.NativeEndian.AppendUint64(nil, e.seq)
	return binary.NativeEndian.AppendUint64(b, e.ino)
}

func parseExchange(b []byte) (exchange, bool) {
	if len(b) != exchangeSize {
		return exchange{}, false
	}
	return exchange{binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint64(b[8:])}, true
}
