package attack

import (
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"
)

// command makes a test binary one of the programs; the next argument is the
// stage.
const command = "program-of-attack"

// The stages of a start.
const (
	stagePlain  = "plain"  // run a program as it is
	stageUser   = "user"   // make user and mount namespaces, then run
	stageHost   = "host"   // as root: a mount namespace and a file system open to all, then run
	stageInside = "inside" // run within the namespaces
	stageServer = "server" // serve the file system
)

// Main runs a program and ends the process, if the process was started as one.
// Call it first in TestMain.
func Main() {
	if len(os.Args) < 4 || os.Args[1] != command {
		return
	}
	// What a program does to its main thread it does to the thread that is
	// looked at first.
	runtime.LockOSThread()
	go endWithTest()
	if err := runStage(os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintf(os.Stderr, "%v: %v\n", os.Args[2:], err)
		os.Exit(1)
	}
	os.Exit(0)
}

func runStage(stage string, args []string) error {
	switch stage {
	case stagePlain:
		return run("", args)
	case stageUser:
		return enterUser(args)
	case stageHost:
		return enterHost(args[0], args[1:])
	case stageInside:
		return inside(args[0], args[1:])
	case stageServer:
		return serveOn(args[0], args[1] == stageHost)
	}
	return fmt.Errorf("no such stage")
}

// Descriptors that each stage hands on.
const (
	statusFD = 3 // lines for the test
	lifeFD   = 4 // ends with the test
	inputFD  = 5 // Attack.Input
)

// endWithTest ends the process when the test, or its process, has ended.
func endWithTest() {
	_, _ = os.NewFile(lifeFD, "life of the test").Read(make([]byte, 1))
	os.Exit(0)
}

// tell writes a status line for the test.
func tell(format string, a ...any) {
	_, _ = unix.Write(statusFD, fmt.Appendf(nil, format+"\n", a...))
}

// inherited is a copy of a descriptor, to be handed on.
func inherited(fd int) (*os.File, error) {
	c, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("duplicate descriptor %d: %w", fd, err)
	}
	return os.NewFile(uintptr(c), "descriptor "+strconv.Itoa(fd)), nil
}

// run runs a program whose file system, if it has one, is on dir.
func run(dir string, args []string) error {
	p, ok := programs()[args[0]]
	if !ok {
		return fmt.Errorf("no such program")
	}
	tell("pid %d", os.Getpid())
	return p(dir, args[1:])
}
