package service

import (
	"encoding/json"
	"fmt"
)

// order is what a supervisor sends to a worker, beside a connection.
type order struct {
	ID  uint64 `json:"id"`
	UID uint32 `json:"uid"` // of the caller, as the kernel said
}

// notice is what a worker sends to its supervisor.
type notice struct {
	Closed []uint64 `json:"closed,omitempty"` // connections that ended
	Stuck  bool     `json:"stuck,omitempty"`  // a look did not come back; the worker ends
	Why    string   `json:"why,omitempty"`    // it counts as stuck
	Counts *Counts  `json:"counts,omitempty"` // since the last notice
}

// setup is the first message to a worker.
type setup struct {
	Policy  string `json:"policy"`
	Version string `json:"version"`
	Rate    int    `json:"rate"`
	Watches int    `json:"watches"`
	Direct  bool   `json:"direct,omitempty"` // for the terminals of one owner: do not pass questions on
	Desk    bool   `json:"desk,omitempty"`   // descriptor 4 is a line to the desk
}

// maxMessage bounds a message on a control socket.
const maxMessage = 64 << 10

func decodeMessage(b []byte, v any) error {
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("message on the control socket: %w", err)
	}
	return nil
}
