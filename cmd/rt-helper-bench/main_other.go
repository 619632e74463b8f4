//go:build !linux

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "rt-helper-bench: it measures the service, which runs on Linux only")
	os.Exit(2)
}
