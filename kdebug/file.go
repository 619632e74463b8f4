package kdebug

// Device numbers are 8 bits of major and 24 of minor.
const (
	deviceTTY  = 2 << 24   // /dev/tty: the controlling terminal of whoever opens it
	deviceNull = 3<<24 | 2 // /dev/null
	deviceZero = deviceNull + 1

	majorMaster = 15 // /dev/ptmx and what it opens
	majorSlave  = 16 // /dev/ttys000 and on
)

// file is an open descriptor as far as waiting for input goes.
type file struct {
	fd       int
	kind     string
	device   uint32
	terminal bool // the terminal asked about, under its own name
	control  bool // /dev/tty, which is that terminal for its session
	ready    bool // always readable, so never what a blocked call waits for
}

// source is the file as another thing to wait for.
func (f file) source() Source { return Source{FD: f.fd, Kind: f.kind, Device: f.device} }

// fileOf judges an open vnode of a process on the given terminal.
func fileOf(fd int, v vnodeInfo, terminal uint32) file {
	f := file{fd: fd, kind: KindOther}
	switch v.kind {
	case vnodeRegular, vnodeDirectory, vnodeBlock, vnodeLink, vnodeBad:
		f.kind, f.ready = KindFile, true
	case vnodeFIFO:
		f.kind = KindPipe
	case vnodeSocket:
		f.kind = KindSocket
	case vnodeCharacter:
		f.device = v.device
		f.character(v, terminal)
	}
	return f
}

func (f *file) character(v vnodeInfo, terminal uint32) {
	switch {
	case v.device == terminal:
		f.kind, f.terminal = KindTerminal, true
	case v.device == deviceTTY:
		f.kind, f.control = KindTerminal, true
	case v.device == deviceNull, v.device == deviceZero:
		f.kind, f.ready = KindDevice, true
	// The random device has no fixed number.
	case v.path == "/dev/random", v.path == "/dev/urandom":
		f.kind, f.ready = KindDevice, true
	case v.device>>24 == majorMaster:
		f.kind = KindPTY
	case v.device>>24 == majorSlave:
		f.kind = KindTerminal
	default:
		f.kind = KindDevice
	}
}

// typeOf judges a descriptor that is no vnode by its type.
func typeOf(e fdEntry) file {
	kind := KindOther
	switch e.kind {
	case fdTypeSocket:
		kind = KindSocket
	case fdTypePipe:
		kind = KindPipe
	case fdTypeKqueue:
		kind = KindKqueue
	}
	return file{fd: e.fd, kind: kind}
}
