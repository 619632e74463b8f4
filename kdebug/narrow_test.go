package kdebug

import "testing"

func TestNarrow(t *testing.T) {
	terminal := file{fd: 0, kind: KindTerminal, terminal: true}
	control := file{fd: 4, kind: KindTerminal, control: true}
	socket := file{fd: 3, kind: KindSocket}
	null := file{fd: 5, kind: KindDevice, ready: true}
	tests := []struct {
		name       string
		open       []file
		nd         int32
		bySelect   Verdict
		byPoll     Verdict
		descriptor int // of select, if not No
	}{
		{"nothing", nil, 8, No, No, -1},
		{"terminal", []file{terminal}, 8, Proven, Proven, 0},
		{"terminal and what is always ready", []file{null, terminal}, 8, Proven, Proven, 0},
		{"terminal and socket", []file{terminal, socket}, 8, CannotTell, CannotTell, 0},
		{"socket beyond nd", []file{terminal, socket}, 3, Proven, CannotTell, 0},
		{"terminal beyond nd", []file{socket, {fd: 9, terminal: true}}, 9, No, CannotTell, -1},
		{"terminal just within nd", []file{{fd: 9, terminal: true}}, 10, Proven, Proven, 9},
		{"/dev/tty", []file{control}, 8, Proven, No, 4},
		{"/dev/tty and socket", []file{control, socket}, 8, CannotTell, No, 4},
		{"both names", []file{control, terminal}, 8, Proven, Proven, 0},
		{"no room", []file{terminal}, 0, No, Proven, -1},
		{"negative nd", []file{terminal}, -1, No, Proven, -1},
		{"socket only", []file{socket}, 8, No, No, -1},
	}
	for _, tt := range tests {
		c := selectCandidates(tt.nd, tt.open)
		if got := c.verdict(); got != tt.bySelect {
			t.Errorf("%s: select %q", tt.name, got)
		}
		if tt.bySelect != No && c.descriptor() != tt.descriptor {
			t.Errorf("%s: descriptor %d", tt.name, c.descriptor())
		}
		if got := pollCandidates(tt.open).verdict(); got != tt.byPoll {
			t.Errorf("%s: poll %q", tt.name, got)
		}
	}
}

func TestFileOf(t *testing.T) {
	const tty = majorSlave<<24 | 3
	tests := []struct {
		name string
		v    vnodeInfo
		want file
	}{
		{"terminal", vnodeInfo{kind: vnodeCharacter, device: tty}, file{kind: KindTerminal, terminal: true, device: tty}},
		{"another terminal", vnodeInfo{kind: vnodeCharacter, device: tty + 1}, file{kind: KindTerminal, device: tty + 1}},
		{"/dev/tty", vnodeInfo{kind: vnodeCharacter, device: 0x02000000}, file{kind: KindTerminal, control: true, device: 0x02000000}},
		{"master", vnodeInfo{kind: vnodeCharacter, device: 15<<24 | 3}, file{kind: KindPTY, device: 15<<24 | 3}},
		{"null", vnodeInfo{kind: vnodeCharacter, device: 0x03000002}, file{kind: KindDevice, ready: true, device: 0x03000002}},
		{"zero", vnodeInfo{kind: vnodeCharacter, device: 0x03000003}, file{kind: KindDevice, ready: true, device: 0x03000003}},
		{"random", vnodeInfo{kind: vnodeCharacter, device: 40 << 24, path: "/dev/urandom"}, file{kind: KindDevice, ready: true, device: 40 << 24}},
		{"some device", vnodeInfo{kind: vnodeCharacter, device: 23 << 24, path: "/dev/bpf0"}, file{kind: KindDevice, device: 23 << 24}},
		{"regular file with the number", vnodeInfo{kind: vnodeRegular, device: tty}, file{kind: KindFile, ready: true}},
		{"directory", vnodeInfo{kind: vnodeDirectory}, file{kind: KindFile, ready: true}},
		{"disk", vnodeInfo{kind: vnodeBlock, device: tty}, file{kind: KindFile, ready: true}},
		{"revoked terminal", vnodeInfo{kind: vnodeBad, device: tty}, file{kind: KindFile, ready: true}},
		{"fifo", vnodeInfo{kind: vnodeFIFO}, file{kind: KindPipe}},
		{"socket", vnodeInfo{kind: vnodeSocket}, file{kind: KindSocket}},
		{"something else", vnodeInfo{kind: 0, device: tty}, file{kind: KindOther}},
	}
	for _, tt := range tests {
		tt.want.fd = 6
		if got := fileOf(6, tt.v, tty); got != tt.want {
			t.Errorf("%s: %+v", tt.name, got)
		}
	}
	for kind, want := range map[uint32]string{fdTypeSocket: KindSocket, fdTypePipe: KindPipe, fdTypeKqueue: KindKqueue, 10: KindOther} {
		if got := typeOf(fdEntry{fd: 6, kind: kind}); got != (file{fd: 6, kind: want}) {
			t.Errorf("type %d: %+v", kind, got)
		}
	}
}

func TestListSources(t *testing.T) {
	s := []Source{{FD: 3, Kind: KindSocket}, {FD: 4, Kind: KindPipe}, {FD: 5, Kind: KindPipe}, {FD: 6, Kind: KindPTY}, {FD: 7, Kind: KindPTY}}
	for n, want := range map[int]string{
		1: "3 (socket)",
		4: "3 (socket), 4 (pipe), 5 (pipe), 6 (pty)",
		5: "3 (socket), 4 (pipe), 5 (pipe), 2 more",
	} {
		if got := listSources(s[:n]); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}
