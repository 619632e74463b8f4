package service

import (
	"errors"
	"fmt"
	"net"
	"os"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// terminalPath are the only paths that a caller may name.
var terminalPath = regexp.MustCompile(`^/dev/(pts/[0-9]+|tty[0-9]+|ttyS[0-9]+)$`)

// terminal finds the descriptor that a request names: the one that came with
// it, or one opened for its path. Call done when it is not needed any more.
func (c *connection) terminal(descriptor *int, path *string, call *varlink.Call) (fd int, done func(), fail *varlink.Error) {
	nothing := func() {}
	switch {
	case descriptor != nil && path != nil:
		return -1, nothing, varlink.InvalidParameter("path")
	case descriptor != nil && (*descriptor != 0 || call.Descriptor < 0):
		return -1, nothing, varlink.InvalidParameter("descriptor")
	case descriptor != nil:
		return call.Descriptor, nothing, nil
	case path == nil:
		return -1, nothing, varlink.InvalidParameter("descriptor")
	case !terminalPath.MatchString(*path):
		return -1, nothing, varlink.NewError(varlink.NotATerminal, "a path must be /dev/pts/N, /dev/ttyN or /dev/ttySN")
	}
	if err := mayNamePaths(c.sock); err != nil {
		return -1, nothing, varlink.NewError(varlink.UseDescriptor, err.Error())
	}
	fd, err := unix.Open(*path, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, nothing, varlink.NewError(varlink.NotATerminal, fmt.Sprintf("%s: %v", *path, err))
	}
	return fd, func() { _ = unix.Close(fd) }, nil
}

var errSandbox = errors.New("your /dev may be another than the service's: send a descriptor")

// mayNamePaths requires that the caller lives in the mount and user namespaces
// of process 1, where a path means what it means here. He is asked about by a
// pidfd of his, so that his number cannot be somebody else's by now.
func mayNamePaths(c *net.UnixConn) error {
	var pidfd int
	err := onSocket(c, func(fd int) (err error) {
		pidfd, err = unix.GetsockoptInt(fd, unix.SOL_SOCKET, soPeerPidfd)
		return err
	})
	if err != nil {
		return byNumber(c)
	}
	defer unix.Close(pidfd)
	pid, err := pidOf(pidfd)
	if err != nil {
		return err
	}
	if err := hostNamespaces(pid); err != nil {
		return err
	}
	if err := unix.PidfdSendSignal(pidfd, 0, nil, 0); err != nil && err != unix.EPERM {
		return errSandbox
	}
	return nil
}

// soPeerPidfd is SO_PEERPIDFD (Linux 6.5).
const soPeerPidfd = 77

func pidOf(pidfd int) (int, error) {
	b, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(pidfd))
	if err != nil {
		return 0, errSandbox
	}
	for line := range strings.Lines(string(b)) {
		if v, ok := strings.CutPrefix(line, "Pid:"); ok {
			pid, err := strconv.Atoi(strings.TrimSpace(v))
			if err == nil && pid > 0 {
				return pid, nil
			}
		}
	}
	return 0, errSandbox
}

// byNumber is for kernels without SO_PEERPIDFD: by process number, looked at
// twice, and never for root.
func byNumber(c *net.UnixConn) error {
	cred, err := peer(c)
	if err != nil || cred.Pid <= 0 || cred.Uid == 0 {
		return errSandbox
	}
	before, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cred.Pid))
	if err != nil {
		return errSandbox
	}
	if err := hostNamespaces(int(cred.Pid)); err != nil {
		return err
	}
	after, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", cred.Pid))
	if err != nil || startTime(before) != startTime(after) {
		return errSandbox
	}
	return nil
}

func startTime(stat []byte) string {
	f := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(f) < 20 {
		return ""
	}
	return f[19]
}

// hostNamespaces requires that a path means to a process what it means here: it
// lives where this process does, or, where the service has namespaces of its
// own made from them, where process 1 does.
func hostNamespaces(pid int) error {
	if sameNamespaces(pid, os.Getpid()) == nil {
		return nil
	}
	return sameNamespaces(pid, 1)
}

// sameNamespaces requires that a process lives where another does.
func sameNamespaces(pid, as int) error {
	for _, ns := range []string{"mnt", "user"} {
		theirs, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/%s", pid, ns))
		if err != nil {
			return errSandbox
		}
		ours, err := os.Readlink(fmt.Sprintf("/proc/%d/ns/%s", as, ns))
		if err != nil || ours != theirs {
			return errSandbox
		}
	}
	return nil
}
