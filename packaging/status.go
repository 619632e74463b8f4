package packaging

import "strings"

// Unit is a part of the service as the platform sees it.
type Unit struct {
	Kind  string // socket or service
	State string // such as "enabled, active"
}

// Units returns what the platform says of the service's parts; nothing where
// it knows of none.
func (m Machine) Units() []Unit {
	switch {
	case m.Platform == platformSystemd:
		return []Unit{
			{"socket", m.ask("is-enabled", "rt-helper.socket") + ", " + m.ask("is-active", "rt-helper.socket")},
			{"service", m.ask("is-active", "rt-helper.service")},
		}
	case m.Platform == platformLaunchd && m.loaded():
		return []Unit{{"service", "loaded"}}
	case m.Platform == platformLaunchd:
		return []Unit{{"service", "not loaded"}}
	}
	return nil
}

// ask returns systemctl's one word, which it prints with any exit status.
func (m Machine) ask(verb, unit string) string {
	out, _ := m.Run("", "systemctl", verb, unit)
	if word, _, _ := strings.Cut(strings.TrimSpace(out), "\n"); word != "" && !strings.Contains(word, " ") {
		return word
	}
	return "not known"
}

// InstalledBy says what put the service on the machine.
func (m Machine) InstalledBy() string {
	if name, how := m.packageOf(); how != "" {
		return "by the package " + name
	}
	if m.exists(dropInFile) || m.exists(launchdFile) {
		return "by rt-helper install"
	}
	return "no"
}
