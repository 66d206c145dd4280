package statistics

import "math"

// A Ratio gathers games of which each has a sum over some moves, and how many moves these are:
// points lost, in so many moves. Games are what was drawn at random, not moves, since those of one
// game have much in common: so games are the unit of intervals. The sums are whole numbers; below 2⁵³
// they are added up exactly, in any order.
type Ratio struct {
	Games int     `json:"games"`
	Moves float64 `json:"moves"`
	Sum   float64 `json:"sum"`

	MovesMoves float64 `json:"moves_moves"` // sums of products over games
	MovesSum   float64 `json:"moves_sum"`
	SumSum     float64 `json:"sum_sum"`
}

// Count counts a game. One without moves says nothing.
func (r *Ratio) Count(moves int, sum int64) {
	if moves <= 0 {
		return
	}
	m, s := float64(moves), float64(sum)
	r.Games++
	r.Moves += m
	r.Sum += s
	r.MovesMoves += m * m
	r.MovesSum += m * s
	r.SumSum += s * s
}

// Add adds what another ratio counted.
func (r *Ratio) Add(o *Ratio) {
	r.Games += o.Games
	r.Moves += o.Moves
	r.Sum += o.Sum
	r.MovesMoves += o.MovesMoves
	r.MovesSum += o.MovesSum
	r.SumSum += o.SumSum
}

// Estimate estimates the sum for one move by the ratio estimator over clusters (Cochran, Sampling
// Techniques, 6.3), the clusters being games. With games i of n, moves m_i and sums s_i it is
//
//	R = Σs_i / Σm_i,  R ± t·√(n/(n-1) · Σ(s_i - R·m_i)²) / Σm_i
//
// where t is Student's quantile of 95 % with n - 1 degrees of freedom. ok is false of fewer than two
// games, and where all games have the same ratio, such as no blunder: these tell nothing of how far
// games spread.
func (r *Ratio) Estimate() (e Estimate, ok bool) {
	if r.Moves <= 0 {
		return e, false
	}
	e.Value = r.Sum / r.Moves
	e.Interval = Interval{e.Value, e.Value}
	if r.Games < 2 {
		return e, false
	}
	n := float64(r.Games)
	squares := max(r.SumSum-2*e.Value*r.MovesSum+e.Value*e.Value*r.MovesMoves, 0)
	if squares <= 1e-12*max(r.SumSum, 1) {
		return e, false
	}
	half := Student95(r.Games-1) * math.Sqrt(n/(n-1)*squares) / r.Moves
	e.Interval = Interval{e.Value - half, e.Value + half}
	return e, true
}
