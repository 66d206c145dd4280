package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The estimate is that of its formula, computed game by game.
func TestRatio(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		n := r.IntN(6)
		var moves, sums []float64
		var all, other Ratio
		for range n {
			m, s := r.IntN(5), int64(r.IntN(1000))
			if all.Count(m, s); m > 0 {
				moves, sums = append(moves, float64(m)), append(sums, float64(s))
			}
		}
		other.Count(2, 7)
		moves, sums = append(moves, 2), append(sums, 7)
		all.Add(&other)
		total, sum := 0.0, 0.0
		for i := range moves {
			total += moves[i]
			sum += sums[i]
		}
		want, squares := sum/total, 0.0
		for i := range moves {
			d := sums[i] - want*moves[i]
			squares += d * d
		}
		got, ok := all.Estimate()
		k := float64(len(moves))
		half := 0.0
		if squares < 1e-9 {
			squares = 0
		}
		if k > 1 {
			half = Student95(len(moves)-1) * math.Sqrt(k/(k-1)*squares) / total
		}
		if math.Abs(got.Value-want) > 1e-9 || ok != (k > 1 && squares > 0) || math.Abs(got.High-want-half) > 1e-6 || math.Abs(want-half-got.Low) > 1e-6 {
			t.Fatalf("%v %v: %v, want %g ± %g", moves, sums, got, want, half)
		}
	}
	if _, ok := new(Ratio).Estimate(); ok {
		t.Error("nothing has an estimate")
	}
}

// Intervals cover the truth of games of which each has a level of its own, which intervals
// that take moves for the unit do not.
func TestRatioCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const trials, games, moves, truth = 400, 25, 40, 500.0
	covered, byMoves := 0, 0
	for range trials {
		var all, each Ratio
		for range games {
			level := truth + 200*r.NormFloat64()
			sum := int64(0)
			for range moves {
				lost := int64(math.Round(level + 100*r.NormFloat64()))
				each.Count(1, lost)
				sum += lost
			}
			all.Count(moves, sum)
		}
		if e, _ := all.Estimate(); e.Low <= truth && truth <= e.High {
			covered++
		}
		if e, _ := each.Estimate(); e.Low <= truth && truth <= e.High {
			byMoves++
		}
	}
	if covered < trials*92/100 || byMoves > trials/2 {
		t.Errorf("%d of %d intervals cover the truth, %d with moves as the unit", covered, trials, byMoves)
	}
}
