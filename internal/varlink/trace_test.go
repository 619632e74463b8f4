package varlink_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/varlink/go/varlink/idl"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

// TestTraceDescription: the text can be parsed, and says what the client knows.
func TestTraceDescription(t *testing.T) {
	d, err := idl.New(varlink.TraceDescription())
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != varlink.TraceInterface {
		t.Errorf("name %s", d.Name)
	}
	want := map[string]string{"Status": "() -> (trace: Trace)", "Pause": "() -> ()", "Resume": "() -> ()"}
	for _, m := range d.Methods {
		if got := signature(m.In) + " -> " + signature(m.Out); got != want[m.Name] || m.Doc == "" {
			t.Errorf("%s%s, documented as %q", m.Name, got, m.Doc)
		}
		delete(want, m.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
	if len(d.Aliases) != 1 {
		t.Fatalf("%d types", len(d.Aliases))
	}
	if got, want := signature(d.Aliases[0].Type), goSignature(reflect.TypeFor[client.Trace]()); got != want {
		t.Errorf("Trace is %s in the interface and %s in package client", got, want)
	}
	var errs []string
	for _, e := range d.Errors {
		errs = append(errs, d.Name+"."+e.Name)
		if signature(e.Type) != "(message: string)" || e.Doc == "" {
			t.Errorf("error %s %s", e.Name, signature(e.Type))
		}
	}
	if !slices.Equal(errs, []string{varlink.NotPermitted, varlink.Failed}) {
		t.Errorf("errors %q", errs)
	}
}
