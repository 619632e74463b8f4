package attack

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// State is the state letter of a thread: 'S' asleep, 'D' asleep beyond the
// reach of signals, 0 if there is none of this number.
func State(tid int) byte {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", tid))
	if i := bytes.LastIndexByte(b, ')'); err == nil && i >= 0 && i+2 < len(b) {
		return b[i+2]
	}
	return 0
}

// Sleeps reports that a thread sleeps in a system call of this number.
func Sleeps(tid, call int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", tid))
	number, _, _ := strings.Cut(string(b), " ")
	return err == nil && number == strconv.Itoa(call) && State(tid) == 'S'
}
