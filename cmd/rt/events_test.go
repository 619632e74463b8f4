package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/rt-helper/rt-helper/runner"
)

func TestUnfinished(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 0, "\u00e4": 0, "\xc3": 1, "a\xe2\x82": 2, "\xf0\x9f\x98": 3, "\xff": 0, "\x80": 0, "\xc3a": 0,
	} {
		if got := unfinished([]byte(text)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// FuzzEvents: however the output is cut, the lines make up the text.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("a\u00e4\u20ac\U0001f600\xff\xe2\x82z"), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, cut uint8) {
		var lines bytes.Buffer
		w := newEventWriter(&lines)
		for rest := text; len(rest) > 0; {
			n := min(len(rest), int(cut)+1)
			if _, err := w.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		w.outcome(runner.Outcome{State: runner.Finished})
		_, _ = w.Write([]byte("afterwards"))
		var got []byte
		var last event
		for d := json.NewDecoder(&lines); d.More(); {
			last = event{}
			if err := d.Decode(&last); err != nil {
				t.Fatal(err)
			}
			got = append(got, last.Text...)
		}
		if last.Event != "outcome" {
			t.Errorf("the last event is %+v", last)
		}
		if want := bytes.ToValidUTF8(text, nil); utf8.Valid(text) && !bytes.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
