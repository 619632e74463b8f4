package procfs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Where the programs below lie in memory.
const (
	imageAt = 0x08048000
	codeAt  = imageAt + 52 + 32 // behind the two headers
	dataAt  = imageAt + 0x200
)

// image is a 32-bit ELF file of one segment: code, and data for its call.
func image(code, data []byte) []byte {
	var b bytes.Buffer
	put := func(v ...any) {
		for _, x := range v {
			_ = binary.Write(&b, binary.LittleEndian, x)
		}
	}
	b.WriteString("\x7fELF\x01\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	put(uint16(2), uint16(3), uint32(1), uint32(codeAt), uint32(52), uint32(0), uint32(0)) // executable, i386
	put(uint16(52), uint16(32), uint16(1), uint16(0), uint16(0), uint16(0))
	put(uint32(1), uint32(0), uint32(imageAt), uint32(imageAt), uint32(0x400), uint32(0x400), uint32(7), uint32(0x1000))
	b.Write(code)
	b.Write(make([]byte, dataAt-imageAt-b.Len()))
	b.Write(data)
	b.Write(make([]byte, 0x400-b.Len()))
	return b.Bytes()
}

// forEver is code that makes a call with these arguments again and again.
func forEver(nr uint32, args ...uint32) []byte {
	load := []byte{0xbb, 0xb9, 0xba, 0xbe, 0xbf} // mov ebx, ecx, edx, esi, edi
	code := binary.LittleEndian.AppendUint32([]byte{0xb8}, nr)
	for i, a := range args {
		code = binary.LittleEndian.AppendUint32(append(code, load[i]), a)
	}
	code = append(code, 0xcd, 0x80) // int 0x80
	return append(code, 0xeb, byte(-len(code)-2))
}

// TestCompanion: a 32-bit program has other numbers, and structures of other
// sizes.
func TestCompanion(t *testing.T) {
	cases := []struct {
		name string
		code []byte
		data []byte
		want Finding
	}{
		{"read", forEver(3, 0, dataAt, 64), nil, Finding{Call: "read"}},
		{"poll", forEver(168, dataAt, 2, 0xffffffff), slices.Concat(pollfd(-1, 1, 0), pollfd(2, 1, 0)), Finding{Call: "poll", FD: 2}},
		{"poll with an end", forEver(168, dataAt, 1, 60000), pollfd(0, 1, 0), Finding{Call: "poll", Timed: true, Limit: time.Minute}},
		{"select", forEver(142, 2, dataAt, 0, 0, dataAt+64), padded(words(2), words(60, 0)), Finding{Call: "select", FD: 1, Timed: true, Limit: time.Minute}},
		{"first select", forEver(82, dataAt), padded(words(1, dataAt+64, 0, 0, 0), words(1)), Finding{Call: "select"}},
		{"first select with an end", forEver(82, dataAt), padded(words(1, dataAt+64, 0, 0, dataAt+68), words(1, 60, 0)),
			Finding{Call: "select", Timed: true, Limit: time.Minute}},
		{"ppoll, 64-bit time", forEver(414, dataAt, 1, dataAt+64, 0, 8), padded(pollfd(0, 1, 0), longs(60, 0)), Finding{Call: "ppoll", Timed: true, Limit: time.Minute}},
		{"ppoll, 32-bit time", forEver(309, dataAt, 1, dataAt+64, 0, 8), padded(pollfd(0, 1, 0), words(60, 0)), Finding{Call: "ppoll", Timed: true, Limit: time.Minute}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := newScreen(t)
			p := s.start(t, program32(t, image(c.code, c.data)))
			r := proven(t, p, s.term)
			f := r.Findings[r.Best]
			if f.Call != c.want.Call || f.FD != c.want.FD || f.Timed != c.want.Timed || f.Limit != c.want.Limit {
				t.Errorf("got %+v\nwant %+v", f, c.want)
			}
		})
	}
}

// padded puts the second part 64 bytes behind the first.
func padded(first, second []byte) []byte {
	return append(append(first, make([]byte, 64-len(first))...), second...)
}

// program32 writes a program and starts it once, to see whether this kernel
// runs such.
func program32(t *testing.T, b []byte) *exec.Cmd {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program32")
	if err := os.WriteFile(path, b, 0o700); err != nil {
		t.Fatal(err)
	}
	try := exec.Command(path)
	err := try.Start()
	if errors.Is(err, unix.ENOEXEC) {
		t.Skip("a kernel with CONFIG_IA32_EMULATION required")
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = try.Process.Kill()
	_ = try.Wait()
	return exec.Command(path)
}
