package web

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// usualDrain is how long a server that is told to end lets requests come to their end. Kubernetes gives a process 30 seconds.
const usualDrain = 20 * time.Second

// errStopping is the error of requests to a server that is about to end, and why it is not ready.
var errStopping = &statusError{http.StatusServiceUnavailable, "error.stopping"}

// A drain is the end of a server: running requests come to their end, new ones are refused.
type drain struct {
	once    sync.Once
	began   chan struct{} // closed when it begins
	running atomic.Int64
}

func newDrain() *drain { return &drain{began: make(chan struct{})} }

func (d *drain) begin() { d.once.Do(func() { close(d.began) }) }

func (d *drain) hasBegun() bool {
	select {
	case <-d.began:
		return true
	default:
		return false
	}
}

// wait waits until no request is running, or the time has passed, and returns how many are.
func (d *drain) wait(most time.Duration) int64 {
	late := time.NewTimer(most)
	defer late.Stop()
	every := time.NewTicker(10 * time.Millisecond)
	defer every.Stop()
	for d.running.Load() > 0 {
		select {
		case <-every.C:
		case <-late.C:
			return d.running.Load()
		}
	}
	return 0
}

// until returns a context that also ends when the drain begins, for answers that have no end of their own.
func (d *drain) until(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-d.began:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// drained refuses new requests once the server is about to end, and counts running ones.
func (s *Server) drained(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.drain.running.Add(1) // first, so that none is let in and not counted
		defer s.drain.running.Add(-1)
		if s.drain.hasBegun() {
			w.Header().Set("Connection", "close") // so that the next request goes to another server
			w.Header().Set("Retry-After", "5")
			s.fail(w, r, errStopping)
			return
		}
		next.ServeHTTP(w, r)
	})
}
