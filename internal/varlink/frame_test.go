package varlink

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestMessageEnd(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want int
	}{
		{"", 0}, {"\x00", 1}, {"{}", 2}, {"{}\x00", 3}, {"{}\x00{}\x00", 3}, {"\x00\x00", 1},
	} {
		if got := messageEnd([]byte(tc.in)); got != tc.want {
			t.Errorf("messageEnd(%q) = %d, want %d", tc.in, got, tc.want)
		}
	}
}

func TestParseRequest(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want Request
	}{
		{`{"method":"a.b.C"}`, Request{Method: "a.b.C"}},
		{" \n{ \"method\" : \"a.b.C\" }\n", Request{Method: "a.b.C"}},
		{`{"method":"a.b.C","parameters":{"x":[1]}}`, Request{Method: "a.b.C", Parameters: json.RawMessage(`{"x":[1]}`)}},
		{`{"method":"a.b.C","parameters":null,"more":null}`, Request{Method: "a.b.C"}},
		{`{"method":"a.b.C","oneway":true,"more":true,"upgrade":true}`, Request{Method: "a.b.C", Oneway: true, More: true, Upgrade: true}},
		{`{"method":"a.b.C","METHOD":"x.y.Z","Oneway":true,"new":{}}`, Request{Method: "a.b.C"}},
		{`{"method":"é.\u0000.C"}`, Request{Method: "é.\x00.C"}},
	} {
		got, fail := ParseRequest([]byte(tc.in))
		if fail != nil || !reflect.DeepEqual(got, tc.want) {
			t.Errorf("ParseRequest(%q) = %+v, %v, want %+v", tc.in, got, fail, tc.want)
		}
	}
}

// badMessages holds complete messages that get an error and are not the end of
// the connection.
var badMessages = []struct{ in, name, parameter string }{
	{"", InvalidMessage, ""},
	{" ", InvalidMessage, ""},
	{"null", InvalidMessage, ""},
	{"[]", InvalidMessage, ""},
	{`"x"`, InvalidMessage, ""},
	{"{", InvalidMessage, ""},
	{`{"method":"a.b.C"`, InvalidMessage, ""},
	{`{"method":"a.b.C"}}`, InvalidMessage, ""},
	{`{'method':'a.b.C'}`, InvalidMessage, ""},
	{"{\"method\":\"a.b.\xff\"}", InvalidMessage, ""},
	{"\xef\xbb\xbf{\"method\":\"a.b.C\"}", InvalidMessage, ""},
	{strings.Repeat("[", 4000), InvalidMessage, ""},
	{"{}", nameInvalidParameter, "method"},
	{`{"method":""}`, nameInvalidParameter, "method"},
	{`{"method":null}`, nameInvalidParameter, "method"},
	{`{"method":7}`, nameInvalidParameter, "method"},
	{`{"METHOD":"a.b.C"}`, nameInvalidParameter, "method"},
	{`{"method":"a.b.C","parameters":[]}`, nameInvalidParameter, "parameters"},
	{`{"method":"a.b.C","parameters":"x"}`, nameInvalidParameter, "parameters"},
	{`{"method":"a.b.C","oneway":1}`, nameInvalidParameter, "oneway"},
	{`{"method":"a.b.C","more":"true"}`, nameInvalidParameter, "more"},
	{`{"method":"a.b.C","upgrade":[]}`, nameInvalidParameter, "upgrade"},
}

func TestParseRequestBad(t *testing.T) {
	for _, tc := range badMessages {
		_, fail := ParseRequest([]byte(tc.in))
		if fail == nil || fail.Name != tc.name || parameter(t, fail) != tc.parameter {
			t.Errorf("ParseRequest(%.40q): %v, want %s %s", tc.in, fail, tc.name, tc.parameter)
		}
		if fail != nil && fail.Name == InvalidMessage && fail.Message() == "" {
			t.Errorf("ParseRequest(%.40q): %v without a message", tc.in, fail)
		}
	}
}

// parameter returns the parameter of an InvalidParameter, else "".
func parameter(t *testing.T, e *Error) string {
	t.Helper()
	var p struct{ Parameter string }
	if err := json.Unmarshal(e.parameters(), &p); err != nil {
		t.Errorf("%s: parameters: %v", e.Name, err)
	}
	return p.Parameter
}

// Whether a call is oneway must be known also when something else in it is wrong.
func TestParseRequestKeepsOneway(t *testing.T) {
	if r, fail := ParseRequest([]byte(`{"method":7,"oneway":true}`)); fail == nil || !r.Oneway {
		t.Errorf("got %+v, %v", r, fail)
	}
}

func TestParseReply(t *testing.T) {
	r, fail := ParseReply([]byte(`{"parameters":{"a":1},"continues":true}`))
	if fail != nil || string(r.Parameters) != `{"a":1}` || !r.Continues || r.Error != "" {
		t.Errorf("got %+v, %v", r, fail)
	}
	r, fail = ParseReply([]byte(`{"error":"a.b.C"}`))
	if fail != nil || r.Error != "a.b.C" || r.Parameters != nil {
		t.Errorf("got %+v, %v", r, fail)
	}
	if _, fail = ParseReply([]byte(`{"error":{}}`)); fail == nil {
		t.Error("an object was taken for the name of an error")
	}
}

func TestEncode(t *testing.T) {
	b, err := encode(Request{Method: "a.b.C", Parameters: json.RawMessage(`{"s":"\u0000"}`), More: true})
	if want := "{\"method\":\"a.b.C\",\"parameters\":{\"s\":\"\\u0000\"},\"more\":true}\x00"; err != nil || string(b) != want {
		t.Errorf("got %q, %v, want %q", b, err, want)
	}
	for _, bad := range []any{make(chan int), []int{1}, 7, (*Info)(nil)} {
		if b, err := encodeParameters(bad); err == nil {
			t.Errorf("parameters %T became %s", bad, b)
		}
	}
}

func FuzzParseRequest(f *testing.F) {
	for _, tc := range badMessages {
		f.Add([]byte(tc.in))
	}
	f.Add([]byte(`{"method":"a.b.C","parameters":{"x":"<\u2028"},"oneway":true}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, fail := ParseRequest(b)
		if fail != nil {
			if _, err := encode(Reply{Error: fail.Name, Parameters: fail.parameters()}); err != nil {
				t.Fatalf("error %v cannot be sent: %v", fail, err)
			}
			return
		}
		once, err := encode(r)
		if err != nil || messageEnd(once) != len(once) {
			t.Fatalf("encode(%+v) = %q, %v", r, once, err)
		}
		again, fail := ParseRequest(once[:len(once)-1])
		if fail != nil {
			t.Fatalf("own message %q: %v", once, fail)
		}
		if twice, err := encode(again); err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q, %v", once, twice, err)
		}
	})
}

func FuzzParseReply(f *testing.F) {
	f.Add([]byte(`{"parameters":{"a":1},"continues":true}`))
	f.Add([]byte(`{"error":"a.b.C","parameters":{"message":"x"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, fail := ParseReply(b)
		if fail != nil {
			return
		}
		if r.Parameters != nil && (!json.Valid(r.Parameters) || r.Parameters[0] != '{') {
			t.Fatalf("parameters %q of %q", r.Parameters, b)
		}
	})
}
