//go:build !linux && !darwin

package client

const systemSocket = "/var/run/rt-helper.sock"

func privileged() bool { return false }
