package helper

import (
	"log/slog"

	"github.com/rt-helper/rt-helper/kdebug"
)

// The exported names are those of Linux.
type (
	// Cache is what questions share: the kernel's trace, if somebody watches.
	Cache = tracedCache
	// Question is one question.
	Question = tracedQuestion
	// Hub follows terminals for watches.
	Hub = tracedHub
)

// NewCache returns a Cache without a trace. Close it: a process that ends with
// a trace leaves the machine tracing.
func NewCache() (*Cache, error) { return newTracedCache(newTracer()), nil }

// NewTraced is NewCache for a service: with the trace, to clean up after an
// earlier process, to pause it and to tell of it.
func NewTraced(log *slog.Logger) (*Cache, *kdebug.Tracer) {
	t := kdebug.New(thisKernel(), kdebug.Options{Log: log})
	return newTracedCache(t), t
}

// NewHub returns a hub. guard runs each look; if a look does not come back it
// calls instead. nil: looks are just run.
func NewHub(c *Cache, guard func(instead, look func())) (*Hub, error) {
	return newTracedHub(c, guard), nil
}

// Checkup looks at what answers depend on.
func Checkup() []Check { return tracedCheckup(thisKernel()) }

func thisKernel() kdebug.Kernel { return kdebug.Darwin{} }
