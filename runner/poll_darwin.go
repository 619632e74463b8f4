package runner

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// poll is poll(2) without a time limit, made of select(2): the system's own does
// not support terminals.
func poll(fds []unix.PollFd) error {
	for {
		var in, out unix.FdSet
		most := int32(-1)
		for _, p := range fds {
			if p.Fd >= unix.FD_SETSIZE {
				return fmt.Errorf("select: descriptor %d is too large", p.Fd)
			}
			if p.Fd >= 0 && p.Events&unix.POLLIN != 0 {
				in.Set(int(p.Fd))
			}
			if p.Fd >= 0 && p.Events&unix.POLLOUT != 0 {
				out.Set(int(p.Fd))
			}
			most = max(most, p.Fd)
		}
		_, err := unix.Select(int(most)+1, &in, &out, nil, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		for i := range fds {
			fds[i].Revents = selected(fds[i].Fd, &in, &out)
		}
		return err
	}
}

func selected(fd int32, in, out *unix.FdSet) (events int16) {
	if fd >= 0 && in.IsSet(int(fd)) {
		events |= unix.POLLIN
	}
	if fd >= 0 && out.IsSet(int(fd)) {
		events |= unix.POLLOUT
	}
	return events
}
