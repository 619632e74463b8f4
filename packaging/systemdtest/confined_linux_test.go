package systemdtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attempt is something that a program under the service's directives may or may
// not do.
type attempt struct {
	name    string
	allowed bool
	try     func() error
}

// attempts need process 1 to be systemd, and the files named secret.
var attempts = []attempt{
	{"read another user's system call", true, func() error { return readable("/proc/1/syscall") }},
	{"read another user's memory", true, func() error { return opens("/proc/1/mem", unix.O_RDONLY) }},
	{"write another user's memory", false, func() error { return opens("/proc/1/mem", unix.O_RDWR) }},
	{"list another user's descriptors", true, func() error { _, err := os.ReadDir("/proc/1/fdinfo"); return err }},
	{"read /proc/loadavg", true, func() error { return readable("/proc/loadavg") }},
	{"read /proc/sys", true, func() error { return readable("/proc/sys/kernel/pid_max") }},
	{"write /proc/sys", false, func() error { return opens("/proc/sys/kernel/pid_max", unix.O_WRONLY) }},
	{"name a console", true, func() error { return opens("/dev/tty1", unix.O_PATH) }},
	{"name a serial line", true, func() error { return opens("/dev/ttyS0", unix.O_PATH) }},
	{"raise oom_score_adj", true, func() error { return os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) }},
	{"pidfd_getfd", true, getfd},
	{"kcmp", true, func() error { return call(unix.SYS_KCMP, uintptr(os.Getpid()), 1, 3) }},
	{"netlink socket", false, func() error { return socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_SOCK_DIAG) }},
	{"run /proc/self/exe", true, func() error { return run("/proc/self/exe") }},
	{"run another program", false, func() error { return run("/bin/true") }},
	{"internet socket", false, func() error { return socket(unix.AF_INET, unix.SOCK_STREAM, 0) }},
	{"raw socket", false, func() error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) }},
	{"ptrace", false, func() error { return unix.PtraceSeize(1) }},
	{"process_vm_readv", false, func() error { return call(unix.SYS_PROCESS_VM_READV, 1, 0, 0) }},
	{"process_vm_writev", false, func() error { return call(unix.SYS_PROCESS_VM_WRITEV, 1, 0, 0) }},
	{"mount", false, func() error { return unix.Mount("tmpfs", "/tmp", "tmpfs", 0, "") }},
	{"user namespace", false, func() error { return unix.Unshare(unix.CLONE_NEWUSER) }},
	{"setuid", false, func() error { return call(unix.SYS_SETUID, 0, 0, 0) }},
	{"chown", false, func() error { return os.Chown("/tmp", 0, 0) }},
	{"keyctl", false, func() error { return call(unix.SYS_KEYCTL, 0, 0, 0) }},
	{"perf_event_open", false, func() error { return call(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0) }},
	{"bpf", false, func() error { return call(unix.SYS_BPF, 0, 0, 0) }},
	{"module", false, func() error { return call(unix.SYS_FINIT_MODULE, 0, 0, 0) }},
	{"foreign system calls", false, func() error { return call(unix.SYS_PERSONALITY, 8, 0, 0) }},
	{"writable code", false, writableCode},
	{"change /etc", false, func() error { return os.WriteFile("/etc/rt-helper-test", nil, 0o600) }},
	{"change /usr", false, func() error { return os.WriteFile("/usr/rt-helper-test", nil, 0o600) }},
	{"change the socket's directory", false, func() error { return os.WriteFile("/run/rt-helper/x", nil, 0o600) }},
	{"write counters", true, func() error { return os.WriteFile("/run/rt-helper/metrics/x", nil, 0o600) }},
	{"read /home", false, func() error { return readable("/home/alice/secret") }},
	{"read /root", false, func() error { return readable("/root/secret") }},
}

// confined tries everything and prints the errors.
func confined(args []string) {
	if len(args) > 0 {
		return // it could be run
	}
	result := map[string]string{}
	for _, a := range attempts {
		result[a.name] = "allowed"
		if err := a.try(); err != nil {
			result[a.name] = err.Error()
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(result)
}

func readable(path string) error {
	_, err := os.ReadFile(path)
	return err
}

func opens(path string, flags int) error {
	fd, err := unix.Open(path, flags|unix.O_CLOEXEC, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func run(path string) error { return exec.Command(path, "nothing").Run() }

func socket(domain, kind, protocol int) error {
	fd, err := unix.Socket(domain, kind, protocol)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

// call makes a system call whose arguments are refused where it is permitted:
// only a denial counts as an error.
func call(number, a, b, c uintptr) error {
	_, _, errno := unix.Syscall6(number, a, b, c, 0, 0, 0)
	if errno == unix.EPERM || errno == unix.EACCES || errno == unix.ENOSYS {
		return fmt.Errorf("call %d: %w", number, errno)
	}
	return nil
}

// getfd copies a descriptor of process 1's.
func getfd() error {
	p, err := unix.PidfdOpen(1, 0)
	if err != nil {
		return err
	}
	defer unix.Close(p)
	fd, err := unix.PidfdGetfd(p, 0, 0)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func writableCode() error {
	size := uintptr(os.Getpagesize())
	b, err := unix.Mmap(-1, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil // not what is asked
	}
	_, _, errno := unix.Syscall(unix.SYS_MPROTECT, uintptr(unsafe.Pointer(&b[0])), size, unix.PROT_READ|unix.PROT_WRITE|unix.PROT_EXEC)
	if errno != 0 {
		return errno
	}
	return nil
}
