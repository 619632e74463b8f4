package helper

import "fmt"

// Caller is who asks, as the kernel says.
type Caller struct {
	UID uint32
}

func (c Caller) root() bool { return c.UID == 0 }

// Policy is an administrator's choice of whose processes a caller is told of.
type Policy string

const (
	// PolicyOwn counts the members of a job whose real user is the caller.
	PolicyOwn Policy = "own"
	// PolicySession counts every member of the jobs of the caller's own
	// session, and tells of foreign ones the bare state.
	PolicySession Policy = "session"
)

// ParsePolicy accepts the two words of Policy; empty means PolicyOwn.
func ParsePolicy(s string) (Policy, error) {
	switch p := Policy(s); p {
	case "":
		return PolicyOwn, nil
	case PolicyOwn, PolicySession:
		return p, nil
	}
	return "", fmt.Errorf("policy %q: use own or session", s)
}

// rights say what a caller is told of a process.
type rights int

const (
	tellNothing rights = iota // not counted: it is not looked at
	tellState                 // somebody else's, under PolicySession: the bare state
	tellCall                  // own real user, but privileged: no contents
	tellAll                   // own in every respect and dumpable, or the caller is root
)

// identity is who a process runs as.
type identity struct {
	RealUID  uint32
	SameUser bool   // every user and group number is the real one
	Owner    uint32 // of its /proc directory
}

// rightsOver says what the caller is told of a process.
func rightsOver(c Caller, p Policy, id identity) rights {
	switch {
	case c.root():
		return tellAll
	case id.RealUID == c.UID && id.SameUser && id.Owner == c.UID:
		return tellAll
	case id.RealUID == c.UID:
		return tellCall
	case p == PolicySession:
		return tellState
	}
	return tellNothing
}
