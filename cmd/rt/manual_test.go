package main

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/runner"
)

// TestManual names every option and every field of the JSON.
func TestManual(t *testing.T) {
	b, err := os.ReadFile("../../packaging/man/rt.1")
	if err != nil {
		t.Fatal(err)
	}
	manual := string(b)
	var o runOptions
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	o.define(f)
	f.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(manual, "Fl -"+f.Name) {
			t.Errorf("option --%s is not in the manual", f.Name)
		}
	})
	for _, v := range []any{runner.Outcome{}, event{}, client.Reader{}} {
		for _, name := range jsonNames(reflect.TypeOf(v)) {
			if !named(manual, name) {
				t.Errorf("field %s is not in the manual", name)
			}
		}
	}
}

func jsonNames(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// named reports that a line of the manual marks name as a variable.
func named(manual, name string) bool {
	for line := range strings.Lines(manual) {
		if _, words, ok := strings.Cut(line, "Va "); ok {
			for word := range strings.FieldsSeq(words) {
				if word == name {
					return true
				}
			}
		}
	}
	return false
}
