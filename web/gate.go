package web

import (
	"context"
	"sync/atomic"
)

// lanes are the two kinds of places. A question that reads a game or looks up a position takes milliseconds, and must not
// wait behind searches that take seconds; so it has places of its own, which a search never takes.
type lanes struct {
	quick *gate // for [Server.look]
	long  *gate // for [Server.ask] and [Server.once]
}

// quickPlaces is how many quick questions are answered at once: enough that they wait for the
// processor only, and few enough that their boards and trees fit in memory.
const quickPlaces = 32

// A gate lets so many questions pass at once. The others wait, so that neither memory
// nor the time of those that are being answered is at the mercy of who asks.
type gate struct {
	places chan struct{}
	queue  atomic.Int32 // those that wait
}

func newGate(n int) *gate { return &gate{places: make(chan struct{}, n)} }

// enter waits for a place, and returns what leaves it. The error is that of a context
// that ended before.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	g.queue.Add(1)
	defer g.queue.Add(-1)
	select {
	case g.places <- struct{}{}:
		return func() { <-g.places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// running returns how many questions have a place, and waiting how many wait for one.
func (g *gate) running() int { return len(g.places) }
func (g *gate) waiting() int { return int(g.queue.Load()) }
