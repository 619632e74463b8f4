package service

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
)

func TestQuiet(t *testing.T) {
	var b bytes.Buffer
	q := newQuiet(slog.NewTextHandler(&b, nil))
	at := time.Unix(1000, 0)
	record := func(message string, key int, later time.Duration) {
		r := slog.NewRecord(at.Add(later), slog.LevelWarn, message, 0)
		r.AddAttrs(slog.Int("key", key))
		if err := q.WithAttrs(nil).Handle(context.Background(), r); err != nil {
			t.Error(err)
		}
	}
	record("stuck", 1, 0)
	record("stuck", 1, quietTime-1)
	record("stuck", 1, quietTime-1)
	record("stuck", 2, 1)
	record("killed", 1, 1)
	record("stuck", 1, quietTime)
	record("stuck", 1, 2*quietTime)
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	for i, want := range []string{"msg=stuck key=1", "msg=stuck key=2", "msg=killed key=1", "msg=stuck key=1 more=2", "msg=stuck key=1"} {
		if i >= len(lines) || !strings.HasSuffix(lines[i], want) {
			t.Fatalf("line %d, want %s:\n%s", i, want, b.String())
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d lines", len(lines))
	}
}

// TestQuietBounded: many kinds do not fill the memory.
func TestQuietBounded(t *testing.T) {
	k := kinds{seen: map[string]kind{}}
	for i := range 3 * maxKinds {
		k.note(fmt.Sprint(i), time.Unix(0, 0))
	}
	if len(k.seen) > maxKinds {
		t.Errorf("%d kinds are kept", len(k.seen))
	}
}
