package main

import (
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/runner"
)

func local() runner.Asker { return helper.Local{} }
