package service

import (
	"math"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/helper"
)

// queryIn and the like are what the methods take and give.
type queryIn struct {
	Descriptor *int    `json:"descriptor"`
	Path       *string `json:"path"`
	After      string  `json:"after"`
	Explain    bool    `json:"explain"`
}

type queryOut struct {
	Answer   client.Answer `json:"answer"`
	Evidence []string      `json:"evidence,omitempty"`
}

type watchIn struct {
	Descriptor *int     `json:"descriptor,omitempty"`
	Path       *string  `json:"path,omitempty"`
	All        bool     `json:"all"`
	Until      []string `json:"until"`
	After      string   `json:"after"`
	TimeoutMS  int64    `json:"timeout_ms"`
	SettleMS   int64    `json:"settle_ms"`
	LatenessMS int64    `json:"lateness_ms"`
}

// wrong names the parameter with which there is no watch, "" for none.
func (in watchIn) wrong() string {
	for name, ms := range map[string]int64{"timeout_ms": in.TimeoutMS, "settle_ms": in.SettleMS, "lateness_ms": in.LatenessMS} {
		if ms < 0 || ms > math.MaxInt64/int64(time.Millisecond) {
			return name
		}
	}
	if helper.CheckWatch(in.options()) != nil {
		return "until"
	}
	return ""
}

type watchOut struct {
	Answer client.Answer `json:"answer"`
	Ended  string        `json:"ended,omitempty"`
}

func (in watchIn) options() client.WatchOptions {
	ms := func(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
	return client.WatchOptions{Until: in.Until, After: in.After, Timeout: ms(in.TimeoutMS), Settle: ms(in.SettleMS), Lateness: ms(in.LatenessMS)}
}

// stale reports a wait that the caller knows, and has typed something for.
func stale(a client.Answer, after string) bool {
	return a.State == client.Waiting && after != "" && a.Wait == after
}

// staleFor is how long a reader may take to wake up: what it has not read by
// then it does not read, as half a line in canonical mode.
const staleFor = 50 * time.Millisecond

// newTerminals is how often it is looked whether terminals were opened.
const newTerminals = 100 * time.Millisecond

const sendPatience = 100 * time.Millisecond
