package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/rt-helper/rt-helper/client"
	"github.com/rt-helper/rt-helper/internal/varlink"
)

const queryMethod = varlink.TerminalInterface + ".Query"

// request is how a query names its terminal.
type request struct {
	Descriptor *int   `json:"descriptor,omitempty"`
	Path       string `json:"path,omitempty"`
}

type answered struct {
	Answer client.Answer `json:"answer"`
}

// The ways to name a terminal.
const (
	byMaster = "master"
	bySlave  = "O_PATH slave"
	byPath   = "path"
)

// asker asks one question, and alternates it with an echo of the answer's size.
// It is below the client package, so that nothing but the round trip is timed.
type asker struct {
	*line
	in   request
	file *os.File // goes with the question
	want client.State
	echo string
}

// ask returns an asker about a job, once its state is the wanted one.
func (l *line) ask(ctx context.Context, j *job, way string, want client.State) (*asker, error) {
	a := &asker{line: l, in: request{Descriptor: new(int)}, file: j.Master(), want: want}
	switch way {
	case bySlave:
		a.file = j.slave
	case byPath:
		a.in, a.file = request{Path: j.Path()}, nil
	}
	if err := a.settle(ctx); err != nil {
		return nil, err
	}
	return a, a.fit(ctx)
}

// settle waits until the answer is the wanted one some times in a row.
func (a *asker) settle(ctx context.Context) error {
	row := 0
	return await(ctx, "the answer "+string(a.want), func() (bool, error) {
		conn, err := a.open()
		if err != nil {
			return false, err
		}
		err = a.query(ctx, conn)
		var other *otherAnswer
		if errors.As(err, &other) {
			row, err = 0, nil
		}
		row++
		return row > 20, err
	})
}

// otherAnswer is an answer that is not the wanted one.
type otherAnswer struct {
	client.Answer
	want client.State
}

func (o *otherAnswer) Error() string {
	return fmt.Sprintf("the answer is not %s: %s", o.want, o.Sentence())
}

// explain says why a row has no figures. The service takes no paths where process
// 1 is in another namespace, or cannot be looked at.
func (r *row) explain(err error) {
	var e *varlink.Error
	if errors.As(err, &e) && e.Name == varlink.UseDescriptor {
		r.absent = err
		return
	}
	r.failed = err
}

// fit gives the echo the size of the answer.
func (a *asker) fit(ctx context.Context) error {
	conn, err := a.open()
	if err != nil {
		return err
	}
	b, err := json.Marshal(a.in)
	if err != nil {
		return err
	}
	if err = conn.Send(ctx, varlink.Request{Method: queryMethod, Parameters: b}, a.file); err != nil {
		return err
	}
	r, err := conn.Receive(ctx)
	if err != nil {
		return err
	}
	a.echo = echoMethod(replySize(r))
	return nil
}

// line is a connection that is kept between calls.
type line struct {
	socket string
	conn   *varlink.Client
}

// open returns the connection, made if there is none.
func (l *line) open() (*varlink.Client, error) {
	var err error
	if l.conn == nil {
		l.conn, err = dial(l.socket)
	}
	return l.conn, err
}

// close closes the connection. The next call makes another.
func (l *line) close() {
	if l.conn != nil {
		_ = l.conn.Close()
		l.conn = nil
	}
}

func dial(socket string) (*varlink.Client, error) {
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		return nil, err
	}
	return varlink.NewClient(c), nil
}

// query asks on a connection. Another answer than the wanted one is an error.
func (a *asker) query(ctx context.Context, conn *varlink.Client) error {
	var out answered
	if err := conn.Call(ctx, queryMethod, a.in, a.file, &out); err != nil {
		return err
	}
	if out.Answer.State != a.want {
		return &otherAnswer{out.Answer, a.want}
	}
	return nil
}

// echoes calls the unknown method and decodes the reply, as a query does.
func (a *asker) echoes(ctx context.Context, conn *varlink.Client) error {
	var refused *varlink.Error
	err := conn.Call(ctx, a.echo, nil, nil, nil)
	if !errors.As(err, &refused) {
		return fmt.Errorf("echo: %v", err)
	}
	var out struct {
		Method string `json:"method"`
	}
	raw, ok := refused.Parameters.(json.RawMessage)
	if !ok {
		return fmt.Errorf("echo: %w", err)
	}
	if err := json.Unmarshal(raw, &out); err != nil || out.Method != a.echo {
		return fmt.Errorf("echo: the reply is %s", raw)
	}
	return nil
}

// timed runs f and says how long it took.
func timed(f func() error) (time.Duration, error) {
	begun := time.Now()
	err := f()
	return time.Since(begun), err
}
