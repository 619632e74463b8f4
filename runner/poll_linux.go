package runner

import (
	"errors"

	"golang.org/x/sys/unix"
)

// poll is poll(2) without a time limit.
func poll(fds []unix.PollFd) error {
	for {
		if _, err := unix.Poll(fds, -1); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
