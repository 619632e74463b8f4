package varlink_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/varlink/go/varlink/idl"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

func terminal(t *testing.T) *idl.IDL {
	t.Helper()
	d, err := idl.New(varlink.TerminalDescription())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// signature writes a type in one line, as in "(a: int, b: ?[]string)".
func signature(t *idl.Type) string {
	switch t.Kind {
	case idl.TypeBool:
		return "bool"
	case idl.TypeInt:
		return "int"
	case idl.TypeString:
		return "string"
	case idl.TypeArray:
		return "[]" + signature(t.ElementType)
	case idl.TypeMaybe:
		return "?" + signature(t.ElementType)
	case idl.TypeAlias:
		return t.Alias
	case idl.TypeStruct:
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Name+": "+signature(f.Type))
		}
		return "(" + strings.Join(fields, ", ") + ")"
	}
	return "?!"
}

func TestTerminalMethods(t *testing.T) {
	d := terminal(t)
	if d.Name != varlink.TerminalInterface {
		t.Errorf("name %s", d.Name)
	}
	want := map[string]string{
		"Query": "(descriptor: ?int, path: ?string, after: ?string, explain: ?bool) -> (answer: Answer, evidence: ?[]string)",
		"List":  "() -> (answers: []Answer)",
		"Watch": "(descriptor: ?int, path: ?string, all: ?bool, until: ?[]string, after: ?string, timeout_ms: ?int, settle_ms: ?int, lateness_ms: ?int)" +
			" -> (answer: Answer, ended: ?string)",
	}
	for _, m := range d.Methods {
		if got := signature(m.In) + " -> " + signature(m.Out); got != want[m.Name] || m.Doc == "" {
			t.Errorf("%s%s, documented as %q", m.Name, got, m.Doc)
		}
		delete(want, m.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestTerminalErrors(t *testing.T) {
	want := []string{varlink.NotATerminal, varlink.NotOwner, varlink.Gone, varlink.UseDescriptor, varlink.Busy, varlink.TooManyDescriptors,
		varlink.MessageTooBig, varlink.InvalidMessage, varlink.InternalError}
	var got []string
	d := terminal(t)
	for _, e := range d.Errors {
		if s := signature(e.Type); s != "(message: string)" || e.Doc == "" {
			t.Errorf("error %s %s, documented as %q", e.Name, s, e.Doc)
		}
		got = append(got, d.Name+"."+e.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("errors %q, want %q", got, want)
	}
}

// The types of the interface are those of the client package, field by field.
func TestTerminalTypesAreTheClients(t *testing.T) {
	types := map[string]reflect.Type{
		"Answer": reflect.TypeFor[client.Answer](),
		"Reader": reflect.TypeFor[client.Reader](),
		"Device": reflect.TypeFor[client.Device](),
	}
	for _, a := range terminal(t).Aliases {
		goType, ok := types[a.Name]
		if !ok {
			t.Errorf("type %s is not in package client", a.Name)
			continue
		}
		if got, want := signature(a.Type), goSignature(goType); got != want {
			t.Errorf("%s is %s in the interface and %s in package client", a.Name, got, want)
		}
		delete(types, a.Name)
	}
	if len(types) > 0 {
		t.Errorf("not in the interface: %v", types)
	}
}

// goSignature is what signature returns for the JSON form of a Go struct.
func goSignature(s reflect.Type) string {
	var fields []string
	for i := range s.NumField() {
		f := s.Field(i)
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		optional := ""
		if option == "omitempty" || option == "omitzero" {
			optional = "?"
		}
		fields = append(fields, name+": "+optional+goName(f.Type))
	}
	return "(" + strings.Join(fields, ", ") + ")"
}

func goName(f reflect.Type) string {
	switch f.Kind() {
	case reflect.Pointer:
		return goName(f.Elem())
	case reflect.Slice:
		return "[]" + goName(f.Elem())
	case reflect.Struct:
		return f.Name()
	}
	return f.Kind().String()
}

// The words of a state are part of the interface, as strings.
func TestTerminalNamesStates(t *testing.T) {
	for _, s := range []client.State{client.Waiting, client.Running, client.Stopped, client.NoForeground, client.Unknown} {
		if !strings.Contains(varlink.TerminalDescription(), `# "`+string(s)+`": `) {
			t.Errorf("state %s is not described", s)
		}
	}
}

func TestTerminalFieldsHaveComments(t *testing.T) {
	field := regexp.MustCompile(`^  [a-z_]+: `)
	lines := strings.Split(varlink.TerminalDescription(), "\n")
	n := 0
	for i, line := range lines {
		if field.MatchString(line) && !strings.HasPrefix(line, "  answer: Answer") {
			if n++; !strings.HasPrefix(lines[i-1], "  # ") {
				t.Errorf("no comment above %q", line)
			}
		}
	}
	if n < 30 {
		t.Errorf("%d fields seen", n)
	}
}
