package helper

import (
	"slices"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/kdebug"
)

func TestBestWait(t *testing.T) {
	th := func(id uint64, v kdebug.Verdict, others ...kdebug.Source) kdebug.Thread {
		return kdebug.Thread{ID: id, Verdict: v, Others: others}
	}
	socket := kdebug.Source{FD: 3, Kind: kdebug.KindSocket}
	for _, c := range []struct {
		name    string
		threads []kdebug.Thread
		want    uint64 // 0: none waits
	}{
		{"no threads", nil, 0},
		{"none waits", []kdebug.Thread{th(1, kdebug.No), th(2, kdebug.CannotTell)}, 0},
		{"proven before inferred", []kdebug.Thread{th(1, kdebug.Inferred), th(2, kdebug.Proven, socket)}, 2},
		{"for nothing else before others", []kdebug.Thread{th(1, kdebug.Proven, socket), th(2, kdebug.Proven)}, 2},
		{"inferred before a doubt", []kdebug.Thread{th(1, kdebug.CannotTell), th(2, kdebug.Inferred)}, 2},
		{"the first of two", []kdebug.Thread{th(1, kdebug.Proven), th(2, kdebug.Proven)}, 1},
	} {
		if got, ok := bestWait(c.threads); ok != (c.want != 0) || ok && got.ID != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, ok)
		}
	}
}

func TestWaitFound(t *testing.T) {
	yes, no := true, false
	read := kdebug.Thread{ID: 7, Verdict: kdebug.Proven, Call: "read", Descriptor: 4, Timed: &no, Since: 99}
	master := kdebug.Source{FD: 5, Kind: kdebug.KindPTY, Device: ttyMaster<<24 | 4}
	source := func(kind string) kdebug.Source { return kdebug.Source{FD: 3, Kind: kind} }
	for _, c := range []struct {
		name   string
		th     kdebug.Thread
		others []kdebug.Thread
		want   finding
	}{
		{"a read", read, nil, finding{TID: 7, Call: "read", Descriptor: 4, Runs: 99}},
		{"with a time limit", kdebug.Thread{ID: 7, Verdict: kdebug.Proven, Call: "poll", Timed: &yes}, nil, finding{TID: 7, Call: "poll", Timed: true}},
		{"whose time limit does not show", kdebug.Thread{ID: 7, Verdict: kdebug.Proven, Call: "select"}, nil,
			finding{TID: 7, Call: "select", Untold: untold{Timed: true}}},
		{"inferred", kdebug.Thread{Verdict: kdebug.Inferred, Call: "kevent", Timed: &yes, Others: []kdebug.Source{master}}, nil,
			finding{Call: "kevent", Timed: true, Also: []string{"pty"}, Untold: untold{Others: true, Wait: true}}},
		{"others, named once", kdebug.Thread{ID: 7, Verdict: kdebug.Proven, Timed: &no, Others: []kdebug.Source{source("socket"), source("pipe"), master}},
			[]kdebug.Thread{{Verdict: kdebug.No, Others: []kdebug.Source{source("socket")}}}, finding{TID: 7, Also: []string{"pipe", "socket"}}},
		{"what another may wait for", read, []kdebug.Thread{{Verdict: kdebug.CannotTell, Others: []kdebug.Source{source("socket")}}},
			finding{TID: 7, Call: "read", Descriptor: 4, Runs: 99, Untold: untold{Others: true}}},
	} {
		got := waitFound(kdebug.Process{UID: me, RUID: me, Threads: append([]kdebug.Thread{c.th}, c.others...)}, c.th)
		if !slices.Equal(got.Also, c.want.Also) {
			t.Errorf("%s: also %q, want %q", c.name, got.Also, c.want.Also)
		}
		got.Also, c.want.Also, c.want.Verdict = nil, nil, proven
		if got.Problem != c.want.Problem || got.TID != c.want.TID || got.Call != c.want.Call || got.Descriptor != c.want.Descriptor ||
			got.Timed != c.want.Timed || got.Untold != c.want.Untold || got.Runs != c.want.Runs || got.Verdict != proven || got.Privileged {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if got := waitFound(kdebug.Process{UID: 0, RUID: me}, read); !got.Privileged {
		t.Error("sudo is not privileged")
	}
}

// TestTracedReasons: every reason of the leaf is one of the client's, with a
// sentence that says what to do.
func TestTracedReasons(t *testing.T) {
	for _, c := range []struct {
		r           kdebug.Reason
		root, plain client.Reason
		says        string
	}{
		{kdebug.ReasonMixedSet, client.ReasonMixedSet, client.ReasonMixedSet, "what; nobody but the program"},
		{kdebug.ReasonBeforeTrace, client.ReasonBeforeTrace, client.ReasonHelperMissing, "what"},
		{kdebug.ReasonTracingBusy, client.ReasonTracingBusy, client.ReasonTracingBusy, "what"},
		{kdebug.ReasonNotPermitted, client.ReasonNotPermitted, client.ReasonHelperMissing, "what"},
		{kdebug.ReasonTooBig, client.ReasonTooBig, client.ReasonTooBig, "what; more than"},
		{kdebug.ReasonUnsupported, client.ReasonUnsupported, client.ReasonUnsupported, "what; see rt-helper doctor"},
		{kdebug.ReasonUnsettled, client.ReasonStalledTarget, client.ReasonStalledTarget, "what"},
	} {
		l := tracedLooker{cache: &tracedCache{root: true}}
		if p := l.problem(c.r, "what"); p.Reason != c.root || !strings.HasPrefix(p.Detail, c.says) {
			t.Errorf("%s: %+v", c.r, p)
		}
		l.cache.root = false
		p := l.problem(c.r, "what")
		if p.Reason != c.plain || (p.Reason == client.ReasonHelperMissing) != strings.Contains(p.Detail, "rt-helper install") {
			t.Errorf("%s, without rights: %+v", c.r, p)
		}
	}
}

func TestIdentityOnMac(t *testing.T) {
	for _, c := range []struct {
		uid, ruid uint32
		want      rights
	}{{me, me, tellAll}, {0, me, tellCall}, {0, 0, tellNothing}, {me, 0, tellNothing}, {502, me, tellCall}} {
		if got := rightsOver(Caller{UID: me}, PolicyOwn, identityOnMac(kdebug.Process{UID: c.uid, RUID: c.ruid})); got != c.want {
			t.Errorf("%d, really %d: %d, want %d", c.uid, c.ruid, got, c.want)
		}
	}
}
