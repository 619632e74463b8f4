package main

import (
	"path/filepath"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestReaderStampsEachWait types lines to each kind of reader, and wants one stamp
// for each, whose time does not go back.
func TestReaderStampsEachWait(t *testing.T) {
	for _, w := range []watched{
		{"read", silent, work{}}, {"select", silent, work{}}, {"epoll", silent, work{}},
		{"read", toStdout, work{}}, {"read", toTerminal, work{}},
	} {
		t.Run(w.name(), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "stamp")
			s, err := openStamp(file)
			if err != nil {
				t.Fatal(err)
			}
			begun := int64(now())
			j := jobOf(t, "/proc/self/exe", readerCommand, w.call, w.prompt, "0", file)
			for i := range int64(4) {
				err := await(t.Context(), "the next wait", func() (bool, error) { return s.waits.Load() == i+1, nil })
				if err != nil {
					t.Fatal(err)
				}
				at := s.at.Load()
				if at < begun || at > int64(now()) {
					t.Errorf("stamp %d is %d, after %d and before %d", i, at, begun, now())
				}
				begun = at
				if err := j.typeLine(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestWatchRowNoticesEarlyAnswers(t *testing.T) {
	b := started(t)
	told, early, err := b.rounds(watched{"read", silent, work{0, 5}})
	if err != nil || early != 0 || len(told) != 5 {
		t.Fatalf("%d waits told of, %d of them early, %v", len(told), early, err)
	}
	// A program that does not stamp its waits is told of too early each time.
	j := jobOf(t, "cat")
	told, early, err = b.roundsOf(j, &stamp{}, watched{"read", silent, work{0, 5}}, client.WatchOptions{Timeout: 200e6})
	if err == nil || early == 0 || len(told) != 0 {
		t.Errorf("without stamps: %d waits told of, %d early, %v", len(told), early, err)
	}
}
