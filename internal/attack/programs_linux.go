package attack

// programs are the attacks, by name. Each gets the directory of its file system
// and its arguments, and tells "ready" when it is about to do its worst.
func programs() map[string]func(dir string, args []string) error {
	return map[string]func(string, []string) error{
		"poll":     pollStalled,
		"epoll":    epollStalled,
		"settings": holdSettings,
		"found":    pollFile,
		"inflight": inFlight,
	}
}
