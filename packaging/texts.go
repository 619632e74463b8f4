package packaging

import (
	_ "embed" // for the texts
	"fmt"
	"strings"
)

//go:embed systemd/rt-helper.socket
var socketUnit string

//go:embed systemd/rt-helper-peers.socket
var peersUnit string

//go:embed systemd/rt-helper.service
var serviceUnit string

//go:embed sysusers/rt-helper.conf
var systemUser string

//go:embed launchd/io.rthelper.rt-helper.plist
var launchDaemon string

//go:embed launchd/newsyslog.conf
var logRotation string

// SocketUnit is the text of rt-helper.socket.
func SocketUnit() string { return socketUnit }

// PeersUnit is the text of rt-helper-peers.socket.
func PeersUnit() string { return peersUnit }

// ServiceUnit is the text of rt-helper.service.
func ServiceUnit() string { return serviceUnit }

// SystemUser is the service's user in the words of sysusers.d(5).
func SystemUser() string { return systemUser }

// LaunchDaemon is the property list of launchd.plist(5) for a service with a
// policy.
func LaunchDaemon(policy string) string {
	if policy == defaultPolicy {
		return launchDaemon
	}
	const serve = "\t\t<string>serve</string>\n"
	return strings.Replace(launchDaemon, serve, serve+"\t\t<string>--policy</string>\n\t\t<string>"+policy+"</string>\n", 1)
}

const defaultPolicy = "own"

// dropIn changes the packaged unit to the program and policy of an
// installation without a package.
func dropIn(program, policy string) string {
	flags := ""
	if policy != defaultPolicy {
		flags = " --policy " + policy
	}
	return fmt.Sprintf(`# Written by rt-helper install, removed by rt-helper uninstall.
[Service]
ExecStart=
ExecStart=%[1]s serve%[2]s
ExecPaths=
NoExecPaths=/
ExecPaths=%[1]s
`, program, flags)
}
