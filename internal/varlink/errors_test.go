package varlink

import (
	"encoding/json"
	"testing"
)

func TestErrorText(t *testing.T) {
	for _, tc := range []struct {
		e             *Error
		text, message string
	}{
		{NewError(Busy, "try again"), "io.rthelper.Terminal.Busy: try again", "try again"},
		{InterfaceNotFound("a.b"), `org.varlink.service.InterfaceNotFound {"interface":"a.b"}`, ""},
		{MethodNotFound("a.b.C"), `org.varlink.service.MethodNotFound {"method":"a.b.C"}`, ""},
		{MethodNotImplemented("a.b.C"), `org.varlink.service.MethodNotImplemented {"method":"a.b.C"}`, ""},
		{InvalidParameter("x"), `org.varlink.service.InvalidParameter {"parameter":"x"}`, ""},
		{&Error{Name: "a.b.C"}, "a.b.C null", ""},
		{&Error{"a.b.C", json.RawMessage(`{"message":"m","n":1}`)}, "a.b.C: m", "m"},
		{&Error{"a.b.C", json.RawMessage(`{"message":7}`)}, `a.b.C {"message":7}`, ""},
		{&Error{"a.b.C", make(chan int)}, "a.b.C {}", ""},
	} {
		if tc.e.Error() != tc.text || tc.e.Message() != tc.message {
			t.Errorf("%q, %q; want %q, %q", tc.e.Error(), tc.e.Message(), tc.text, tc.message)
		}
	}
}
