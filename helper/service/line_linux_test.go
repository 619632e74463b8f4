package service

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// lineTo opens a line to a desk.
func lineTo(t *testing.T, d *desk) *line {
	t.Helper()
	f, err := d.open()
	if err != nil {
		t.Fatal(err)
	}
	return lineOf(t, f)
}

func lineOf(t *testing.T, f *os.File) *line {
	t.Helper()
	l, err := newLine(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return l
}

// silentDesk is a line whose other end the test has.
func silentDesk(t *testing.T) (*line, *net.UnixConn) {
	t.Helper()
	c, f, err := controlPair()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.sock.Close() })
	return lineOf(t, f), c.sock
}

// asked reads a question.
func asked(t *testing.T, c *net.UnixConn) exchange {
	t.Helper()
	b := make([]byte, 32)
	_ = c.SetReadDeadline(time.Now().Add(patience))
	n, err := c.Read(b)
	q, ok := parseExchange(b[:n])
	if err != nil || !ok {
		t.Fatalf("no question: %d bytes, %v", n, err)
	}
	return q
}

// TestLineLate: an answer that comes too late is not taken for that to the next
// question.
func TestLineLate(t *testing.T) {
	l, c := silentDesk(t)
	if _, err := l.Peer(7); !errors.Is(err, errDeskSilent) {
		t.Errorf("without an answer: %v", err)
	}
	late := asked(t, c)
	l.quiet = time.Time{}
	for _, e := range []exchange{{late.seq, 8}, {late.seq + 1, 31}} {
		if _, err := c.Write(e.bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := l.Peer(30); got != 31 || err != nil {
		t.Errorf("the next one: %d, %v", got, err)
	}
}

// TestLineSilent: a desk that does not answer costs one question its patience,
// and is then left alone.
func TestLineSilent(t *testing.T) {
	l, c := silentDesk(t)
	for range 100 {
		if _, err := l.Peer(7); !errors.Is(err, errDeskSilent) {
			t.Fatalf("without an answer: %v", err)
		}
		l.quiet = l.quiet.Add(time.Hour) // this test is not to be slower than that
	}
	asked(t, c)
	_ = c.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	if n, err := c.Read(make([]byte, 32)); err == nil {
		t.Errorf("it was asked again: %d bytes", n)
	}
}

func TestLineEnds(t *testing.T) {
	l, c := silentDesk(t)
	_ = c.Close()
	for range 2 {
		if _, err := l.Peer(7); !errors.Is(err, errDeskSilent) {
			t.Errorf("without a supervisor: %v", err)
		}
	}
	l, c = silentDesk(t)
	if _, err := c.Write([]byte("nonsense")); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Peer(7); !errors.Is(err, errDeskSilent) || !l.ended {
		t.Errorf("nonsense: %v", err)
	}
}
