package selftest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// transcript is what a program has written on its terminal. It is read as it
// comes, so that nothing blocks in writing.
type transcript struct {
	mu      sync.Mutex
	text    []byte
	awaited int           // up to here the output was awaited already
	ended   error         // set when no more can come
	changed chan struct{} // closed and replaced when any of these changes
}

// skipError is a probe's word that its case does not exist here.
type skipError struct{ reason string }

func (e skipError) Error() string { return "skipped: " + e.reason }

// enough is more than any row writes; what comes after it is dropped.
const enough = 1 << 20

func listen(r io.Reader) *transcript {
	t := &transcript{changed: make(chan struct{})}
	go t.copy(r)
	return t
}

func (t *transcript) copy(r io.Reader) {
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		t.add(buf[:n], err)
		if err != nil {
			return
		}
	}
}

func (t *transcript) add(text []byte, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.text) < enough {
		t.text = append(t.text, text...)
	}
	t.ended = err
	close(t.changed)
	t.changed = make(chan struct{})
}

// await waits until the output that was not awaited yet contains mark. A line
// "SKIP reason" of the program becomes a skipError.
func (t *transcript) await(ctx context.Context, mark string, patience time.Duration) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	for {
		found, changed, err := t.look(mark)
		if found || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("wait for %q: %w", mark, ctx.Err())
		case <-late.C:
			return fmt.Errorf("no %q within %v; its output ended with %q", mark, patience, t.tail(120))
		}
	}
}

func (t *transcript) look(mark string) (found bool, changed <-chan struct{}, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	rest := t.text[t.awaited:]
	if i := bytes.Index(rest, []byte(mark)); i >= 0 {
		t.awaited += i + len(mark)
		return true, nil, nil
	}
	if reason, ok := skipLine(string(rest)); ok {
		return false, nil, skipError{reason}
	}
	if t.ended != nil {
		return false, nil, fmt.Errorf("the program ended before %q, with %q", mark, tail(t.text, 120))
	}
	return false, t.changed, nil
}

// skipLine finds a whole line that begins with SKIP.
func skipLine(text string) (reason string, ok bool) {
	for line := range strings.Lines(text) {
		if rest, is := strings.CutPrefix(line, "SKIP "); is && strings.HasSuffix(rest, "\n") {
			return strings.TrimSpace(rest), true
		}
	}
	return "", false
}

func (t *transcript) tail(n int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return tail(t.text, n)
}

func tail(text []byte, n int) string { return string(text[max(0, len(text)-n):]) }
