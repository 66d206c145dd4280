package cluster

import (
	"testing"
	"time"
)

// The figures are those of the last questions, as many as are kept.
func TestLatency(t *testing.T) {
	var l latency
	if n, p50, p95 := l.figures(); n != 0 || p50 != 0 || p95 != 0 {
		t.Errorf("none: %d, %v, %v", n, p50, p95)
	}
	for i := range 101 {
		l.add(time.Duration(100-i) * time.Millisecond)
	}
	if n, p50, p95 := l.figures(); n != 101 || p50 != 50 || p95 != 95 {
		t.Errorf("from 0 to 100: %d, %v, %v", n, p50, p95)
	}
	for range len(l.last) {
		l.add(1500 * time.Microsecond)
	}
	if n, p50, p95 := l.figures(); n != 101+uint64(len(l.last)) || p50 != 1.5 || p95 != 1.5 {
		t.Errorf("later: %d, %v, %v", n, p50, p95)
	}
}
