package pty

import "golang.org/x/sys/unix"

// ForegroundGroup gets the id of the slave's foreground process group, in the
// caller's process id namespace, through the master (TIOCGPGRP): so it is to be
// had from outside the session too. It is 0 if there is none. The group may have
// lost its last process since.
func (p *Pty) ForegroundGroup() (int, error) {
	var group int32
	err := p.control("ioctl TIOCGPGRP", func(fd int) (err error) {
		group, err = ioctlInt32(fd, unix.TIOCGPGRP)
		return err
	})
	return int(group), err
}
