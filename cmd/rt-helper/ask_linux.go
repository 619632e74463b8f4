package main

import (
	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
	"github.com/rt-helper/rt-helper/helper/service"
)

// ownAsker asks a worker of this process's own.
func ownAsker() asker {
	child := service.NewChild(helper.PolicyOwn, versionText())
	c := client.New(client.Dialer(child.Dial))
	return asker{c, func() {
		_ = c.Close()
		child.Close()
	}}
}

// worker and closer are processes of the service.
func (p program) worker([]string) int { return service.Worker() }

func (p program) closer([]string) int { return service.Closer() }
