package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOutputCannotBeWritten, in any form: an error is told once, and the exit
// status is not the command's.
func TestOutputCannotBeWritten(t *testing.T) {
	for _, form := range []string{"", "--json", "--events"} {
		for _, script := range []string{"echo hi", "exit 3"} {
			if form == "" && script == "exit 3" {
				continue // prints nothing
			}
			full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer full.Close()
			file := filepath.Join(t.TempDir(), "status")
			args := []string{"run", "--status-file", file}
			if form != "" {
				args = append(args, form)
			}
			cmd := rt(t, append(args, "--shell", script)...)
			var errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = full, &errs
			status := statusIn(t, cmd.Run())
			word, err := os.ReadFile(file)
			if status != exitError || strings.Count(errs.String(), "no space left") != 1 || string(word) != "error 125\n" {
				t.Errorf("%q, %s: status %d, %q; %q, %v", form, script, status, errs.String(), word, err)
			}
		}
	}
}

// TestNobodyReads: rt ends as other programs do, without a word.
func TestNobodyReads(t *testing.T) {
	for _, form := range []string{"--json", "--events"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		cmd := rt(t, "run", form, "--", "true")
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = w, &errs
		status := statusIn(t, cmd.Run())
		_ = w.Close()
		if status != exitSignal+int(syscall.SIGPIPE) || errs.Len() > 0 {
			t.Errorf("%s: status %d, %q", form, status, errs.String())
		}
	}
}
