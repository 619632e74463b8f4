package attack

// programs are the attacks, and scenes for them, by name. Each gets the
// directory of its file system and its arguments, and tells "ready" when it is
// about to do its worst.
func programs() map[string]func(dir string, args []string) error {
	return map[string]func(string, []string) error{
		"poll":       pollStalled,
		"epoll":      epollStalled,
		"settings":   holdSettings,
		"found":      pollFile,
		"swap":       swap,
		"image":      image,
		"crowd":      crowd,
		"select":     wideSelect,
		"longlist":   longList,
		"waitepoll":  waitEpoll,
		"say":        say,
		"joined":     joined,
		"send":       sendFiles,
		"flood":      flood,
		"inflight":   inFlight,
		"read":       readTerminal,
		"withmember": withMember,
		"prompt":     prompt,
		"twin":       twin,
	}
}
