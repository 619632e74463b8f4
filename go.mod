module github.com/rt-helper/rt-helper

go 1.26.0

require (
	github.com/coreos/go-systemd/v22 v22.7.0
	github.com/kardianos/service v1.3.0
	github.com/prometheus/procfs v0.23.0
	github.com/varlink/go v0.4.1-0.20261015173642-c935be0c53f7
	golang.org/x/sys v0.50.0
)
