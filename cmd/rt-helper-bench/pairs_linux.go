package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// pairs are times of queries and of the echoes that alternated with them.
type pairs struct {
	query, echo samples
	lost        int   // pairs without an answer
	why         error // the last of them
}

func (p pairs) ratio(q float64) float64 { return ratio(p.query.quantile(q), p.echo.quantile(q)) }

// add adds what one pair took.
func (p *pairs) add(echo, query time.Duration) {
	p.echo, p.query = append(p.echo, echo), append(p.query, query)
}

// lose counts a pair that a busy service refused, or could not tell, and says
// whether that was one too many: a busy machine may lose one in a hundred.
func (p *pairs) lose(err error) bool {
	if !passing(err) {
		return false
	}
	p.lost, p.why = p.lost+1, err
	return p.lost <= 3+len(p.query)/100
}

// note says what was lost, "" for nothing.
func (p pairs) note() string {
	if p.lost == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d not answered, the last: %v", p.lost, p.lost+len(p.query), p.why)
}

// passing reports what is no wrong answer, but none: the service refused or could
// not tell, or cut the connection after that.
func passing(err error) bool {
	var e *varlink.Error
	var o *otherAnswer
	return errors.As(err, &e) && e.Name == varlink.Busy || errors.As(err, &o) && o.State == client.Unknown ||
		errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// kept measures n pairs on the kept connection.
func (a *asker) kept(ctx context.Context, n int) (pairs, error) {
	return a.during(func(done int) bool { return done < n }, a.onLine(ctx, a.echoes), a.onLine(ctx, a.query))
}

// lasting measures pairs on the kept connection for so long.
func (a *asker) lasting(ctx context.Context, d time.Duration) (pairs, error) {
	end := time.Now().Add(d)
	return a.during(func(int) bool { return time.Now().Before(end) }, a.onLine(ctx, a.echoes), a.onLine(ctx, a.query))
}

// fresh measures n pairs with a new connection for each call.
func (a *asker) fresh(ctx context.Context, n int) (pairs, error) {
	return a.during(func(done int) bool { return done < n }, a.anew(ctx, a.echoes), a.anew(ctx, a.query))
}

func (a *asker) during(more func(done int) bool, echo, query func() (time.Duration, error)) (p pairs, err error) {
	for more(len(p.query)) {
		e, err := echo()
		var q time.Duration
		if err == nil {
			q, err = query()
		}
		if err == nil {
			p.add(e, q)
			continue
		}
		a.close() // it may be out of step
		if !p.lose(err) {
			return p, err
		}
		time.Sleep(time.Millisecond)
	}
	return p, nil
}

// onLine times a call on the kept connection.
func (a *asker) onLine(ctx context.Context, call func(context.Context, *varlink.Client) error) func() (time.Duration, error) {
	return func() (time.Duration, error) {
		conn, err := a.open()
		if err != nil {
			return 0, err
		}
		return timed(func() error { return call(ctx, conn) })
	}
}

// anew times dial and call on a new connection; the close comes after that.
func (a *asker) anew(ctx context.Context, call func(context.Context, *varlink.Client) error) func() (time.Duration, error) {
	return func() (time.Duration, error) {
		l := &line{socket: a.socket}
		defer l.close()
		return timed(func() error {
			conn, err := l.open()
			if err != nil {
				return err
			}
			return call(ctx, conn)
		})
	}
}
