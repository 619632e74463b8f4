package runner_test

import (
	"testing"

	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/runner"
)

// asker looks from within this process.
func asker(*testing.T) runner.Asker { return helper.Local{} }
