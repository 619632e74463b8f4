package packaging

import (
	"fmt"
	"path/filepath"
)

// Where an installation without a package lies.
const (
	localDir     = "/usr/local/lib/rt-helper"
	localProgram = localDir + "/rt-helper"
	localLink    = "/usr/local/bin/rt-helper"
	linkTarget   = "../lib/rt-helper/rt-helper"
	socketFile   = "/etc/systemd/system/rt-helper.socket"
	peersFile    = "/etc/systemd/system/rt-helper-peers.socket"
	serviceFile  = "/etc/systemd/system/rt-helper.service"
	dropInFile   = "/etc/systemd/system/rt-helper.service.d/10-rt-helper-install.conf"
	runDir       = "/run/rt-helper"
)

// programs are what is copied to localDir. The installer comes along, so that
// rt-helper uninstall works when the archive is gone.
var programs = [...]string{"rt-helper", "rt-helper-install"}

// systemdInstall plans what is missing.
func (i Installer) systemdInstall() ([]step, error) {
	m := i.Machine
	if err := i.systemdChecks(); err != nil {
		return nil, err
	}
	steps, err := i.copyPrograms(localDir)
	if err != nil {
		return nil, err
	}
	if !m.linked(linkTarget, localLink) {
		steps = append(steps, step{"link " + localLink + " to " + localProgram, func() error { return m.link(linkTarget, localLink) }})
	}
	if _, err := m.Run("", "getent", "passwd", "rt-helper"); err != nil {
		steps = append(steps, i.run(SystemUser(), "systemd-sysusers", "-"))
	}
	steps = append(steps, i.writeText(dropInFile, dropIn(localProgram, i.Policy))...)
	steps = append(steps, i.writeText(socketFile, SocketUnit())...)
	steps = append(steps, i.writeText(peersFile, PeersUnit())...)
	steps = append(steps, i.register(serviceFile, ServiceUnit(), localProgram)...)
	if len(steps) == 0 && m.active() {
		return nil, nil
	}
	return append(steps,
		i.run("", "systemctl", "daemon-reload"),
		i.run("", "systemctl", "enable", "--now", "rt-helper.socket"),
		i.run("", "systemctl", "try-restart", "rt-helper.service"),
	), nil
}

// active reports that systemd listens on the socket, now and after a boot.
func (m Machine) active() bool {
	_, err1 := m.Run("", "systemctl", "is-enabled", "rt-helper.socket")
	_, err2 := m.Run("", "systemctl", "is-active", "rt-helper.socket")
	return err1 == nil && err2 == nil
}

// systemdChecks refuses files of somebody else, and untrusted places.
func (i Installer) systemdChecks() error {
	m := i.Machine
	for _, f := range []string{serviceFile, socketFile, peersFile} {
		if m.exists(f) && !m.exists(dropInFile) {
			return fmt.Errorf("%w: %s was not written by rt-helper install: move it away", ErrRefused, f)
		}
	}
	if m.exists(localLink) && !m.linked(linkTarget, localLink) {
		return fmt.Errorf("%w: %s is something else: move it away", ErrRefused, localLink)
	}
	for _, f := range []string{localProgram, localLink, serviceFile, socketFile, peersFile, dropInFile} {
		if err := m.trusted(f); err != nil {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
	}
	return nil
}

// systemdUninstall plans to remove what is there.
func (i Installer) systemdUninstall() ([]step, error) {
	m := i.Machine
	if m.exists(serviceFile) && !m.exists(dropInFile) {
		return nil, fmt.Errorf("%w: %s was not written by rt-helper install", ErrRefused, serviceFile)
	}
	var steps []step
	if m.exists(socketFile) {
		steps = append(steps, i.run("", "systemctl", "disable", "--now", "rt-helper.socket"))
	}
	if m.exists(serviceFile) {
		steps = append(steps, i.run("", "systemctl", "stop", "rt-helper.service"), i.unregister(serviceFile))
	}
	units := i.removeAll(socketFile, peersFile, dropInFile, filepath.Dir(dropInFile))
	if steps = append(steps, units...); len(steps) > 0 {
		steps = append(steps, i.run("", "systemctl", "daemon-reload"))
	}
	steps = append(steps, i.removeAll(localLink, localDir+"/"+programs[0], localDir+"/"+programs[1], localDir, runDir)...)
	if _, err := m.Run("", "getent", "passwd", "rt-helper"); err == nil {
		steps = append(steps, i.run("", "userdel", "rt-helper"))
	}
	return steps, nil
}
