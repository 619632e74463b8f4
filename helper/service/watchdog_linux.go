package service

import (
	"bytes"
	"os"
	"path/filepath"
)

// asleepForGood reports a thread of this process in the sleep that signals do
// not end.
func asleepForGood() bool {
	names, _ := filepath.Glob("/proc/self/task/*/stat")
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		if i := bytes.LastIndexByte(b, ')'); i >= 0 && i+2 < len(b) && b[i+2] == 'D' {
			return true
		}
	}
	return false
}
