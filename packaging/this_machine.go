//go:build unix

package packaging

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/kardianos/service"
)

// ThisMachine is the machine that the program runs on.
func ThisMachine() Machine {
	return Machine{
		Platform: service.Platform(),
		UID:      os.Geteuid(),
		Run:      runCommand,
		Register: func(text, program string) error {
			return withService(text, program, service.Service.Install)
		},
		Unregister: func() error {
			return withService("", "", service.Service.Uninstall)
		},
		Owner: owner,
	}
}

// withService does something with the service that has the text as its unit or
// property list. Neither holds the marks of a template, so it is written as it is.
func withService(text, program string, f func(service.Service) error) error {
	name := "rt-helper"
	if service.Platform() == platformLaunchd {
		name = label
	}
	s, err := service.New(nothing{}, &service.Config{
		Name: name, Executable: program,
		Option: service.KeyValue{"SystemdScript": text, "LaunchdConfig": text},
	})
	if err != nil {
		return err
	}
	return f(s)
}

// nothing is never run: the service's program does not come from here.
type nothing struct{}

func (nothing) Start(service.Service) error { return errors.ErrUnsupported }
func (nothing) Stop(service.Service) error  { return errors.ErrUnsupported }

func owner(path string) (uint32, fs.FileMode, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return 0, 0, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, fmt.Errorf("%s: its owner is not known", path)
	}
	return st.Uid, info.Mode(), nil
}
