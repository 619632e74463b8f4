package service

import (
	"encoding/json"
	"strings"
)

// text is an error's text without that of the sentinel it begins with: the
// client puts its own in front.
func text(err, sentinel error) string {
	s := err.Error()
	if rest, ok := strings.CutPrefix(s, sentinel.Error()+": "); ok {
		return rest
	}
	return s
}

func encode(v any) (json.RawMessage, error) { return json.Marshal(v) }
