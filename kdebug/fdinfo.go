package kdebug

// Vnode types.
const (
	vnodeRegular   = 1
	vnodeDirectory = 2
	vnodeBlock     = 3
	vnodeCharacter = 4
	vnodeLink      = 5
	vnodeSocket    = 6
	vnodeFIFO      = 7
	vnodeBad       = 8 // revoked
)

// Thread run states (pth_run_state).
const (
	runRunning = 1 // on a processor or about to be
	runStopped = 2 // suspended
	runWaiting = 3 // in a wait that a signal can end
)

// vnodeInfo is what this package takes from vnode_fdinfowithpath.
type vnodeInfo struct {
	kind   int32
	device uint32 // st_rdev
	path   string
}

func parseVnode(b []byte) (vnodeInfo, error) {
	if err := need(b, vnodeInfoSize, "vnode_fdinfowithpath"); err != nil {
		return vnodeInfo{}, err
	}
	return vnodeInfo{device: u32(b, 140), kind: int32(u32(b, 160)), path: cString(b[176:1200])}, nil
}

// parseRunState takes the run state from proc_threadinfo.
func parseRunState(b []byte) (int32, error) {
	if err := need(b, threadSize, "proc_threadinfo"); err != nil {
		return 0, err
	}
	return int32(u32(b, 24)), nil
}

// link names an object and the one that is connected to it.
type link struct{ self, peer uint64 }

// parsePipe takes the two ends' handles from pipe_fdinfo.
func parsePipe(b []byte) (link, error) {
	if err := need(b, pipeSize, "pipe_fdinfo"); err != nil {
		return link{}, err
	}
	return link{self: u64(b, 160), peer: u64(b, 168)}, nil
}

// Offsets in socket_fdinfo and its size; only a Unix socket has a peer handle.
const (
	socketSize     = 792
	socketSelf     = 160
	socketKind     = 256
	socketPeer     = 264
	socketKindUnix = 3
)

// parseSocket takes the handles of a connected Unix socket from socket_fdinfo;
// of another socket it takes only its own.
func parseSocket(b []byte) (link, error) {
	if err := need(b, socketSize, "socket_fdinfo"); err != nil {
		return link{}, err
	}
	l := link{self: u64(b, socketSelf)}
	if u32(b, socketKind) == socketKindUnix {
		l.peer = u64(b, socketPeer)
	}
	return l, nil
}
