package main

import "testing"

// TestSimpleMethod wants the Python program to do what it is compared for.
func TestSimpleMethod(t *testing.T) {
	needsPrograms(t)
	python, err := startSimple()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := python.end(); err != nil {
			t.Error(err)
		}
	}()
	for want, command := range map[string][]string{"waiting": {"cat"}, "running": {"sleep", "1000"}} {
		j := jobOf(t, command...)
		err := await(t.Context(), want, func() (bool, error) {
			got, err := python.ask(j.Path())
			return got == want, err
		})
		if err != nil {
			t.Errorf("%v: %v", command, err)
		}
	}
	j := jobOf(t, "sleep", "1000")
	if err := waitsSimply(&python, j); err == nil {
		t.Error("a wrong answer was not noticed")
	}
}
