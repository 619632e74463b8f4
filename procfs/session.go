package procfs

import "slices"

// Session is a session that has a terminal of some device number as its
// controlling terminal. Numbers repeat: each devpts instance has its own.
type Session struct {
	SID     int
	TPGID   int
	Members []Stat // the leader first, if it lives
}

// sessionsOn groups processes by session. All of them have the same terminal
// number; a terminal belongs to one session at a time.
func sessionsOn(list []Stat) []Session {
	var out []Session
	for _, s := range list {
		i := slices.IndexFunc(out, func(x Session) bool { return x.SID == s.Session })
		if i < 0 {
			i = len(out)
			out = append(out, Session{SID: s.Session, TPGID: s.TPGID})
		}
		if s.PID == s.Session {
			out[i].TPGID = s.TPGID
			out[i].Members = slices.Insert(out[i].Members, 0, s)
		} else {
			out[i].Members = append(out[i].Members, s)
		}
	}
	return out
}

// claim is what a process's descriptors say of a terminal.
type claim int

const (
	noClaim claim = iota // it holds no terminal of this number
	claimsIt
	claimsOther // it holds a terminal of the same number of another devpts
)

// pick chooses the session that owns the terminal. A session with a process
// that holds the terminal and no other of its number owns it, if it is the
// only one.
func pick(sessions []Session, claims func(Session) claim) (Session, bool) {
	var found []Session
	for _, s := range sessions {
		if claims(s) == claimsIt {
			found = append(found, s)
		}
	}
	if len(found) == 1 {
		return found[0], true
	}
	return Session{}, false
}
