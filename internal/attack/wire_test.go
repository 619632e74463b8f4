package attack

import (
	"bytes"
	"testing"
)

// message is a request as the kernel sends it.
func message(op uint32, node uint64, body []byte) []byte {
	b := make([]byte, requestHeader, requestHeader+len(body))
	native.PutUint32(b, uint32(requestHeader+len(body)))
	native.PutUint32(b[4:], op)
	native.PutUint64(b[8:], 7)
	native.PutUint64(b[16:], node)
	native.PutUint32(b[32:], 1234)
	return append(b, body...)
}

func TestParseRequest(t *testing.T) {
	r, err := parseRequest(message(opLookup, rootNode, []byte("page\x00")))
	if err != nil || r.op != opLookup || r.unique != 7 || r.node != rootNode || r.pid != 1234 || string(r.body) != "page\x00" {
		t.Errorf("%+v, %v", r, err)
	}
	good := message(opRead, 2, make([]byte, 40))
	for _, bad := range [][]byte{nil, good[:requestHeader-1], good[:len(good)-1], append(bytes.Clone(good), 0)} {
		if _, err := parseRequest(bad); err == nil {
			t.Errorf("%d bytes were taken", len(bad))
		}
	}
}

// TestSizes: the kernel refuses replies of any other size.
func TestSizes(t *testing.T) {
	for name, c := range map[string]struct {
		got  []byte
		want int
	}{
		"entry": {entryReply(2), 128}, "attr": {attrReply(2), 104}, "init": {initReply(make([]byte, 64)), 64},
		"error": {reply(7, errnoNoCall, nil), 16}, "short init": {initReply(nil), 64},
	} {
		if len(c.got) != c.want {
			t.Errorf("%s: %d bytes, want %d", name, len(c.got), c.want)
		}
	}
	b := reply(7, errnoNoEntry, []byte("x"))
	if native.Uint32(b) != 17 || int32(native.Uint32(b[4:])) != -errnoNoEntry || native.Uint64(b[8:]) != 7 || b[16] != 'x' {
		t.Errorf("reply %v", b)
	}
}

func FuzzParseRequest(f *testing.F) {
	f.Add(message(opRead, 2, make([]byte, 40)))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseRequest(b)
		if err != nil {
			return
		}
		if out := answer(r); out != nil && int(native.Uint32(out)) != len(out) {
			t.Errorf("a reply of %d bytes says %d", len(out), native.Uint32(out))
		}
	})
}
