package service

import (
	"encoding/json"
	"strings"
)

// text is an error's text without that of the sentinel it begins with: the
// client puts its own in front.
func text(err, sentinel error) string {
	s, _ := strings.CutPrefix(err.Error(), sentinel.Error())
	s = strings.TrimPrefix(s, ": ")
	if s == "" {
		return sentinel.Error()
	}
	return s
}

func encode(v any) (json.RawMessage, error) { return json.Marshal(v) }
