package varlink

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// decodeMembers fills the struct that v points to from the JSON object b, and
// returns the members that v has no field for, sorted. encoding/json is not
// asked to do it at once because it takes METHOD for method, and cannot say by
// which name it failed. All fields are tried; the error names the first bad one.
func decodeMembers(b []byte, v any) (unknown []string, fail *Error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(b, &members); err != nil {
		return nil, NewError(InvalidMessage, "not a JSON object: "+err.Error())
	}
	if members == nil {
		return nil, NewError(InvalidMessage, "not a JSON object: null")
	}
	s := reflect.ValueOf(v).Elem()
	for i := range s.NumField() {
		name, _, _ := strings.Cut(s.Type().Field(i).Tag.Get("json"), ",")
		raw, ok := members[name]
		delete(members, name)
		if ok && !decodeMember(raw, s.Field(i).Addr().Interface()) && fail == nil {
			fail = InvalidParameter(name)
		}
	}
	return slices.Sorted(maps.Keys(members)), fail
}

// decodeMember sets the field that v points to. A null leaves it as it is; a
// json.RawMessage takes an object only, as parameters must be.
func decodeMember(raw json.RawMessage, v any) bool {
	if bytes.Equal(raw, []byte("null")) {
		return true
	}
	if _, object := v.(*json.RawMessage); object && raw[0] != '{' {
		return false
	}
	return json.Unmarshal(raw, v) == nil
}
