package pty

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// ErrNoTerminal means that a command keeps none of its standard descriptors for
// the terminal, so that it could not get it as its controlling terminal.
var ErrNoTerminal = errors.New("no standard descriptor is left for the terminal")

// Start starts cmd as the leader of a new session whose controlling terminal is
// the slave. Those of Stdin, Stdout and Stderr that are nil become the slave; at
// least one must be. Other settings of cmd are kept. When Start returns, the
// parent holds no descriptor of the slave: once the command and its children
// have gone, reads of the master tell so (Ended). A cmd that could not be
// started cannot be used again.
func (p *Pty) Start(cmd *exec.Cmd) error {
	slave, err := p.Slave()
	if err != nil {
		return err
	}
	defer slave.Close()
	if err := p.attach(cmd, slave); err != nil {
		return fmt.Errorf("start %s on %s: %w", cmd.Path, p.path, err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s on %s: %w", cmd.Path, p.path, err)
	}
	return nil
}

func (p *Pty) attach(cmd *exec.Cmd, slave *os.File) error {
	ctty := -1
	if cmd.Stderr == nil {
		cmd.Stderr, ctty = slave, 2
	}
	if cmd.Stdout == nil {
		cmd.Stdout, ctty = slave, 1
	}
	if cmd.Stdin == nil {
		cmd.Stdin, ctty = slave, 0
	}
	if ctty < 0 {
		return ErrNoTerminal
	}
	attr := attributes(cmd)
	attr.Setsid, attr.Setctty, attr.Ctty = true, true, ctty
	return p.applySize(slave)
}

func attributes(cmd *exec.Cmd) *syscall.SysProcAttr {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	return cmd.SysProcAttr
}

// RunAs lets cmd run with this real, effective and saved user and group, and no
// other groups. Anything but one's own takes root; Start reports the refusal.
func RunAs(cmd *exec.Cmd, uid, gid int) {
	if uid == os.Geteuid() && gid == os.Getegid() && uid != 0 {
		return // setgroups would be refused, and nothing has to change
	}
	attributes(cmd).Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}
