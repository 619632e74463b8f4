package procfs

import (
	"reflect"
	"testing"
)

// inSession is a process of a session.
func inSession(pid, sid, tpgid int) Stat { return Stat{PID: pid, Session: sid, TPGID: tpgid} }

func TestSessionsOn(t *testing.T) {
	cases := []struct {
		name string
		list []Stat
		want []Session
	}{
		{"none", nil, nil},
		{"a shell and its job", []Stat{inSession(10, 10, 12), inSession(12, 10, 12)},
			[]Session{{SID: 10, TPGID: 12, Members: []Stat{inSession(10, 10, 12), inSession(12, 10, 12)}}}},
		{"the leader is listed last", []Stat{inSession(12, 10, 12), inSession(13, 10, 12), inSession(10, 10, 12)},
			[]Session{{SID: 10, TPGID: 12, Members: []Stat{inSession(10, 10, 12), inSession(12, 10, 12), inSession(13, 10, 12)}}}},
		{"the leader was read after the job had changed", []Stat{inSession(12, 10, 12), inSession(10, 10, 14)},
			[]Session{{SID: 10, TPGID: 14, Members: []Stat{inSession(10, 10, 14), inSession(12, 10, 12)}}}},
		{"two instances of devpts", []Stat{inSession(10, 10, 12), inSession(20, 20, 20), inSession(12, 10, 12)},
			[]Session{{SID: 10, TPGID: 12, Members: []Stat{inSession(10, 10, 12), inSession(12, 10, 12)}}, {SID: 20, TPGID: 20, Members: []Stat{inSession(20, 20, 20)}}}},
		{"the leader is in another process namespace", []Stat{inSession(12, 0, 0)},
			[]Session{{SID: 0, TPGID: 0, Members: []Stat{inSession(12, 0, 0)}}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := sessionsOn(c.list); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestPick(t *testing.T) {
	sessions := []Session{{SID: 1}, {SID: 2}, {SID: 3}}
	cases := []struct {
		name   string
		claims map[int]claim
		want   int // 0: none
	}{
		{"one holds it", map[int]claim{2: claimsIt}, 2},
		{"one holds it, others another", map[int]claim{1: claimsOther, 2: claimsIt, 3: claimsOther}, 2},
		{"nobody shows anything", nil, 0},
		{"the others hold another", map[int]claim{1: claimsOther, 2: claimsOther}, 0},
		{"two hold it", map[int]claim{1: claimsIt, 3: claimsIt}, 0},
	}
	for _, c := range cases {
		s, ok := pick(sessions, func(s Session) claim { return c.claims[s.SID] })
		if ok != (c.want != 0) || s.SID != c.want {
			t.Errorf("%s: session %d, %v; want %d", c.name, s.SID, ok, c.want)
		}
	}
	if s, ok := pick(nil, func(Session) claim { return claimsIt }); ok {
		t.Errorf("of none: %+v", s)
	}
}
