package packaging

import (
	"errors"
	"fmt"
	"io"
)

// ErrRefused reports that nothing was changed: the machine does not suit, and
// the text says what to do.
var ErrRefused = errors.New("nothing was changed")

// The platforms that the service can be set up on, in kardianos/service's words.
const (
	platformSystemd = "linux-systemd"
	platformLaunchd = "darwin-launchd"
)

// Installer sets the service up on a machine without the package, and removes
// it again. Both need root, unless DryRun only tells what they would do.
type Installer struct {
	Machine Machine
	// From is the directory with the programs rt-helper and rt-helper-install.
	From   string
	Policy string // own or session
	DryRun bool
	Out    io.Writer // gets a line for each step
}

// step is one change.
type step struct {
	say string
	do  func() error
}

// Install sets the service up, or brings it up to date.
func (i Installer) Install() error {
	if err := i.refusal(); err != nil {
		return err
	}
	if i.Machine.Platform == platformLaunchd {
		return i.carryOut("installed already, nothing to do", i.launchdInstall)
	}
	return i.carryOut("installed already, nothing to do", i.systemdInstall)
}

// Uninstall removes everything that Install wrote.
func (i Installer) Uninstall() error {
	if err := i.refusal(); err != nil {
		return err
	}
	if i.Machine.Platform == platformLaunchd {
		return i.carryOut("not installed, nothing to do", i.launchdUninstall)
	}
	return i.carryOut("not installed, nothing to do", i.systemdUninstall)
}

// carryOut makes a plan and goes through it.
func (i Installer) carryOut(none string, plan func() ([]step, error)) error {
	steps, err := plan()
	if err != nil {
		return err
	}
	if len(steps) == 0 {
		fmt.Fprintln(i.Out, none)
		return nil
	}
	for _, s := range steps {
		if i.DryRun {
			fmt.Fprintln(i.Out, "would "+s.say)
			continue
		}
		fmt.Fprintln(i.Out, s.say)
		if err := s.do(); err != nil {
			return fmt.Errorf("%s: %w", s.say, err)
		}
	}
	return nil
}

// refusal says why neither can be done here.
func (i Installer) refusal() error {
	m := i.Machine
	switch {
	case m.Platform != platformSystemd && m.Platform != platformLaunchd:
		return fmt.Errorf("%w: process 1 is neither systemd nor launchd (%s): run \"rt-helper serve\" as root under what starts your services", ErrRefused, m.Platform)
	case m.UID != 0 && !i.DryRun:
		return fmt.Errorf("%w: root's rights are needed: use sudo, or see with --dry-run what would be done", ErrRefused)
	}
	return i.packaged()
}

// packaged refuses where a package has the service's files.
func (i Installer) packaged() error {
	name, how := i.Machine.packageOf()
	if how == "" {
		return nil
	}
	return fmt.Errorf("%w: the package %s has installed the service: %s; its policy is set in a drop-in file, see rt-helper(8)", ErrRefused, name, how)
}
