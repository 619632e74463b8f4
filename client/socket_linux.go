package client

import (
	"bytes"
	"encoding/binary"
	"os"
)

const systemSocket = "/run/rt-helper/helper.sock"

// privileged reports that the kernel set AT_SECURE: the program gained rights
// at exec, and its environment is somebody else's word.
func privileged() bool {
	const atSecure = 23
	b, err := os.ReadFile("/proc/self/auxv")
	if err != nil || os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return true
	}
	word := 8
	if ^uint(0)>>32 == 0 {
		word = 4
	}
	for ; len(b) >= 2*word; b = b[2*word:] {
		key, value := number(b[:word]), number(b[word:2*word])
		if key == atSecure {
			return value != 0
		}
	}
	return false
}

func number(b []byte) uint64 {
	return binary.NativeEndian.Uint64(append(bytes.Clone(b), make([]byte, 8-len(b))...))
}
