package attack

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// enterUser runs the program in user and mount namespaces of its own.
func enterUser(args []string) error {
	cmd := again(stageInside, append([]string{""}, args...)...)
	cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
	status, err1 := inherited(statusFD)
	life, err2 := inherited(lifeFD)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	cmd.ExtraFiles = []*os.File{status, life}
	if input, err := inherited(inputFD); err == nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, input)
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	return cmd.Run()
}

// enterHost mounts the file system where everybody of the machine's own user
// namespace may use it, in a mount namespace of its own; then it becomes user
// uid and runs the program.
func enterHost(uid string, args []string) error {
	n, err := strconv.Atoi(uid)
	if err != nil {
		return err
	}
	if err := unix.Unshare(unix.CLONE_NEWNS | unix.CLONE_FS); err != nil {
		return fmt.Errorf("unshare: %w", err)
	}
	if err := unix.Mount("", "/", "", unix.MS_PRIVATE|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("make the mounts private: %w", err)
	}
	dir, err := startServer(stageHost)
	if err != nil {
		return err
	}
	if err := become(n); err != nil {
		return err
	}
	// The thread that unshared is locked: the new image is in its namespace.
	argv := append([]string{os.Args[0], command, stageInside, dir}, args...)
	return fmt.Errorf("execve: %w", syscall.Exec("/proc/self/exe", argv, os.Environ()))
}

func become(uid int) error {
	if err := syscall.Setgroups(nil); err != nil {
		return fmt.Errorf("setgroups: %w", err)
	}
	if err := syscall.Setresgid(uid, uid, uid); err != nil {
		return fmt.Errorf("setresgid: %w", err)
	}
	if err := syscall.Setresuid(uid, uid, uid); err != nil {
		return fmt.Errorf("setresuid: %w", err)
	}
	return nil
}

// inside runs the program; its file system is mounted first unless it is.
func inside(dir string, args []string) error {
	if dir == "" {
		var err error
		if dir, err = startServer(stageUser); err != nil {
			return err
		}
	}
	return run(dir, args)
}

// startServer starts the process of the file system, in a session of its own,
// and returns where it is mounted.
func startServer(mode string) (string, error) {
	dir, err := os.MkdirTemp(os.Getenv(dirVariable), "mount")
	if err != nil {
		return "", err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	life, err := inherited(lifeFD)
	if err != nil {
		return "", err
	}
	cmd := again(stageServer, dir, mode)
	cmd.ExtraFiles = []*os.File{w, life}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	_ = w.Close()
	if _, err := bufio.NewReader(r).ReadString('\n'); err != nil {
		return "", fmt.Errorf("the file system's process: %w", err)
	}
	tell("server %d", cmd.Process.Pid)
	return dir, nil
}

func serveOn(dir string, everybody bool) error {
	fd, err := mount(os.Getenv(nodeVariable), dir, everybody)
	if err != nil {
		return err
	}
	tell("mounted")
	s := server{fd: fd, openers: map[uint64]uint32{}}
	return s.serve()
}

// again is this program in another stage.
func again(stage string, args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", append([]string{command, stage}, args...)...)
	cmd.Stderr = os.Stderr
	return cmd
}
