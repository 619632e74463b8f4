package systemdtest

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// crowd is so many users who each ask and keep their connection.
func crowd(args []string) {
	n, err := strconv.Atoi(args[0])
	fatal(err)
	count := map[string]int{}
	for i := range n {
		uid := uint32(30000 + i)
		cmd := exec.Command("/rt/actor")
		cmd.Env = append(os.Environ(), roleVariable+"=hold")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		cmd.Stdin = os.Stdin
		out, err := cmd.StdoutPipe()
		fatal(err)
		fatal(cmd.Start())
		line, _ := bufio.NewReader(out).ReadString('\n')
		count[strings.TrimSpace(line)]++
	}
	fmt.Println(count)
	untilTold()
}
