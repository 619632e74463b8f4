package selftest

import (
	"syscall"

	"github.com/rt-helper/rt-helper/client"
)

// rows is the table: those of every system, then those of this one.
func rows() []row {
	return append(commonRows(), systemRows()...)
}

func commonRows() []row {
	again := want{state: client.Waiting, exclusive: yes, calls: []string{"read"}, newWait: true}
	return []row{
		waits("read", "read").at(0).typing(client.SecretNo, yes, yes),
		waits("read-again", "read").then(step{typed: "a line\n", await: "GOT", in: "read", want: again}),
		waits("read-noecho", "read").typing(client.SecretYes, no, yes),
		waits("read-raw", "read").typing(client.SecretNo, yes, no),
		waits("read-raw-noecho", "read").typing(client.SecretMaybe, no, no),
		// A line is there before the program reads: it works until it asks for another.
		works("read-later", "read").given(outerPipe).typedAhead("a line\n").
			then(step{feed: true, await: "GOT", in: "read", want: want{state: client.Waiting, exclusive: yes, calls: []string{"read"}}}),
		waits("read", "read").called("read-stopped").
			then(step{signal: syscall.SIGSTOP, want: want{state: client.Stopped}}).
			then(step{signal: syscall.SIGCONT, in: "read", want: want{state: client.Waiting, calls: []string{"read"}}}),
		works("read-pipe", "read").given(outerPipe),
		works("read-other-terminal", "read").given(otherTerminal),
		works("busy", ""),
		{name: "no-session", steps: []step{{want: want{state: client.NoForeground}}}},
	}
}

func (r row) typedAhead(text string) row {
	r.steps[0].typed = text
	return r
}
