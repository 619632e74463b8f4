package packaging

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestNoTemplateMarks: kardianos/service takes the texts as templates, and must
// find nothing to fill in.
func TestNoTemplateMarks(t *testing.T) {
	for name, text := range map[string]string{
		"socket": SocketUnit(), "peers": PeersUnit(), "service": ServiceUnit(), "user": SystemUser(),
		"property list": LaunchDaemon("session"), "rotation": logRotation,
	} {
		if text == "" || strings.Contains(text, "{{") || strings.Contains(text, "}}") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// directive returns the values of a directive.
func directive(unit, name string) []string {
	var list []string
	for line := range strings.Lines(unit) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			list = append(list, v)
		}
	}
	return list
}

// TestDirectives pins what the service's safety rests on.
func TestDirectives(t *testing.T) {
	const two = "CAP_SYS_PTRACE CAP_DAC_READ_SEARCH"
	for name, want := range map[string]string{
		"CapabilityBoundingSet": two, "AmbientCapabilities": two, "User": "rt-helper",
		"NoNewPrivileges": "yes", "KillMode": "process", "TimeoutStopSec": "2s",
		"OOMPolicy": "continue", "StartLimitIntervalSec": "0", "IPAddressDeny": "any",
		"NoExecPaths": "/", "ExecPaths": "/usr/libexec/rt-helper", "ProtectSystem": "strict",
		"PrivateNetwork": "yes", "RestrictAddressFamilies": "AF_UNIX", "Wants": "rt-helper-peers.socket",
	} {
		if got := directive(ServiceUnit(), name); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := directive(SocketUnit(), "ListenStream"); !slices.Equal(got, []string{"/run/rt-helper/helper.sock"}) {
		t.Errorf("ListenStream: %q", got)
	}
	for name, want := range map[string]string{"ListenNetlink": "inet-diag", "Service": "rt-helper.service", "PartOf": "rt-helper.socket"} {
		if got := directive(PeersUnit(), name); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDropIn(t *testing.T) {
	text := dropIn("/p/rt-helper", "session")
	if got := directive(text, "ExecStart"); !slices.Equal(got, []string{"", "/p/rt-helper serve --policy session"}) {
		t.Errorf("ExecStart: %q", got)
	}
	if got := directive(text, "ExecPaths"); !slices.Equal(got, []string{"", "/p/rt-helper"}) {
		t.Errorf("ExecPaths: %q", got)
	}
	if got := directive(dropIn("/p/rt-helper", "own"), "ExecStart"); got[1] != "/p/rt-helper serve" {
		t.Errorf("ExecStart: %q", got)
	}
}

// element is a part of a property list.
type element struct {
	XMLName  xml.Name
	Text     string    `xml:",chardata"`
	Elements []element `xml:",any"`
}

// arguments reads ProgramArguments out of a property list.
func arguments(t *testing.T, text string) (args []string) {
	t.Helper()
	var list struct {
		Dict element `xml:"dict"`
	}
	d := xml.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	parts := list.Dict.Elements
	if len(parts)%2 != 0 {
		t.Fatalf("%d elements: keys and values do not pair", len(parts))
	}
	for i := 0; i < len(parts); i += 2 {
		if parts[i].XMLName.Local != "key" {
			t.Fatalf("element %d is %q, want a key", i, parts[i].XMLName.Local)
		}
		if parts[i].Text == "ProgramArguments" {
			for _, e := range parts[i+1].Elements {
				args = append(args, e.Text)
			}
		}
	}
	return args
}

func TestPropertyList(t *testing.T) {
	program := launchdDir + "/rt-helper"
	for policy, want := range map[string][]string{
		"own":     {program, "serve"},
		"session": {program, "serve", "--policy", "session"},
	} {
		if got := arguments(t, LaunchDaemon(policy)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", policy, got, want)
		}
	}
	if !strings.Contains(LaunchDaemon("own"), "<string>"+label+"</string>") {
		t.Error("the label is not the file's name")
	}
}
