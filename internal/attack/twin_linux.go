package attack

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/rt-helper/rt-helper/internal/pty"
)

// twin makes a terminal of a given number in a devpts of its own, runs another
// program there, as the leader of its session, and tells "twin" and the
// program's process.
func twin(dir string, args []string) error {
	number, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	p, err := twinTerminal(number)
	if err != nil {
		return err
	}
	status, err1 := inherited(statusFD)
	life, err2 := inherited(lifeFD)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	cmd := again(stageInside, append([]string{dir}, args[1:]...)...)
	cmd.ExtraFiles = []*os.File{status, life}
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if err := p.Start(cmd); err != nil {
		return err
	}
	tell("twin %d", cmd.Process.Pid)
	return cmd.Wait()
}

// twinTerminal opens terminals of a new devpts until one has the number.
func twinTerminal(number int) (*pty.Pty, error) {
	dir, err := os.MkdirTemp(os.Getenv(dirVariable), "devpts")
	if err != nil {
		return nil, err
	}
	if err := unix.Mount("devpts", dir, "devpts", 0, "newinstance,ptmxmode=0666,mode=0600"); err != nil {
		return nil, fmt.Errorf("mount a devpts: %w", err)
	}
	var others []*pty.Pty
	defer func() {
		for _, p := range others {
			_ = p.Close()
		}
	}()
	for {
		p, err := pty.OpenAt(filepath.Join(dir, "ptmx"))
		if err != nil {
			return nil, err
		}
		if filepath.Base(p.Path()) == strconv.Itoa(number) {
			return p, nil
		}
		others = append(others, p)
	}
}
