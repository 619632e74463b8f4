package service

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// subRange is a range of subordinate users and the user that they belong to
// (subuid(5)).
type subRange struct {
	owner       uint32
	first, size uint64
}

// parseSubUIDs parses /etc/subuid. Names are turned into numbers by user;
// lines of unknown users and malformed lines are left out.
func parseSubUIDs(r io.Reader, user func(string) (uint32, bool)) []subRange {
	var list []subRange
	for s := bufio.NewScanner(r); s.Scan(); {
		f := strings.Split(strings.TrimSpace(s.Text()), ":")
		if len(f) != 3 {
			continue
		}
		first, err1 := strconv.ParseUint(f[1], 10, 32)
		size, err2 := strconv.ParseUint(f[2], 10, 32)
		owner, ok := user(f[0])
		if err1 == nil && err2 == nil && ok {
			list = append(list, subRange{owner, first, size})
		}
	}
	return list
}

// budgetKey is the user that pays for a caller: without it one user with a
// range of subordinate users would have as many budgets.
func budgetKey(uid uint32, ranges []subRange) uint32 {
	for _, r := range ranges {
		if u := uint64(uid); u >= r.first && u-r.first < r.size {
			return r.owner
		}
	}
	return uid
}

// parsePasswd returns a look-up of user numbers in the text of /etc/passwd; a
// number stands for itself.
func parsePasswd(text string) func(string) (uint32, bool) {
	users := map[string]uint32{}
	for line := range strings.Lines(text) {
		f := strings.Split(line, ":")
		if len(f) < 3 {
			continue
		}
		if n, err := strconv.ParseUint(f[2], 10, 32); err == nil {
			users[f[0]] = uint32(n)
		}
	}
	return func(name string) (uint32, bool) {
		if n, err := strconv.ParseUint(name, 10, 32); err == nil {
			return uint32(n), true
		}
		n, ok := users[name]
		return n, ok
	}
}
