package service

// Commands are the hidden commands by which the program is started as a part of
// the service; each returns the exit status.
func Commands() map[string]func() int {
	return map[string]func() int{WorkerCommand: Worker, CloserCommand: Closer}
}
