package selftest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// task is a thread as /proc shows it.
type task struct {
	pid, tid int
	program  string
	state    string
	number   int      // of the call it is in; -1: none
	args     []uint64 // of that call
}

// tasks lists the threads of a process and of all that descend from it.
func tasks(t *testing.T, root int) []task {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	children := map[int][]int{}
	for _, path := range stats {
		if pid, parent, ok := parentOf(path); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var all []task
	for todo := []int{root}; len(todo) > 0; todo = todo[1:] {
		all = append(all, threads(todo[0])...)
		todo = append(todo, children[todo[0]]...)
	}
	return all
}

// afterName splits a stat line after the program's name, which may contain anything.
func afterName(stat string) (name string, fields []string) {
	open, shut := strings.Index(stat, "("), strings.LastIndex(stat, ")")
	if open < 0 || shut < open {
		return "", nil
	}
	return stat[open+1 : shut], strings.Fields(stat[shut+1:])
}

func parentOf(path string) (pid, parent int, ok bool) {
	pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
	text, err2 := os.ReadFile(path)
	_, fields := afterName(string(text))
	if err != nil || err2 != nil || len(fields) < 2 {
		return 0, 0, false // it has ended
	}
	parent, err = strconv.Atoi(fields[1])
	return pid, parent, err == nil
}

func threads(pid int) []task {
	dirs, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*", pid)) // the pattern is well formed
	var all []task
	for _, dir := range dirs {
		stat, err := os.ReadFile(dir + "/stat")
		name, fields := afterName(string(stat))
		if err != nil || len(fields) == 0 {
			continue
		}
		k := task{pid: pid, program: name, state: fields[0]}
		k.tid, _ = strconv.Atoi(filepath.Base(dir))
		line, _ := os.ReadFile(dir + "/syscall") // refused: in no call that can be seen
		k.number, k.args = parseCall(string(line))
		all = append(all, k)
	}
	return all
}

func parseCall(line string) (number int, args []uint64) {
	fields := strings.Fields(line)
	if len(fields) < 7 {
		return -1, nil
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil {
		return -1, nil
	}
	for _, f := range fields[1:7] {
		v, err := strconv.ParseUint(strings.TrimPrefix(f, "0x"), 16, 64)
		if err != nil {
			return -1, nil
		}
		args = append(args, v)
	}
	return number, args
}
