package service

import (
	"errors"
	"os"
	"path/filepath"
)

// writeMetrics replaces the counters' file.
func writeMetrics(to Config, c Counts) {
	if to.Metrics == "" {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(to.Metrics), ".metrics-")
	if err != nil {
		return
	}
	_, err = c.WriteTo(f)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), to.Metrics)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		to.Log.Warn("counters", "file", to.Metrics, "err", err)
	}
}
