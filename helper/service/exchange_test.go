package service

import (
	"bytes"
	"testing"
)

func FuzzParseExchange(f *testing.F) {
	f.Add(exchange{1, 2}.bytes())
	f.Add(exchange{deskUnknown, deskUnknown - 1}.bytes())
	f.Add([]byte("short"))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, ok := parseExchange(b)
		if ok != (len(b) == exchangeSize) || ok && !bytes.Equal(e.bytes(), b) || !ok && e != (exchange{}) {
			t.Errorf("%x: %+v, %v", b, e, ok)
		}
	})
}
