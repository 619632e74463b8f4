// Package version tells which build of the programs this is.
package version

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is set by the release build:
// -ldflags "-X github.com/rt-helper/rt-helper/internal/version.release=1.2.3".
var release string

// Text is the release, or else which commit a development build was made from.
func Text() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return development(info.Settings)
}

func development(settings []debug.BuildSetting) string {
	for _, s := range settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "development, commit " + s.Value[:12]
		}
	}
	return "development"
}

// Line is what a program's version command prints.
func Line(program string) string {
	return fmt.Sprintf("%s %s (%s, %s/%s)\n", program, Text(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
