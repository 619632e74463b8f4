package runner_test

import (
	"context"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/runner"
)

// asker is the service: a look takes root here.
func asker(t *testing.T) runner.Asker {
	t.Helper()
	c := client.New()
	if _, err := c.Info(context.Background()); err != nil {
		t.Skipf("the service is needed: %v", err)
	}
	return c
}
