package service

import (
	"fmt"
	"math"
	"testing"

	"github.com/rt-helper/rt-helper/client"
)

// TestWrongParameter: the one that is named is the one that is wrong.
func TestWrongParameter(t *testing.T) {
	for want, in := range map[string]watchIn{
		"":            {Until: []string{"!running"}, TimeoutMS: 3, SettleMS: 2, LatenessMS: 1},
		"until":       {Until: []string{"asleep"}},
		"timeout_ms":  {TimeoutMS: -3},
		"settle_ms":   {SettleMS: math.MaxInt64},
		"lateness_ms": {LatenessMS: math.MinInt64},
	} {
		if got := in.wrong(); got != want {
			t.Errorf("%+v: %q", in, got)
		}
	}
}

// TestText: the sentinel is said by the client, and not half of it.
func TestText(t *testing.T) {
	for want, err := range map[string]error{
		"it is a file":                   fmt.Errorf("%w: it is a file", client.ErrNotATerminal),
		"not a terminal of its own: why": fmt.Errorf("%w of its own: why", client.ErrNotATerminal),
		"not a terminal":                 client.ErrNotATerminal,
	} {
		if got := text(err, client.ErrNotATerminal); got != want {
			t.Errorf("%q", got)
		}
	}
}
