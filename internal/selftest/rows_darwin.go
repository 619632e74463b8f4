package selftest

func systemRows() []row {
	return []row{
		waits("select", "select").at(0),
		waits("poll", "poll").at(0),
		waits("poll-timed", "poll").timed(),
		waits("kevent", "kevent"),
		works("select-pipe", "select").given(outerPipe),
		works("sleep", "select"),
	}
}
