//go:build !linux

package service

import "time"

func newTimer(f func()) timer {
	t := time.AfterFunc(time.Hour, f)
	t.Stop()
	return t
}
