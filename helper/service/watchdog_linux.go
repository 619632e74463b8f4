package service

import (
	"bytes"
	"os"
	"path/filepath"
)

func deepSleepers() sleepers {
	list := sleepers{}
	threads, _ := filepath.Glob("/proc/self/task/*")
	for _, thread := range threads {
		b, err := os.ReadFile(thread + "/stat")
		if err != nil {
			continue
		}
		if i := bytes.LastIndexByte(b, ')'); i >= 0 && i+2 < len(b) && b[i+2] == 'D' {
			runs, _ := os.ReadFile(thread + "/schedstat")
			where, _ := os.ReadFile(thread + "/wchan")
			list[thread] = sleep{runs: string(runs), where: string(where)}
		}
	}
	return list
}
