package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/rt-helper/rt-helper/internal/varlink"
)

func TestEchoHasTheSizeOfTheAnswer(t *testing.T) {
	for _, size := range []int{200, 333, 1000} {
		if got := echoSize(echoMethod(size)); got != size {
			t.Errorf("an echo of %d bytes, want %d", got, size)
		}
	}
}

func TestEchoOfASmallAnswerIsTheSmallest(t *testing.T) {
	smallest := echoMethod(0)
	if got := echoMethod(echoSize(smallest) - 1); got != smallest {
		t.Errorf("got %q, want %q", got, smallest)
	}
	if got := echoMethod(echoSize(smallest) + 1); len(got) != len(smallest)+1 {
		t.Errorf("got %q", got)
	}
}

func TestEchoIsAMethodOfTheInterface(t *testing.T) {
	method := echoMethod(400)
	rest, ok := strings.CutPrefix(method, varlink.TerminalInterface+".")
	if !ok || strings.Contains(rest, ".") {
		t.Errorf("%q would be answered with another error", method)
	}
	if strings.Contains(varlink.TerminalDescription(), "method "+rest[:1]+"e") {
		t.Errorf("there may be a method of the name %q", rest)
	}
}

func TestReplySizeCountsTheNUL(t *testing.T) {
	if got := replySize(varlink.Reply{Parameters: json.RawMessage("{}")}); got != len(`{"parameters":{}}`)+1 {
		t.Errorf("got %d", got)
	}
}
