package web

import "context"

// lanes are the two kinds of places. A question that reads a game or looks up a position takes milliseconds, and must not
// wait behind searches that take seconds; so it has places of its own, which a search never takes.
type lanes struct {
	quick gate // for [Server.look]
	long  gate // for [Server.ask] and [Server.once]
}

// quickPlaces is how many quick questions are answered at once: enough that they wait for the
// processor only, and few enough that their boards and trees fit in memory.
const quickPlaces = 32

// A gate lets so many questions pass at once. The others wait, so that neither memory
// nor the time of those that are being answered is at the mercy of who asks.
type gate chan struct{}

func newGate(n int) gate { return make(gate, n) }

// enter waits for a place, and returns what leaves it. The error is that of a context
// that ended before.
func (g gate) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g <- struct{}{}:
		return func() { <-g }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
