package cluster

import (
	"context"
	"sync"

	"github.com/nats-io/nats.go"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/cluster/link"
	"kifudb/search"
)

// An Engine has archives searched by nodes. It is an archive.Engine.
type Engine struct {
	dial *link.Dial

	mu     sync.Mutex // protects what follows
	conn   *nats.Conn
	askers map[string]*Asker // by archive
}

// NewEngine returns an engine that connects when it is first asked.
func NewEngine(d *link.Dial) *Engine { return &Engine{dial: d, askers: map[string]*Asker{}} }

// Close ends the connection.
func (e *Engine) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, a := range e.askers {
		a.Close()
	}
	if e.conn != nil {
		e.conn.Close()
	}
	e.conn, e.askers = nil, map[string]*Asker{}
}

// Asker returns an asker for the nodes of an archive.
func (e *Engine) Asker(ctx context.Context, archive string) (*Asker, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if a := e.askers[archive]; a != nil {
		return a, nil
	}
	if e.conn == nil {
		conn, err := e.dial.Connect()
		if err != nil {
			return nil, err
		}
		e.conn = conn
	}
	a, err := NewAsker(ctx, AskerOptions{Conn: e.conn, Archive: archive})
	if err != nil {
		return nil, err
	}
	e.askers[archive] = a
	return a, nil
}

// Searcher implements archive.Engine.
func (e *Engine) Searcher(ctx context.Context, archive string, segments []archive.SegmentState) (search.Searcher, error) {
	a, err := e.Asker(ctx, archive)
	if err != nil {
		return nil, err
	}
	list := make([]Segment, len(segments))
	for i, s := range segments {
		list[i] = Segment{s.Name, s.Live}
	}
	return a.Searcher(list), nil
}

// Kept implements archive.Keeper.
func (e *Engine) Kept(ctx context.Context, archive string) (objects.Store, error) {
	a, err := e.Asker(ctx, archive)
	if err != nil {
		return nil, err
	}
	return a.kept(ctx)
}
