package mcp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Run answers what comes from a reader, until it ends or the context does. Questions that have been
// asked before the end are answered, unless they take long.
func (s *Server) Run(ctx context.Context, r io.Reader, w io.Writer) error {
	return s.server.Run(ctx, &draining{&mcp.IOTransport{Reader: io.NopCloser(r), Writer: unclosed{w}, MaxLineLength: maxMessage}})
}

// unclosed is a writer that stays the caller's to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// grace is how long the answers to questions may take that were asked before the input ended.
const grace = 10 * time.Second

// draining is a transport that hands on the end of the input when all questions are
// answered. The SDK drops them otherwise, and a script that writes its questions into a pipe gets no
// answers.
type draining struct{ mcp.Transport }

// Connect implements [mcp.Transport].
func (t *draining) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainingConn{Connection: c, open: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1)}, nil
}

// A drainingConn knows which questions are open.
type drainingConn struct {
	mcp.Connection
	mu       sync.Mutex
	open     map[jsonrpc.ID]bool // guarded by mu
	answered chan struct{}       // told when a question is answered
}

// Read implements [mcp.Connection].
func (c *drainingConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		c.open[r.ID] = true
		c.mu.Unlock()
	}
	if errors.Is(err, io.EOF) {
		c.drain(ctx)
	}
	return m, err
}

// drain waits until all questions are answered.
func (c *drainingConn) drain(ctx context.Context) {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-c.answered:
		case <-timer.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// Write implements [mcp.Connection].
func (c *drainingConn) Write(ctx context.Context, m jsonrpc.Message) error {
	err := c.Connection.Write(ctx, m)
	if r, ok := m.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.open, r.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}
