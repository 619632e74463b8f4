// Package runner runs a command on a pseudoterminal of its own and drives it to
// an outcome: it has finished, or it waits for input and for what kind of it, or
// it cannot be told.
//
// It exists because a driver of terminals otherwise has to guess, by time or by
// the text of prompts, whether a command works or asks. Here an Asker tells: the
// service, or whoever can look at the job. The runner adds what the kernel's
// answer alone does not say: that all output has been read when an outcome is
// told, that a wait which was seen before something was typed does not count
// after it, which programs pass the terminal on to another machine, and how the
// command ended.
//
//	j, err := runner.Start(runner.Options{Args: []string{"sudo", "true"}, Asker: client.New()})
//	...
//	o, err := j.Wait(ctx, runner.Limits{})
//	if err == nil && o.State == runner.Waiting { fmt.Println(o.Sentence()) }
//	err = j.HangUp(ctx, 10*time.Second)
//
// Nothing that was typed is kept or logged.
//
// Limits: one command and one terminal each; a terminal is kept for as long as
// this process lives. What a job prints while its terminal is hung up is lost.
package runner
