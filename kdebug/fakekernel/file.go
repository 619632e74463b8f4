package fakekernel

// File is an open file.
type File struct {
	kind       uint32 // proc_fdinfo's type
	vnode      int32
	device     uint32
	path       string
	tty        *TTY // whose input it reads
	queue      *Queue
	self, peer uint64
	unix       bool
	ready      bool // always readable
}

// Slave is the terminal under its own name.
func (t *TTY) Slave() *File {
	return &File{kind: 1, vnode: 4, device: t.device, path: "/dev/ttys", tty: t}
}

// Control is the terminal as /dev/tty.
func (t *TTY) Control() *File {
	return &File{kind: 1, vnode: 4, device: 2 << 24, path: "/dev/tty", tty: t}
}

// Master is the other side of some terminal.
func (t *TTY) Master() *File {
	return &File{kind: 1, vnode: 4, device: 15<<24 | t.device&0xffffff, path: "/dev/ptmx"}
}

// Null is /dev/null.
func Null() *File { return &File{kind: 1, vnode: 4, device: 3<<24 | 2, path: "/dev/null", ready: true} }

// Random is /dev/random.
func Random() *File {
	return &File{kind: 1, vnode: 4, device: 40 << 24, path: "/dev/random", ready: true}
}

// Regular is a file on a disk.
func Regular() *File { return &File{kind: 1, vnode: 1, path: "/etc/passwd", ready: true} }

// Device is some character device.
func Device() *File { return &File{kind: 1, vnode: 4, device: 23 << 24, path: "/dev/bpf0"} }

// Socket is a socket without a peer on the machine.
func (m *Machine) Socket() *File { return &File{kind: 2, self: m.handle()} }

// SocketPair is a connected pair of Unix sockets.
func (m *Machine) SocketPair() (a, b *File) {
	a, b = &File{kind: 2, self: m.handle(), unix: true}, &File{kind: 2, self: m.handle(), unix: true}
	a.peer, b.peer = b.self, a.self
	return a, b
}

// Pipe is a pipe's two ends.
func (m *Machine) Pipe() (read, write *File) {
	read, write = &File{kind: 6, self: m.handle()}, &File{kind: 6, self: m.handle()}
	read.peer, write.peer = write.self, read.self
	return read, write
}

func (m *Machine) handle() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return 0xffffff8000000000 + m.next()
}

// Open puts a file at a descriptor.
func (p *Process) Open(fd int, f *File) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	p.files[fd] = f
}

// Close takes a descriptor away. The kernel lets no one close what a blocked
// call uses before that call ends; do not use it so.
func (p *Process) Close(fd int) {
	p.machine.mu.Lock()
	defer p.machine.mu.Unlock()
	delete(p.files, fd)
}
