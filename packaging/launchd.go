package packaging

import (
	"errors"
	"fmt"
	"time"
)

// Where an installation on macOS lies. /usr/local is no place for it: on many
// Macs it belongs to whoever installed Homebrew.
const (
	label         = "io.rthelper.rt-helper"
	launchdDir    = "/Library/PrivilegedHelperTools"
	launchdFile   = "/Library/LaunchDaemons/" + label + ".plist"
	newsyslogFile = "/etc/newsyslog.d/rt-helper.conf"
	launchdLog    = "/var/log/rt-helper.log"
	launchdSocket = "/var/run/rt-helper.sock"
)

// launchdInstall plans what is missing.
func (i Installer) launchdInstall() ([]step, error) {
	m := i.Machine
	for _, f := range []string{launchdDir + "/rt-helper", launchdFile} {
		if err := m.trusted(f); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRefused, err)
		}
	}
	steps, err := i.copyPrograms(launchdDir, "rt-helper")
	if err != nil {
		return nil, err
	}
	steps = append(steps, i.writeText(newsyslogFile, logRotation)...)
	steps = append(steps, i.register(launchdFile, LaunchDaemon(i.Policy), launchdDir+"/rt-helper")...)
	loaded := m.loaded()
	if len(steps) == 0 && loaded {
		return nil, nil
	}
	if loaded {
		steps = append(i.bootout(), steps...)
	}
	return append(steps, i.run("", "launchctl", "bootstrap", "system", launchdFile)), nil
}

// launchdUninstall plans to remove what is there.
func (i Installer) launchdUninstall() ([]step, error) {
	var steps []step
	if i.Machine.loaded() {
		steps = i.bootout()
	}
	return append(steps, i.removeAll(launchdFile, newsyslogFile, launchdDir+"/rt-helper", launchdSocket, launchdLog)...), nil
}

func (m Machine) loaded() bool {
	_, err := m.Run("", "launchctl", "print", "system/"+label)
	return err == nil
}

// bootout ends the service; launchctl returns before that is done.
func (i Installer) bootout() []step {
	s := i.run("", "launchctl", "bootout", "system/"+label)
	return []step{{s.say, func() error {
		if err := s.do(); err != nil && i.Machine.loaded() {
			return err
		}
		for range 100 {
			if !i.Machine.loaded() {
				return nil
			}
			time.Sleep(100 * time.Millisecond)
		}
		return errors.New("the service did not end")
	}}}
}
