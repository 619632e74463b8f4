package fakekernel

import "slices"

// garbage stands in the upper half of an int argument, which nothing defines.
const garbage = 0xdeadbeef00000000

// Read is read on a descriptor.
func (p *Process) Read(fd int) Call {
	return p.on(3, []int{fd}, garbage|uint64(uint32(fd)), 0x7000, 512)
}

// ReadNocancel is the form that is no cancellation point.
func (p *Process) ReadNocancel(fd int) Call {
	return p.on(396, []int{fd}, garbage|uint64(uint32(fd)), 0x7000, 512)
}

// Select is select with nd, and the descriptors of the read set; nil for no set.
func (p *Process) Select(nd int, set []int) Call {
	pointer := uint64(0)
	if set != nil {
		pointer = 0x16d000000
	}
	return p.on(93, set, garbage|uint64(nd), pointer, 0, 0)
}

// Poll is poll on the given descriptors with a time-out in milliseconds. It
// refuses /dev/tty by returning at once.
func (p *Process) Poll(fds []int, timeout int32) Call {
	c := p.on(230, fds, 0x16d000000, uint64(len(fds)), garbage|uint64(uint32(timeout)))
	c.instant = c.instant || slices.ContainsFunc(c.files, func(f *File) bool { return f.device == 2<<24 })
	return c
}

// Kevent is kevent on a kqueue with room for events, so that it can wait.
func (p *Process) Kevent(fd int) Call {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	c := Call{Number: 363, Args: []uint64{garbage | uint64(fd), 0, 0, 0x16d000000}, owner: p}
	if f := p.files[fd]; f != nil {
		c.queue = f.queue
	}
	c.instant = c.queue == nil
	return c
}

// Other is a call that waits for nothing of interest.
func Other(number uint32, args ...uint64) Call { return Call{Number: number, Args: args} }

func (p *Process) on(number uint32, fds []int, args ...uint64) Call {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	c := Call{Number: number, Args: args, owner: p}
	for _, fd := range fds {
		f := p.files[fd]
		if f == nil {
			c.instant = true // EBADF or POLLNVAL
			continue
		}
		c.files = append(c.files, f)
	}
	return c
}
