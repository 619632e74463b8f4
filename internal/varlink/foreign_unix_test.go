//go:build unix

package varlink_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	foreign "github.com/varlink/go/varlink"
	"github.com/varlink/go/varlink/idl"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

// service offers the Terminal interface with answers of its own.
func service() *varlink.Service {
	query := func(_ context.Context, call *varlink.Call) (any, *varlink.Error) {
		var p struct {
			Descriptor *int    `json:"descriptor"`
			Path       *string `json:"path"`
		}
		switch fail := call.Decode(&p); {
		case fail != nil:
			return nil, fail
		case p.Path != nil:
			return nil, varlink.NewError(varlink.UseDescriptor, "no path")
		case call.Descriptor < 0:
			return nil, varlink.NewError(varlink.NotATerminal, "nothing sent")
		}
		return map[string]any{"answer": map[string]string{"state": "running"}}, nil
	}
	watch := func(_ context.Context, call *varlink.Call) (any, *varlink.Error) {
		for _, state := range []string{"running", "waiting"} {
			if err := call.Continue(map[string]any{"answer": map[string]string{"state": state}}); err != nil {
				return nil, varlink.NewError(varlink.InternalError, err.Error())
			}
		}
		return map[string]any{"answer": map[string]string{"state": "stopped"}, "ended": "until"}, nil
	}
	return &varlink.Service{
		Info: varlink.Info{Vendor: "v", Product: "p", Version: "1.2", URL: "u", Policy: "own"},
		Interfaces: []varlink.Interface{{
			Name: varlink.TerminalInterface, Description: varlink.TerminalDescription(),
			Methods: map[string]varlink.Handler{"Query": query, "Watch": watch, "List": nil},
		}},
		Discard: varlink.CloseDescriptor,
	}
}

// dial serves on a real socket and connects varlink/go's client to it.
func dial(t *testing.T) (context.Context, *foreign.Connection) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() {
		sock, err := l.AcceptUnix()
		if err != nil {
			served <- err
			return
		}
		c, err := varlink.NewConn(sock)
		if err == nil {
			err = service().Serve(context.Background(), c)
			_ = c.Close()
		}
		served <- err
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	c, err := foreign.NewConnection(ctx, "unix:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
		_ = l.Close()
		cancel()
	})
	return ctx, c
}

func TestForeignInfo(t *testing.T) {
	ctx, c := dial(t)
	var vendor, product, version, url string
	var interfaces []string
	if err := c.GetInfo(ctx, &vendor, &product, &version, &url, &interfaces); err != nil {
		t.Fatal(err)
	}
	got := []string{vendor, product, version, url}
	if want := []string{"v", "p", "1.2", "u"}; !reflect.DeepEqual(got, want) {
		t.Errorf("info %q, want %q", got, want)
	}
	if want := []string{"org.varlink.service", varlink.TerminalInterface}; !reflect.DeepEqual(interfaces, want) {
		t.Errorf("interfaces %q, want %q", interfaces, want)
	}
	var all map[string]any
	if err := c.Call(ctx, "org.varlink.service.GetInfo", nil, &all); err != nil || all["policy"] != "own" {
		t.Errorf("policy %v, %v", all["policy"], err)
	}
}

func TestForeignDescriptions(t *testing.T) {
	ctx, c := dial(t)
	for name, methods := range map[string]int{"org.varlink.service": 2, varlink.TerminalInterface: 3} {
		text, err := c.GetInterfaceDescription(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := idl.New(text)
		if err != nil || d.Name != name || len(d.Methods) != methods {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
	_, err := c.GetInterfaceDescription(ctx, "no.such")
	if e := new(foreign.InterfaceNotFound); !errors.As(err, &e) || e.Interface != "no.such" {
		t.Errorf("got %#v", err)
	}
}

func TestForeignCall(t *testing.T) {
	ctx, c := dial(t)
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out struct{ Answer struct{ State string } }
	in := map[string]int{"descriptor": 0}
	fds, err := c.CallWithFDs(ctx, varlink.TerminalInterface+".Query", in, &out, []*os.File{f})
	if err != nil || fds != nil || out.Answer.State != "running" {
		t.Errorf("%+v, %v, %v", out, fds, err)
	}
}

func TestForeignMore(t *testing.T) {
	ctx, c := dial(t)
	receive, err := c.Send(ctx, varlink.TerminalInterface+".Watch", map[string]any{}, foreign.More)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"running", "waiting", "stopped"} {
		var out struct {
			Answer struct{ State string }
			Ended  string
		}
		flags, err := receive(ctx, &out)
		if err != nil || out.Answer.State != want || (flags&foreign.Continues != 0) != (i < 2) || (out.Ended == "until") != (i == 2) {
			t.Errorf("reply %d: %+v, flags %d, %v", i, out, flags, err)
		}
	}
}

func TestForeignErrors(t *testing.T) {
	ctx, c := dial(t)
	for _, tc := range []struct {
		method string
		in     any
		want   error
	}{
		{"no.such.Method", nil, &foreign.InterfaceNotFound{Interface: "no.such"}},
		{varlink.TerminalInterface + ".Nothing", nil, &foreign.MethodNotFound{Method: varlink.TerminalInterface + ".Nothing"}},
		{varlink.TerminalInterface + ".List", nil, &foreign.MethodNotImplemented{Method: varlink.TerminalInterface + ".List"}},
		{varlink.TerminalInterface + ".Query", map[string]string{"descriptor": "0"}, &foreign.InvalidParameter{Parameter: "descriptor"}},
	} {
		if err := c.Call(ctx, tc.method, tc.in, nil); !reflect.DeepEqual(err, tc.want) {
			t.Errorf("%s: %#v, want %#v", tc.method, err, tc.want)
		}
	}
	err := c.Call(ctx, varlink.TerminalInterface+".Query", map[string]string{"path": "/dev/pts/0"}, nil)
	var e *foreign.Error
	if !errors.As(err, &e) || e.Name != varlink.UseDescriptor {
		t.Fatalf("got %#v", err)
	}
	if raw, ok := e.Parameters.(*json.RawMessage); !ok || string(*raw) != `{"message":"no path"}` {
		t.Errorf("parameters %v", e.Parameters)
	}
}
