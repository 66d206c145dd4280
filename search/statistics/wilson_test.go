package statistics

import (
	"math"
	"testing"
)

// The values are published ones, to their digits.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int
		low, high float64
	}{
		{1, 11, 0.01623, 0.37736},
		{10, 11, 0.62264, 0.98377},
		{0, 100, 0, 0.03699},
		{0, 0, 0, 1},
	} {
		got := Wilson(c.k, c.n)
		if math.Abs(got.Low-c.low) > 5e-6 || math.Abs(got.High-c.high) > 5e-6 {
			t.Errorf("Wilson(%d, %d) = %.5f–%.5f, want %.5f–%.5f", c.k, c.n, got.Low, got.High, c.low, c.high)
		}
	}
}

// What never was has no lower end, and what always was no upper one: rounding leaves
// nothing beside them.
func TestWilsonEnds(t *testing.T) {
	for n := 1; n < 300; n++ {
		if none, all := Wilson(0, n), Wilson(n, n); none.Low != 0 || all.High != 1 || none.High >= 1 || all.Low <= 0 {
			t.Errorf("of %d: %v, %v", n, none, all)
		}
	}
}
