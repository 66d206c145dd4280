package statistics

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// A Pairing holds the values that determine the expected result of a game: the ranks of the
// two sides, as any numbers, and the first side's handicap in stones.
type Pairing struct {
	First, Second int16
	Handicap      uint8
}

// Compare orders pairings.
func (p Pairing) Compare(o Pairing) int {
	return cmp.Or(cmp.Compare(p.First, o.First), cmp.Compare(p.Second, o.Second), cmp.Compare(p.Handicap, o.Handicap))
}

// A Strength tells what to expect of a game by the ranks of its players. It is a
// logistic model: the log odds of the first side are
//
//	advantage + strength(first) - strength(second) + stone · handicap
//
// with a strength for each rank, so that it does not matter how ranks are numbered nor how far
// they are apart (R. A. Bradley and M. E. Terry, 1952, with an advantage of the
// first move as by H. A. David). A draw counts as half a win, which leaves the expected score
// unbiased; a parameter for draws as Davidson's (1970) would tell how many there
// are, which nobody asks here.
type Strength struct {
	advantage, stone float64
	ranks            map[int16]float64
	games            int
}

// pull is the weight by which strengths are held near the average, in terms of the
// information of a game: ranks with a handful of games stay finite.
const pull = 0.5

// FitStrength fits the model to games by their pairings, by Newton's method. Without games
// all is even.
func FitStrength(results map[Pairing]Results) *Strength {
	s := &Strength{ranks: map[int16]float64{}}
	pairings := slices.SortedFunc(maps.Keys(results), Pairing.Compare) // the same sums, the same bits
	column := map[int16]int{}
	var ranks []int16
	for _, p := range pairings {
		s.games += results[p].Games()
		for _, rank := range [...]int16{p.First, p.Second} {
			if _, ok := column[rank]; !ok {
				column[rank] = 2 + len(ranks)
				ranks = append(ranks, rank)
			}
		}
	}
	if s.games == 0 {
		return s
	}
	n := 2 + len(ranks)
	x := make([]float64, n) // advantage, stone, strengths
	likelihood := func(x []float64) float64 {
		sum := 0.0
		for _, p := range pairings {
			z, r := x[0]+x[1]*float64(p.Handicap)+x[column[p.First]]-x[column[p.Second]], results[p]
			sum += float64(r.Games()) * (r.Score()*z - math.Log1p(math.Exp(-math.Abs(z))) - max(z, 0))
		}
		for _, v := range x[1:] {
			sum -= pull * v * v / 2
		}
		return sum
	}
	best := likelihood(x)
	for range 50 {
		gradient, information := make([]float64, n), make([][]float64, n)
		for i := range information {
			information[i] = make([]float64, n)
		}
		for i := 1; i < n; i++ {
			gradient[i], information[i][i] = -pull*x[i], pull
		}
		for _, p := range pairings {
			at := [...]int{0, 1, column[p.First], column[p.Second]}
			by := [...]float64{1, float64(p.Handicap), 1, -1}
			z := 0.0
			for i, c := range at {
				z += by[i] * x[c]
			}
			expected, games := 1/(1+math.Exp(-z)), float64(results[p].Games())
			for i, c := range at {
				gradient[c] += by[i] * games * (results[p].Score() - expected)
				for j, d := range at {
					information[c][d] += by[i] * by[j] * games * expected * (1 - expected)
				}
			}
		}
		step := solve(information, gradient)
		moved := false
		for size := 1.0; size > 1e-6; size /= 2 {
			next := slices.Clone(x)
			for i := range next {
				next[i] += size * step[i]
			}
			if l := likelihood(next); l > best {
				moved = l > best+1e-9*(1+math.Abs(best))
				x, best = next, l
				break
			}
		}
		if !moved {
			break
		}
	}
	s.advantage, s.stone = x[0], x[1]
	for rank, c := range column {
		s.ranks[rank] = x[c]
	}
	return s
}

// solve solves a system of linear equations with a positive definite matrix, which
// it uses up, by Cholesky's method.
func solve(m [][]float64, v []float64) []float64 {
	n := len(v)
	for i := range n {
		for j := range i + 1 {
			sum := m[i][j]
			for k := range j {
				sum -= m[i][k] * m[j][k]
			}
			if i == j {
				m[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				m[i][j] = sum / m[j][j]
			}
		}
	}
	x := slices.Clone(v)
	for i := range n {
		for k := range i {
			x[i] -= m[i][k] * x[k]
		}
		x[i] /= m[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			x[i] -= m[k][i] * x[k]
		}
		x[i] /= m[i][i]
	}
	return x
}

// Games returns how many games the model was fitted to.
func (s *Strength) Games() int { return s.games }

// Expected returns the score that the first side is expected to make, from 0 to 1; ok
// is false for ranks that no game had.
func (s *Strength) Expected(p Pairing) (score float64, ok bool) {
	first, ok := s.ranks[p.First]
	second, also := s.ranks[p.Second]
	return 1 / (1 + math.Exp(-(s.advantage + s.stone*float64(p.Handicap) + first - second))), ok && also
}
