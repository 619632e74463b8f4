package selftest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/pty"
)

func waiting(wait string) client.Answer {
	return client.Answer{State: client.Waiting, Wait: wait}
}

var running = client.Answer{State: client.Running}

// agree asks four times at least, and never waits long for what must not come.
func agree(ask Asker, w want, before string) string {
	k := asking{ask: ask, patience: 50 * time.Millisecond, pause: 4 * time.Millisecond, repeats: 3}
	_, complaint := k.agree(context.Background(), nil, w, before)
	return complaint
}

func TestAgree(t *testing.T) {
	unknown := client.Answer{State: client.Unknown}
	for _, c := range []struct {
		name    string
		answers []client.Answer
		want    want
		before  string
		words   string // of the complaint
		asked   int    // exactly; 0: more than four times
	}{
		{"always right", []client.Answer{waiting("a")}, want{state: client.Waiting}, "", "", 4},
		{"right in the end", []client.Answer{unknown, running, waiting("a")}, want{state: client.Waiting}, "", "", 6},
		{"never right", []client.Answer{running}, want{state: client.Waiting}, "", "got running, want waiting", 0},
		{"right once", []client.Answer{waiting("a"), running}, want{state: client.Waiting}, "", "changed its mind: got running", 2},
		{"wrong at last", []client.Answer{waiting("a"), waiting("a"), waiting("a"), running}, want{state: client.Waiting}, "",
			"changed its mind: got running", 4},
		{"another wait", []client.Answer{waiting("a"), waiting("a"), waiting("b")}, want{state: client.Waiting}, "", `got wait "b" after "a"`, 3},
		{"never waiting", []client.Answer{running}, want{state: client.Running}, "", "", 4},
		{"waiting at first", []client.Answer{waiting("a"), running}, want{state: client.Running}, "", "got waiting, want running", 1},
		{"waiting later", []client.Answer{running, running, waiting("a")}, want{state: client.Running}, "", "got waiting, want running", 3},
		{"unknown at first", []client.Answer{unknown, running}, want{state: client.Running}, "", "", 5},
		{"same wait", []client.Answer{waiting("a")}, want{state: client.Waiting, newWait: true}, "a", `got wait "a" again`, 0},
		{"same wait at first", []client.Answer{waiting("a"), waiting("b")}, want{state: client.Waiting, newWait: true}, "a", "", 5},
		{"one of two", []client.Answer{waiting("a")}, want{state: client.Unknown, or: client.Waiting}, "", "", 4},
	} {
		ask, asked := answers(c.answers...)
		complaint := agree(ask, c.want, c.before)
		if !strings.Contains(complaint, c.words) || (c.words == "") != (complaint == "") {
			t.Errorf("%s: %q, want %q", c.name, complaint, c.words)
		}
		if *asked != c.asked && !(c.asked == 0 && *asked > 4) {
			t.Errorf("%s: asked %d times, want %d", c.name, *asked, c.asked)
		}
	}
}

func TestAgreeFailsOnError(t *testing.T) {
	asked := 0
	complaint := agree(func(context.Context, *pty.Pty) (client.Answer, error) {
		asked++
		return waiting("a"), errors.New("not a terminal")
	}, want{state: client.Waiting}, "")
	if complaint != "ask: not a terminal" || asked != 1 {
		t.Errorf("%q after %d questions", complaint, asked)
	}
}

func TestAgreeLimitsEachQuestion(t *testing.T) {
	complaint := agree(func(ctx context.Context, _ *pty.Pty) (client.Answer, error) {
		<-ctx.Done()
		return client.Answer{}, ctx.Err()
	}, want{state: client.Waiting}, "")
	if !strings.Contains(complaint, context.DeadlineExceeded.Error()) {
		t.Errorf("got %q", complaint)
	}
}

func TestAgreeStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ask, asked := answers(running)
	k := asking{ask: ask, patience: time.Hour, pause: time.Hour, repeats: 3}
	if _, complaint := k.agree(ctx, nil, want{state: client.Waiting}, ""); complaint == "" || *asked != 1 {
		t.Errorf("%q after %d questions", complaint, *asked)
	}
}
