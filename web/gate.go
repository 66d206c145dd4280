package web

import "context"

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
