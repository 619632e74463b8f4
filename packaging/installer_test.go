package packaging

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

var installed = map[string][]string{
	platformSystemd: {
		"/etc/systemd/system/rt-helper-peers.socket -rw-r--r--",
		"/etc/systemd/system/rt-helper.service -rw-r--r--",
		"/etc/systemd/system/rt-helper.service.d/10-rt-helper-install.conf -rw-r--r--",
		"/etc/systemd/system/rt-helper.socket -rw-r--r--",
		"/usr/local/bin/rt-helper Lrwxrwxrwx",
		"/usr/local/lib/rt-helper/rt-helper -rwxr-xr-x",
		"/usr/local/lib/rt-helper/rt-helper-install -rwxr-xr-x",
	},
	platformLaunchd: {
		"/Library/LaunchDaemons/io.rthelper.rt-helper.plist -rw-r--r--",
		"/Library/PrivilegedHelperTools/rt-helper -rwxr-xr-x",
		"/etc/newsyslog.d/rt-helper.conf -rw-r--r--",
	},
}

func TestInstallAndUninstall(t *testing.T) {
	for platform, want := range installed {
		t.Run(platform, func(t *testing.T) {
			f := newFake(t, platform)
			i := f.installer()
			check(t, i.Install())
			if got := f.files(); !slices.Equal(got, want) {
				t.Errorf("files:\n got %q\nwant %q", got, want)
			}
			f.out.Reset()
			check(t, i.Install())
			if got := f.out.String(); !strings.Contains(got, "nothing to do") {
				t.Errorf("the second time: %q", got)
			}
			check(t, i.Uninstall())
			if got := f.files(); len(got) > 0 {
				t.Errorf("left behind: %q", got)
			}
			f.out.Reset()
			check(t, i.Uninstall())
			if got := f.out.String(); !strings.Contains(got, "nothing to do") {
				t.Errorf("the second time: %q", got)
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestDryRun: it says what would be done, needs no root, and does nothing.
func TestDryRun(t *testing.T) {
	for platform := range installed {
		f := newFake(t, platform)
		f.Machine.UID = 1000
		i := f.installer()
		i.DryRun = true
		check(t, i.Install())
		for line := range strings.Lines(f.out.String()) {
			if !strings.HasPrefix(line, "would ") {
				t.Errorf("%s: %q", platform, line)
			}
		}
		if f.out.Len() == 0 || len(f.files()) > 0 {
			t.Errorf("%s: said %q, wrote %q", platform, f.out.String(), f.files())
		}
	}
}

// TestUpgrade replaces what has changed, and the service's text too, which the
// platform takes only where there is none.
func TestUpgrade(t *testing.T) {
	for platform, file := range map[string]string{platformSystemd: serviceFile, platformLaunchd: launchdFile} {
		f := newFake(t, platform)
		i := f.installer()
		check(t, i.Install())
		f.write(file, "an older text")
		check(t, os.WriteFile(i.From+"/rt-helper", []byte("a newer program"), 0o755))
		check(t, i.Install())
		if f.Machine.same(file, "an older text") {
			t.Errorf("%s: the old text of the service stays", platform)
		}
		program := localProgram
		if platform == platformLaunchd {
			program = launchdDir + "/rt-helper"
		}
		if !f.Machine.same(program, "a newer program") {
			t.Errorf("%s: the old program stays", platform)
		}
	}
}

func TestPolicyIsInForce(t *testing.T) {
	for platform, where := range map[string][2]string{
		platformSystemd: {dropInFile, "ExecStart=/usr/local/lib/rt-helper/rt-helper serve --policy session\n"},
		platformLaunchd: {launchdFile, "<string>--policy</string>\n\t\t<string>session</string>"},
	} {
		f := newFake(t, platform)
		i := f.installer()
		i.Policy = "session"
		check(t, i.Install())
		b, err := os.ReadFile(f.Machine.path(where[0]))
		if err != nil || !strings.Contains(string(b), where[1]) {
			t.Errorf("%s: %v, %q", platform, err, b)
		}
	}
}

// TestRefusals: each names what to do, and changes nothing.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, platform, remedy string
		scene                  func(*fake)
	}{
		{"another process 1", "unix-systemv", "rt-helper serve", func(*fake) {}},
		{"a plain user", platformSystemd, "sudo", func(f *fake) { f.Machine.UID = 1000 }},
		{"a package", platformSystemd, "use apt", func(f *fake) { f.write(packagedUnits[0], "x") }},
		{"a unit of somebody", platformSystemd, "move it away", func(f *fake) { f.write(serviceFile, "x") }},
		{"a socket of somebody", platformSystemd, "move it away", func(f *fake) { f.write(socketFile, "x") }},
		{"a command of somebody", platformSystemd, "move it away", func(f *fake) { f.write(localLink, "x") }},
		{"a directory of somebody", platformSystemd, "chown it to root", func(f *fake) { f.write("/usr/local/x", ""); f.owners["/usr/local"] = 501 }},
		{"a directory for all", platformSystemd, "chmod go-w", func(f *fake) { f.write("/usr/local/x", ""); f.modes["/usr/local"] = os.ModeDir | 0o775 }},
		{"a directory for all on macOS", platformLaunchd, "chmod go-w", func(f *fake) { f.write("/Library/x", ""); f.modes["/Library"] = os.ModeDir | 0o777 }},
	} {
		f := newFake(t, c.platform)
		c.scene(f)
		before := f.files()
		err := f.installer().Install()
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), c.remedy) {
			t.Errorf("%s: %v, want a refusal that says %q", c.name, err, c.remedy)
		}
		if !slices.Equal(before, f.files()) {
			t.Errorf("%s: files were changed: %q", c.name, f.files())
		}
	}
}

func TestProgramsMustBeThere(t *testing.T) {
	f := newFake(t, platformSystemd)
	i := f.installer()
	check(t, os.Remove(i.From+"/rt-helper"))
	if err := i.Install(); !errors.Is(err, ErrRefused) || len(f.files()) > 0 {
		t.Errorf("%v, files %q", err, f.files())
	}
}

// TestFailureIsTold: the first step that fails ends it, and is named.
func TestFailureIsTold(t *testing.T) {
	f := newFake(t, platformSystemd)
	f.fails["systemctl daemon-reload"] = true
	if err := f.installer().Install(); err == nil || !strings.Contains(err.Error(), "systemctl daemon-reload") {
		t.Errorf("got %v", err)
	}
}

// TestForeignDropInStays: an administrator's own settings are not ours to remove.
func TestForeignDropInStays(t *testing.T) {
	f := newFake(t, platformSystemd)
	i := f.installer()
	check(t, i.Install())
	const theirs = "/etc/systemd/system/rt-helper.service.d/local.conf"
	f.write(theirs, "[Service]\nMemoryMax=1G\n")
	check(t, i.Uninstall())
	if got := f.files(); len(got) != 1 || !f.Machine.exists(theirs) || !strings.Contains(f.out.String(), "is kept") {
		t.Errorf("files %q, said %q", got, f.out.String())
	}
}
