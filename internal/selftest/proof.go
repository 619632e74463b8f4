package selftest

import (
	"fmt"
	"io"
	"slices"
)

// proof says which rows show that a file works that only macOS can compile and
// run. Everything else is tested on any system.
type proof struct {
	file    string
	rows    []string // all of them must have passed; none: no row proves it
	service bool     // and the answers must have come from a service
	try     string   // what proves it instead
}

func proofs() []proof {
	return []proof{
		{file: "internal/pty/pty_darwin.go", rows: []string{"read", "no-session"}},
		{file: "internal/selftest/probe_darwin.go", rows: []string{"select", "poll", "kevent"}},
		{file: "kdebug/kernel_darwin.go", rows: []string{"read", "read-again", "read-pipe", "kevent"}},
		{file: "helper/kernel_darwin.go", rows: []string{"read", "read-stopped"}},
		{file: "helper/line_darwin.go", rows: []string{"read", "read-noecho", "read-raw"}},
		{file: "helper/service/alone_darwin.go", rows: []string{"read"}},
		{file: "internal/varlink/peer_darwin.go", rows: []string{"read"}, service: true, try: "run this with the service installed"},
		{file: "client/socket_darwin.go", rows: []string{"read"}, service: true, try: "run this with the service installed"},
		{file: "client/terminal_darwin.go", try: "rt-helper query /dev/tty"},
		{file: "runner/canonical_darwin.go", try: "go test ./runner/..."},
		{file: "runner/family_darwin.go", try: "go test ./runner/..."},
		{file: "runner/poll_darwin.go", try: "go test ./runner/..."},
		{file: "runner/unread_darwin.go", try: "go test ./runner/..."},
		{file: "cmd/rt/termios_darwin.go", try: "rt run -- cat"},
	}
}

// PrintProofs says which of the files that only macOS runs these rows prove,
// and which not. Service tells that the answers came from a service.
func (r Result) PrintProofs(out io.Writer, service bool) {
	_, _ = fmt.Fprintln(out, "\nfiles that only macOS can prove:")
	for _, p := range proofs() {
		_, _ = fmt.Fprintf(out, "%-10s %s%s\n", r.proves(p, service), p.file, p.hint(r, service))
	}
}

func (r Result) proves(p proof, service bool) string {
	if len(p.rows) == 0 || p.service && !service {
		return "not proved"
	}
	for _, name := range p.rows {
		i := slices.IndexFunc(r.Rows, func(row RowResult) bool { return row.Name == name })
		if i < 0 || r.Rows[i].Verdict != OK {
			return "not proved"
		}
	}
	return "proved"
}

// hint says what would prove a file that these rows do not.
func (p proof) hint(r Result, service bool) string {
	if p.try == "" || r.proves(p, service) == "proved" {
		return ""
	}
	return " (" + p.try + ")"
}
