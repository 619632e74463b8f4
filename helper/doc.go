// Package helper answers whether the foreground job of a terminal waits for
// input: it finds the job, looks at each member, follows relays to the
// terminals behind them, and judges.
//
// inspect is the only place that knows both the words of the answer and those
// of the operating system's facts. judge turns facts into an answer and has no
// side effects. authorise says who may ask about which terminal. Local looks
// from within the asking process; the service uses the same code in workers.
package helper
