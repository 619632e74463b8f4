package runner

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// relay passes keys from another terminal to the job, and the job's output on.
// One system call waits for both: so whoever looks at the other terminal can
// tell that this process waits for nobody's keys itself, and looks behind it.
type relay struct {
	job    *Job
	keys   *os.File
	over   bool   // no more keys will come
	typed  []byte // keys that the job's terminal has not taken yet
	closed *os.File
}

// startRelay begins to relay; closing the file that is returned ends it.
func (j *Job) startRelay(keys *os.File) (io.Closer, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer r.Close()
		(&relay{job: j, keys: keys, closed: r}).run()
	}()
	return w, nil
}

// The descriptors that are waited for.
const (
	ofKeys = iota
	ofMaster
	ofClosed
)

func (r *relay) run() {
	for {
		ready, err := r.wait()
		if err != nil || ready[ofClosed] != 0 {
			return
		}
		if len(r.typed) > 0 {
			r.press()
		} else if ready[ofKeys] != 0 {
			r.readKeys()
		}
		if ready[ofMaster]&^unix.POLLOUT != 0 && !r.readOutput() {
			return
		}
	}
}

// wait waits until there is something to do. While keys have yet to be taken
// there are no further ones to be read.
func (r *relay) wait() (ready [3]int16, err error) {
	fds := [3]unix.PollFd{{Fd: -1, Events: unix.POLLIN}, {Events: unix.POLLIN}, {Events: unix.POLLIN}}
	if len(r.typed) > 0 {
		fds[ofMaster].Events |= unix.POLLOUT
	}
	polled := func(keys, master, closed int) error {
		if !r.over && len(r.typed) == 0 {
			fds[ofKeys].Fd = int32(keys)
		}
		fds[ofMaster].Fd, fds[ofClosed].Fd = int32(master), int32(closed)
		return poll(fds[:])
	}
	if err := withDescriptors(r.keys, r.job.pty.Master(), r.closed, polled); err != nil {
		return ready, err
	}
	for i := range fds {
		ready[i] = fds[i].Revents
	}
	return ready, nil
}

func (r *relay) readKeys() {
	var buf [4096]byte
	n, err := r.keys.Read(buf[:])
	r.over = err != nil
	r.typed = buf[:n]
	r.press()
}

// press gives the job's terminal as many keys as it takes now.
func (r *relay) press() {
	if len(r.typed) == 0 {
		return
	}
	before := r.job.in.last()
	var n int
	err := r.job.out.raw.Control(func(fd uintptr) { n, _ = unix.Write(int(fd), r.typed) })
	if err != nil || n <= 0 {
		return // full, or gone: the next wait tells
	}
	r.job.in.wrote(r.typed[:n], before, time.Now())
	r.typed = r.typed[n:]
}

// readOutput hands on what there is; false: no more will come.
func (r *relay) readOutput() bool {
	o := r.job.out
	var got reading
	o.mu.Lock()
	err := o.raw.Control(func(fd uintptr) { got = o.once(int(fd)) })
	o.mu.Unlock()
	if err != nil {
		return false
	}
	return got != atEnd || reopened(r.job.ended)
}

// withDescriptors calls f with the descriptors of three files, which stay open
// meanwhile.
func withDescriptors(a, b, c *os.File, f func(a, b, c int) error) error {
	var fds []int
	var failed error
	call := func() { failed = f(fds[0], fds[1], fds[2]) }
	for _, file := range []*os.File{c, b, a} {
		conn, err := file.SyscallConn()
		if err != nil {
			return err
		}
		inner := call
		call = func() {
			err := conn.Control(func(fd uintptr) {
				fds = append(fds, int(fd))
				inner()
			})
			if err != nil {
				failed = err
			}
		}
	}
	call()
	return failed
}
