package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is set by the release build: -ldflags "-X main.Version=1.2.3".
var Version = ""

func (p program) version() int {
	fmt.Fprintf(p.out, "rt %s (%s, %s/%s)\n", versionText(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return 0
}

func versionText() string {
	if Version != "" {
		return Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "development, commit " + s.Value[:12]
		}
	}
	return "development"
}
