package service

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

const queryMethod = varlink.TerminalInterface + ".Query"

func TestAloneQuery(t *testing.T) {
	h := housed(t)
	term := openMaster(t)
	a, evidence, err := h.client(t).Explain(t.Context(), term, "", true)
	if err != nil || a.State != client.Running || len(evidence) != 1 {
		t.Errorf("%+v, %q, %v", a, evidence, err)
	}
	if got := h.script.seen(); len(got) != 1 || got[0].path != "" || got[0].fd < 3 {
		t.Errorf("asked about %+v", got)
	}
	var out queryOut
	if err := h.raw(t).Call(t.Context(), queryMethod, map[string]any{"path": "/dev/ttys003"}, nil, &out); err != nil || out.Answer.Terminal.Path != "/dev/ttys003" {
		t.Errorf("by path: %+v, %v", out, err)
	}
	info, err := h.client(t).Info(t.Context())
	if err != nil || info.Version != "1.2" || info.Policy != "own" {
		t.Errorf("%+v, %v", info, err)
	}
	if c := h.total(); c.Queries["running"] != 2 {
		t.Errorf("counted %+v", c)
	}
}

func TestAloneBadQueries(t *testing.T) {
	h := housed(t)
	for text, parameters := range map[string]map[string]any{
		"neither": {}, "both": {"path": "/dev/ttys003", "descriptor": 0}, "none sent": {"descriptor": 0}, "second": {"descriptor": 1},
		"misspelt": {"pfad": "/dev/ttys003"}, "wrong type": {"path": 3},
	} {
		err := h.raw(t).Call(t.Context(), queryMethod, parameters, nil, nil)
		if !strings.HasSuffix(refusalOf(err), ".InvalidParameter") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if len(h.script.seen()) != 0 {
		t.Errorf("asked about %+v", h.script.seen())
	}
}

func TestAloneErrors(t *testing.T) {
	h := housed(t)
	c := h.client(t)
	for _, want := range []error{client.ErrNotATerminal, client.ErrNotOwner, client.ErrGone} {
		h.script.change(func(s *script) { s.err = fmt.Errorf("%w: for a reason", want) })
		_, err := c.Query(t.Context(), openMaster(t))
		if !errors.Is(err, want) || !strings.Contains(err.Error(), "for a reason") {
			t.Errorf("%v, want %v", err, want)
		}
	}
	h.script.change(func(s *script) { s.err = errors.New("something else") })
	if err := h.raw(t).Call(t.Context(), queryMethod, map[string]any{"path": "x"}, nil, nil); refusalOf(err) != varlink.InternalError {
		t.Errorf("%v", err)
	}
	if c := h.total(); c.Denials[varlink.NotOwner] != 1 || c.Denials[varlink.InternalError] != 1 {
		t.Errorf("counted %+v", c)
	}
}

// TestAloneStale: that a known wait lasts is said only when the reader had time
// to run.
func TestAloneStale(t *testing.T) {
	h := housed(t, func(h *house) { h.script.answer = client.Answer{State: client.Waiting, Wait: "1.2.3"} })
	c := h.client(t)
	a, _, err := c.Explain(t.Context(), openMaster(t), "1.2.3", false)
	if n := len(h.script.seen()); err != nil || a.Wait != "1.2.3" || n < 2 {
		t.Errorf("%+v, %v, asked %d times", a, err, n)
	}
	before := len(h.script.seen())
	if _, _, err := c.Explain(t.Context(), openMaster(t), "1.2.4", false); err != nil || len(h.script.seen()) != before+1 {
		t.Errorf("another wait: %v, asked %d times", err, len(h.script.seen())-before)
	}
}

func TestAloneList(t *testing.T) {
	h := housed(t, func(h *house) { h.script.paths = []string{"/dev/ttys001", "/dev/ttys004"} })
	c := h.client(t)
	list, err := c.List(t.Context())
	if err != nil || len(list) != 2 || list[1].Terminal.Path != "/dev/ttys004" {
		t.Errorf("%+v, %v", list, err)
	}
	h.script.change(func(s *script) { s.err = client.ErrGone })
	if list, err := c.List(t.Context()); err != nil || list == nil || len(list) != 0 {
		t.Errorf("all gone: %#v, %v", list, err)
	}
	h.script.change(func(s *script) { s.err = errors.New("no list") })
	if _, err := c.List(t.Context()); err == nil {
		t.Error("a list without an error")
	}
}

// TestAloneStuck: who asked gets an answer, and the service ends.
func TestAloneStuck(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	h := housed(t, func(h *house) { h.script.hang, h.dog.hard = hang, lookDeadline })
	a, err := h.client(t).Query(t.Context(), openMaster(t))
	if err != nil || a.Reason != client.ReasonStalledTarget {
		t.Errorf("%+v, %v", a, err)
	}
	if err := h.wait(); !errors.Is(err, errStuck) {
		t.Errorf("the service ended with %v", err)
	}
	if c := h.total(); c.Stuck != 1 {
		t.Errorf("counted %+v", c)
	}
}

func TestAloneMetrics(t *testing.T) {
	h := housed(t)
	if _, err := h.client(t).Query(t.Context(), openMaster(t)); err != nil {
		t.Fatal(err)
	}
	if err := h.end(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(h.Metrics); err != nil || !strings.Contains(string(b), `rt_helper_queries_total{state="running"} 1`) {
		t.Errorf("%s, %v", b, err)
	}
}

// TestAloneRate: who asks too often waits, and then is refused.
func TestAloneRate(t *testing.T) {
	h := housed(t, func(h *house) { h.Limits.QueriesPerSecond = 1 })
	v := &visitor{s: h.alone, uid: 501, user: h.user(501)}
	begun, refused := time.Now(), 0
	for range 10 {
		if fail := v.wait(t.Context()); fail != nil && fail.Name == varlink.Busy {
			refused++
		}
	}
	if refused < 7 || time.Since(begun) > 9*time.Second {
		t.Errorf("%d of 10 refused", refused)
	}
	root := &visitor{s: h.alone, uid: 0, user: h.user(501)}
	if fail := root.wait(t.Context()); fail != nil {
		t.Errorf("root: %v", fail)
	}
}
