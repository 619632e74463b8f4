package selftest

func systemRows() []row {
	return []row{
		untimed(waits("select", "select").at(0)),
		waits("poll", "poll").at(0),
		waits("poll-timed", "poll").timed(),
		untimed(waits("kevent", "kevent")),
		works("select-pipe", "select").given(outerPipe),
		works("sleep", "select"),
	}
}

// untimed: whether the call ends by itself does not show.
func untimed(r row) row { return r.last(func(w *want) { w.timed = either }) }
