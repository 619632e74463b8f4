package service

import (
	"bufio"
	"context"
	"log/slog"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

func discarded() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestAloneConnections: beyond its limit a user is told so, until one ends.
func TestAloneConnections(t *testing.T) {
	h := housed(t, func(h *house) { h.Limits.ConnectionsPerKey = 2 })
	hold := []*varlink.Client{h.raw(t), h.raw(t)}
	for _, c := range hold {
		if err := c.Call(t.Context(), "org.varlink.service.GetInfo", nil, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	sock, err := net.Dial("unix", h.path)
	if err != nil {
		t.Fatal(err)
	}
	defer sock.Close()
	text, err := bufio.NewReader(sock).ReadString(0)
	if err != nil || !strings.Contains(text, varlink.Busy) || !strings.Contains(text, "too many connections of yours") {
		t.Errorf("%q, %v", text, err)
	}
	a, err := h.client(t).Query(t.Context(), openMaster(t))
	if err != nil || a.State != client.Unknown {
		t.Errorf("%+v, %v", a, err)
	}
	if c := h.total(); c.Refusals < 2 {
		t.Errorf("counted %+v", c)
	}
	_ = hold[0].Close()
	deadline := time.Now().Add(5 * time.Second)
	for time.Now().Before(deadline) {
		if a, err = h.client(t).Query(t.Context(), openMaster(t)); err == nil && a.State == client.Running {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("after one ended: %+v, %v", a, err)
}

// TestUserCloses: closes that never come back hold up their user alone.
func TestUserCloses(t *testing.T) {
	h := housed(t)
	mallory, other := h.user(666), h.user(501)
	hang := make(chan struct{})
	for range parkedPerKey {
		mallory.discard(func() { <-hang })
	}
	done := make(chan string, 3)
	go func() { mallory.close(func() {}); done <- "mallory" }()
	other.close(func() {})
	select {
	case name := <-done:
		t.Errorf("%s did not wait", name)
	case <-time.After(20 * time.Millisecond):
	}
	close(hang)
	if name := <-done; name != "mallory" {
		t.Errorf("%s", name)
	}
}

// TestAloneUnknownPeer: of whom the kernel says nothing, nothing is heard.
func TestAloneUnknownPeer(t *testing.T) {
	h := housed(t)
	a, b, err := connected()
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	_ = a.Close()
	h.take(context.Background(), a)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.quota.open != 0 {
		t.Errorf("%d connections are counted", h.quota.open)
	}
}

// TestConnected: the ends are connected, and no child gets them.
func TestConnected(t *testing.T) {
	a, b, err := connected()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	defer b.Close()
	if _, err := a.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 5)
	if _, err := b.Read(got); err != nil || string(got) != "hello" {
		t.Errorf("%q, %v", got, err)
	}
	if uid, err := varlink.PeerUID(a); err != nil || int(uid) != os.Geteuid() {
		t.Errorf("%d, %v", uid, err)
	}
}

func TestDoneWithin(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	if doneWithin(time.Millisecond, func() { <-hang }) || !doneWithin(time.Minute, func() {}) {
		t.Error("it does not tell what ended from what did not")
	}
}
