package helper

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/procfs"
)

// Checkup looks at what answers depend on: rights, kernel files and calls.
func Checkup() []Check {
	return append([]Check{abiCheck(), procCheck(), rightsCheck(), scopeCheck(), hidepidCheck(), peersCheck()}, kernelChecks()...)
}

func abiCheck() Check {
	c := Check{Name: "system call numbers", Found: "known for " + runtime.GOARCH}
	if _, ok := procfs.Native(); !ok {
		c.Level, c.Found = Broken, "not known for "+runtime.GOARCH
		c.Remedy = "add the architecture to procfs/calls.go (CONTRIBUTING.md says how)"
	}
	return c
}

func procCheck() Check {
	c := Check{Name: "/proc", Own: true, Found: "of this PID namespace"}
	if err := procfs.OwnProc(); err != nil {
		c.Level, c.Found = Broken, err.Error()
		c.Remedy = "mount it anew in this namespace (unshare --mount-proc), or ask the service"
	}
	return c
}

func rightsCheck() Check {
	c := Check{Name: "rights", Own: true, Found: fmt.Sprintf("user %d, may look at every process", os.Geteuid())}
	if !procfs.CanTrace() {
		c.Level, c.Found = Limited, fmt.Sprintf("user %d, may look at own processes only", os.Geteuid())
		c.Remedy = "prompts of sudo, su and passwd need the service, or root"
	}
	return c
}

func scopeCheck() Check {
	n := procfs.PtraceScope()
	c := Check{Name: "kernel.yama.ptrace_scope", Found: fmt.Sprint(n)}
	switch {
	case n >= 3:
		c.Level, c.Remedy = Broken, "scope 3 forbids the look to everybody until the next boot with another setting"
	case n > 0 && !procfs.CanTrace():
		c.Own = true
		c.Level, c.Remedy = Limited, "only descendants of the asking process can be looked at; the service is not limited"
	}
	return c
}

func hidepidCheck() Check {
	c := Check{Name: "hidepid", Own: true, Found: "every process is listed"}
	b, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		if len(f) > 4 && f[4] == "/proc" && strings.Contains(line, "hidepid=") && !strings.Contains(line, "hidepid=0") && !strings.Contains(line, "hidepid=off") && !procfs.CanTrace() {
			c.Level, c.Found = Limited, "/proc is mounted with hidepid: others' processes are not listed"
			c.Remedy = "ask the service, which sees them"
		}
	}
	return c
}

// peersCheck: without the peers of sockets answers are right, but say less.
func peersCheck() Check {
	c := Check{Name: "peers of sockets (sock_diag)", Found: "told"}
	if err := procfs.TellsPeers(); err != nil {
		c.Level, c.Found, c.Own = Limited, err.Error(), !errors.Is(err, procfs.ErrNoPeers)
		c.Remedy = "programs that wake themselves by a socket pair (asyncio, tokio) count as listening: the kernel needs CONFIG_UNIX_DIAG, or the module unix_diag"
	}
	return c
}

// kernelChecks tries each kernel interface on a child of this process.
func kernelChecks() []Check {
	child := exec.Command("/proc/self/exe", "selftest-probe", "sleep")
	in, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		return []Check{{Name: "kernel interfaces", Level: Broken, Found: err.Error(), Remedy: "no child process can be started here"}}
	}
	defer func() {
		in.Close()
		_ = child.Process.Kill()
		_ = child.Wait()
	}()
	pid := child.Process.Pid
	return []Check{
		fileCheck(pid, "syscall", Broken, "the kernel needs HAVE_ARCH_TRACEHOOK, and the process must be traceable"),
		fileCheck(pid, "mem", Broken, "select and poll sets cannot be read"),
		fileCheck(pid, "auxv", Broken, "32-bit programs cannot be told"),
		fileCheck(pid, "fdinfo/0", Broken, "epoll sets cannot be read"),
		fileCheck(pid, "schedstat", Fine, "a slower proof (voluntary switches) is used"),
		fileCheck(pid, "pagemap", Fine, "a guard against stalled memory is missing"),
		fileCheck(pid, "wchan", Limited, "polls that were stopped and continued are unknown"),
		getfdCheck(pid),
		kcmpCheck(pid),
	}
}

func fileCheck(pid int, name string, level Level, remedy string) Check {
	path := fmt.Sprintf("/proc/%d/task/%d/%s", pid, pid, name)
	c := Check{Name: "/proc/<pid>/task/<tid>/" + name, Found: "readable"}
	f, err := os.Open(path)
	if err != nil {
		c.Level, c.Found, c.Remedy = level, err.Error(), remedy
		return c
	}
	f.Close()
	return c
}

func getfdCheck(pid int) Check {
	c := Check{Name: "pidfd_getfd", Found: "works"}
	fd, err := unix.PidfdOpen(pid, 0)
	if err == nil {
		defer unix.Close(fd)
		var g int
		if g, err = unix.PidfdGetfd(fd, 0, 0); err == nil {
			unix.Close(g)
		}
	}
	if err != nil {
		c.Level, c.Found = Broken, err.Error()
		c.Remedy = "Linux 5.6 or newer is needed; a container's seccomp filter may forbid it: allow pidfd_getfd"
	}
	return c
}

func kcmpCheck(pid int) Check {
	c := Check{Name: "kcmp", Found: "works"}
	_, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(pid), uintptr(pid), 0, 0, 0, 0)
	if errno != 0 {
		c.Level, c.Found, c.Remedy = Fine, errno.Error(), "nested epoll descriptors are told apart by inode only"
	}
	return c
}
