package kdebug_test

import (
	"context"
	"fmt"

	"github.com/rt-helper/rt-helper/kdebug"
	"github.com/rt-helper/rt-helper/kdebug/fakekernel"
)

// A watch begins, then a program starts on a terminal and reads from it.
func Example() {
	m := fakekernel.New(fakekernel.Config{}) // on a Mac: kdebug.Darwin{}
	tracer := kdebug.New(m.Kernel(50, "rt-helper", 0), kdebug.Options{})
	defer tracer.Close()
	release, err := tracer.Watch(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer release()

	tty := m.TTY(3)
	shell := m.Process(fakekernel.Spec{PID: 90, Name: "zsh", TTY: tty})
	shell.Open(0, tty.Slave())
	cat, thread := shell.Fork(shell.NewThread(), 100, "cat")
	cat.SetGroup(100)
	tty.SetForeground(100)
	thread.Call(cat.Read(0))

	facts, err := tracer.Look(context.Background(), kdebug.Query{Terminal: tty.Device()})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range facts.Processes {
		for _, th := range p.Threads {
			fmt.Printf("%s is %s: %s\n", p.Program, th.Verdict, th.Detail)
		}
	}
	// Output: cat is proven: it waits in read on descriptor 0, the terminal
}
