package selftest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
)

// needs is what a row cannot be run without.
type needs struct {
	programs []string // on the PATH
	bits32   bool     // a build for the 32-bit companion architecture
	setuid   bool     // root, to start programs[0], which is setuid, as somebody else
}

// missing says why the row cannot be run here; "" if it can.
func (n needs) missing(o Options) string {
	if n.bits32 && o.Self32 == "" {
		return "no 32-bit build was given"
	}
	for _, program := range n.programs {
		if _, err := exec.LookPath(program); err != nil {
			return program + " is not installed"
		}
	}
	if n.setuid {
		return n.missingForSetuid(o)
	}
	return ""
}

func (n needs) missingForSetuid(o Options) string {
	if !o.Root || os.Geteuid() != 0 {
		return "root required: to start a setuid program as another user and look into it"
	}
	if _, _, err := plainUser(); err != nil {
		return err.Error()
	}
	path, err := exec.LookPath(n.programs[0])
	if err != nil {
		return err.Error()
	}
	return noSetuid(path)
}

// noSetuid says why the program would not run as root; "" if it would.
func noSetuid(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return err.Error()
	}
	if info.Mode()&fs.ModeSetuid == 0 {
		return path + " is not setuid"
	}
	if noNewPrivileges() {
		return "no_new_privs is set: setuid programs stay unprivileged here"
	}
	return ""
}

// plainUser finds a user without privileges that has a name, as su and passwd
// demand.
func plainUser() (uid, gid int, err error) {
	for _, name := range []string{"nobody", "daemon", "bin"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2); err != nil {
			return 0, 0, fmt.Errorf("ids of user %s: %w", name, err)
		}
		if uid > 0 { // on macOS nobody is -2
			return uid, gid, nil
		}
	}
	return 0, 0, errors.New("no user called nobody, daemon or bin")
}
