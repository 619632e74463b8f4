package service

import (
	"context"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// supervisor accepts connections and gives them to workers.
type supervisor struct {
	Config
	pool   *pool
	lot    *lot
	ranges *subUIDs
}

// Serve answers on the listener until ctx is done, and then ends the workers.
func Serve(ctx context.Context, c Config) error { return newSupervisor(c).serve(ctx) }

func newSupervisor(c Config) *supervisor {
	c.Log = slog.New(newQuiet(c.Log.Handler()))
	s := &supervisor{Config: c, lot: &lot{log: c.Log}, ranges: &subUIDs{file: "/etc/subuid", users: "/etc/passwd"}}
	s.pool = newPool(c.Limits, setup{
		Policy: string(c.Policy), Version: c.Version,
		Rate: c.Limits.QueriesPerSecond, Watches: c.Limits.WatchesPerKey,
	}, newDesk(c.Peer), c.Log)
	return s
}

func (s *supervisor) serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = s.Listener.SetDeadline(time.Now()) })
	defer stop()
	var done sync.WaitGroup
	done.Go(func() { s.housekeep(ctx) })
	err := s.accept(ctx)
	s.pool.retire(time.Now(), true)
	s.lot.tidy(true)
	done.Wait()
	s.writeMetrics()
	return err
}

// accept takes connections until ctx is done.
func (s *supervisor) accept(ctx context.Context) error {
	return accept(ctx, s.Config, s.take, func(c *net.UnixConn) { s.lot.refuse(0, c, "the service is ending") })
}

// take gives a connection to the worker of whoever pays for it.
func (s *supervisor) take(c *net.UnixConn) {
	cred, err := peer(c)
	if err != nil {
		s.lot.refuse(0, c, "the kernel does not say who you are")
		return
	}
	key := budgetKey(cred.Uid, s.ranges.get())
	if err := s.pool.handOver(key, cred.Uid, c); err != nil {
		s.lot.refuse(key, c, err.Error())
		return
	}
	// The worker has another reference, unless it ends at this very moment: then
	// the close may sleep, and must not keep others from being served.
	go func() { _ = c.Close() }()
}

// housekeeping is how often that is done.
const housekeeping = 5 * time.Second

// housekeep ends idle workers, drops refused connections and writes the counters.
func (s *supervisor) housekeep(ctx context.Context) {
	var counted Counts
	t := time.NewTicker(housekeeping)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-t.C:
			s.pool.retire(now, false)
			s.lot.tidy(false)
			if n := s.pool.total(); n.Seconds != counted.Seconds || n.Watches != counted.Watches || n.Refusals != counted.Refusals || n.Stuck != counted.Stuck {
				counted = n
				s.writeMetrics()
			}
		}
	}
}

// writeMetrics replaces the counters' file.
func (s *supervisor) writeMetrics() { writeMetrics(s.Config, s.pool.total()) }

// subUIDs reads the ranges of subordinate users again when they have changed.
type subUIDs struct {
	file, users string // /etc/subuid and /etc/passwd
	at          time.Time
	list        []subRange
}

func (u *subUIDs) get() []subRange {
	info, err := os.Stat(u.file)
	if err != nil {
		return nil
	}
	if info.ModTime().Equal(u.at) {
		return u.list
	}
	text, err := os.ReadFile(u.file)
	if err != nil {
		return u.list
	}
	users, _ := os.ReadFile(u.users)
	u.at, u.list = info.ModTime(), parseSubUIDs(strings.NewReader(string(text)), parsePasswd(string(users)))
	return u.list
}
