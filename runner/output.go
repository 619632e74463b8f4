package runner

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
	"github.com/rt-helper/rt-helper/runner/internal/lines"
)

// output reads what the job prints, keeps it as text, and hands it on. Whoever
// reads holds mu until the piece is handed on: so pieces keep their order, and
// whoever gets mu knows that all that was read is in the page.
type output struct {
	raw   syscall.RawConn
	begun time.Time
	count atomic.Int64 // bytes read
	last  atomic.Int64 // when some were last read, after begun

	mu     sync.Mutex
	buf    [16 << 10]byte
	sink   io.Writer // nil: nobody wants the bytes
	err    error     // why sink takes no more
	broken chan struct{}

	pageMu sync.Mutex  // held for moments only
	page   *lines.Page // nil: nobody needs the text
}

func newOutput(master *os.File, sink io.Writer, page *lines.Page) (*output, error) {
	raw, err := master.SyscallConn()
	if err != nil {
		return nil, err
	}
	return &output{raw: raw, begun: time.Now(), sink: sink, page: page, broken: make(chan struct{})}, nil
}

// What one read of the master came to.
type reading int

const (
	some  reading = iota // bytes
	none                 // nothing there now
	atEnd                // nobody holds the slave
)

// once reads what there is, without waiting, and hands it on.
func (o *output) once(fd int) reading {
	n, err := unix.Read(fd, o.buf[:])
	for err == unix.EINTR {
		n, err = unix.Read(fd, o.buf[:])
	}
	switch {
	case n > 0:
		o.take(o.buf[:n])
		return some
	case err == nil, pty.Ended(err):
		return atEnd
	}
	return none
}

func (o *output) take(b []byte) {
	o.last.Store(int64(time.Since(o.begun)))
	o.count.Add(int64(len(b)))
	o.text(func(p *lines.Page) { _, _ = p.Write(b) })
	if o.sink == nil || o.err != nil {
		return
	}
	if _, o.err = o.sink.Write(b); o.err != nil {
		close(o.broken)
	}
}

// reopening is how often a terminal that nobody holds is looked at: a command
// may close it, work on, and open it again.
const reopening = 20 * time.Millisecond

// pump reads until the master is closed, or the command has ended and nobody
// holds the slave.
func (o *output) pump(ended <-chan struct{}) {
	for {
		var r reading
		err := o.raw.Read(func(fd uintptr) bool {
			o.mu.Lock()
			defer o.mu.Unlock()
			r = o.once(int(fd))
			return r != none
		})
		if err != nil {
			return
		}
		if r == atEnd && !reopened(ended) {
			return
		}
	}
}

// reopened waits until the terminal may have been opened again; false: the
// command has ended, and nobody will.
func reopened(ended <-chan struct{}) bool {
	select {
	case <-ended:
		return false
	case <-time.After(reopening):
		return true
	}
}

// mostDrained bounds a drain of a job that prints faster than it is read. The
// kernel holds far less: what was printed before a drain begins is read by it.
const mostDrained = 1 << 20

// drain reads all that was printed before the call. False: ctx was done first.
func (o *output) drain(ctx context.Context) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.mu.Lock()
		defer o.mu.Unlock()
		_ = o.raw.Control(func(fd uintptr) { o.empty(int(fd)) })
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

func (o *output) empty(fd int) {
	for begin := o.count.Load(); o.count.Load()-begin < mostDrained; {
		switch o.once(fd) {
		case atEnd:
			return
		case none:
			if unread(fd) == 0 {
				return
			}
		}
	}
}

// failure is why the sink takes no more, or nil.
func (o *output) failure() error {
	select {
	case <-o.broken:
		return fmt.Errorf("output: %w", o.err)
	default:
		return nil
	}
}

// printed is when the job last printed something.
func (o *output) printed() time.Time { return o.begun.Add(time.Duration(o.last.Load())) }

// text calls f with the page, if there is one.
func (o *output) text(f func(*lines.Page)) {
	o.pageMu.Lock()
	defer o.pageMu.Unlock()
	if o.page != nil {
		f(o.page)
	}
}

func (o *output) cursorLine() (line string) {
	o.text(func(p *lines.Page) { line = p.CursorLine() })
	return line
}
