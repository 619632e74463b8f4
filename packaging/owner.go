package packaging

import "strings"

// packagedUnits are where packages put the service's unit.
var packagedUnits = [...]string{
	"/usr/lib/systemd/system/rt-helper.service",
	"/lib/systemd/system/rt-helper.service",
}

// packageOf names the package that the service's unit belongs to, if one does,
// and says how to remove or upgrade it; how is "" if none does.
func (m Machine) packageOf() (name, how string) {
	for _, unit := range packagedUnits {
		if !m.exists(unit) {
			continue
		}
		if out, err := m.Run("", "dpkg-query", "-S", unit); err == nil {
			return parseOwner(out), "use apt"
		}
		if out, err := m.Run("", "rpm", "-qf", "--qf", "%{NAME}: ", unit); err == nil {
			return parseOwner(out), "use dnf, zypper or rpm"
		}
		return "that owns " + unit, "use its package manager, or remove that file if there is none"
	}
	return "", ""
}

// parseOwner takes the package's name from "rt-helper: /path".
func parseOwner(out string) string {
	name, _, _ := strings.Cut(out, ":")
	return strings.TrimSpace(name)
}
