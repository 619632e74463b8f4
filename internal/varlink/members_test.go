package varlink

import (
	"encoding/json"
	"reflect"
	"testing"
)

type sample struct {
	Int    *int     `json:"int"`
	String string   `json:"string,omitempty"`
	Strs   []string `json:"strs"`
	Bool   bool     `json:"bool"`
}

func TestDecodeMembers(t *testing.T) {
	two := 2
	for _, tc := range []struct {
		in      string
		want    sample
		unknown []string
		bad     string
	}{
		{`{}`, sample{}, nil, ""},
		{`{"int":2,"string":"s","strs":["a","b"],"bool":true}`, sample{&two, "s", []string{"a", "b"}, true}, nil, ""},
		{`{"int":null,"string":null,"strs":null,"bool":null}`, sample{}, nil, ""},
		{`{"zz":1,"Int":2,"aa":{}}`, sample{}, []string{"Int", "aa", "zz"}, ""},
		{`{"bool":false,"bool":true}`, sample{Bool: true}, nil, ""},
		{`{"int":1.5}`, sample{}, nil, "int"},
		{`{"int":99999999999999999999}`, sample{}, nil, "int"},
		{`{"strs":["a",1],"bool":true}`, sample{Bool: true}, nil, "strs"},
		{`{"string":1,"bool":1}`, sample{}, nil, "string"},
	} {
		var got sample
		unknown, fail := decodeMembers([]byte(tc.in), &got)
		bad := ""
		if fail != nil {
			bad = parameter(t, fail)
			got.Int, got.Strs = nil, nil // encoding/json leaves what it had done so far
		}
		if !reflect.DeepEqual(got, tc.want) || !reflect.DeepEqual(unknown, tc.unknown) || bad != tc.bad {
			t.Errorf("%s: %+v, unknown %q, bad %q; want %+v, %q, %q", tc.in, got, unknown, bad, tc.want, tc.unknown, tc.bad)
		}
	}
}

func TestCallDecode(t *testing.T) {
	for in, bad := range map[string]string{
		``: "", `{}`: "", `{"int":1}`: "", `{"itn":1}`: "itn", `{"int":"1"}`: "int", `{"b":1,"a":1}`: "a",
	} {
		call := Call{Request: Request{Parameters: json.RawMessage(in)}}
		if in == "" {
			call.Parameters = nil
		}
		fail := call.Decode(&sample{})
		if (fail == nil) != (bad == "") || fail != nil && parameter(t, fail) != bad {
			t.Errorf("Decode(%s): %v, want %q", in, fail, bad)
		}
	}
}
