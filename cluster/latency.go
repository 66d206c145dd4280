package cluster

import (
	"slices"
	"sync"
	"time"
)

// latency is what questions took lately. The zero value is ready for use.
type latency struct {
	mu    sync.Mutex
	last  [256]time.Duration
	count uint64
}

func (l *latency) add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last[l.count%uint64(len(l.last))] = d
	l.count++
}

// figures returns how many questions there were, and the median and the 95th percentile
// of the last ones, in milliseconds.
func (l *latency) figures() (count uint64, p50, p95 float64) {
	l.mu.Lock()
	some := slices.Clone(l.last[:min(l.count, uint64(len(l.last)))])
	count = l.count
	l.mu.Unlock()
	if len(some) == 0 {
		return count, 0, 0
	}
	slices.Sort(some)
	at := func(percent int) float64 {
		return float64(some[(len(some)-1)*percent/100]) / float64(time.Millisecond)
	}
	return count, at(50), at(95)
}
