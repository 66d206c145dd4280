package archive

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
	"kifudb/study"
)

// NextOptions say what else is wanted of the table of what was played next.
type NextOptions struct {
	// Detail asks for when and by whom moves were played, what the strength of the
	// players made expect, and in how many games the position after a move was reached
	// in any order.
	Detail bool
	// Reached is of how many moves of each color, in the order of the table, it is found out
	// how often the position after them was reached; 0 for all. It takes as long as all else.
	Reached int
	By      string // a field by whose values each move is counted, "" for none
	Sort    string // one of NextOrders; "" is the first
	Min     int    // games that a move must have
	Limit   int    // moves, the first of the order; 0 for all
	Depth   int    // with 2 and more also the lines of so many moves, see [Next.Lines]
}

// NextOrders are the orders of the table: by games, by the score that may be expected of
// who makes the move, by how the result differs from what strength makes expect, by the
// first year, by the last (latest first), and by hits after moves elsewhere.
var NextOrders = []string{"games", "score", "adjusted", "first", "last", "tenuki"}

// detailed reports whether details are needed.
func (o *NextOptions) detailed() bool {
	return o.Detail || slices.Contains([]string{"adjusted", "first", "last"}, o.Sort)
}

func (o *NextOptions) check() error {
	if o.Depth > 1 && (o.Detail || o.By != "" || o.Sort != "" && o.Sort != "games" && o.Sort != "score") {
		return badRequest("depth", "lines of several moves are in the order of games or score, without details and values of a field")
	}
	if o.Depth < 0 || o.Depth > study.MaxDepth {
		return badRequest("depth", "a depth of %d moves; expected 1 to %d", o.Depth, study.MaxDepth)
	}
	if o.Min < 0 || o.Limit < 0 || o.Reached < 0 {
		return badRequest("min", "numbers of games and moves cannot be negative")
	}
	if o.Sort != "" && !slices.Contains(NextOrders, o.Sort) {
		return badRequest("sort", "there is no order %q of moves; expected one of %s", o.Sort, strings.Join(NextOrders, ", "))
	}
	if o.By != "" {
		if err := search.CheckFacet(o.By); err != nil {
			return &RequestError{"by", err}
		}
	}
	return nil
}

// continuations returns what is to be counted.
func (o *NextOptions) continuations() *search.Continuations {
	return &search.Continuations{Detail: o.detailed(), By: o.By}
}

// seenBy returns results as the player of a color sees them.
func (r Results) seenBy(c position.Color) statistics.Results {
	of := r.of()
	if c == position.White {
		of.Won, of.Lost = of.Lost, of.Won
	}
	return of
}

// An estimated row has results, and is to have an estimate of the score of a color.
type estimated struct {
	color    position.Color
	won      *Results
	estimate *float64
}

// estimateScores fills in what may be expected in each row of a table. The prior is all games of
// the table, as the player of the color sees them.
func estimateScores(all *Results, rows []estimated) {
	for _, color := range [...]position.Color{position.Black, position.White} {
		var results []statistics.Results
		for _, r := range rows {
			if r.color == color {
				results = append(results, r.won.seenBy(color))
			}
		}
		if len(results) == 0 {
			continue
		}
		prior := statistics.FitPrior(all.seenBy(color), results)
		for _, r := range rows {
			if r.color == color {
				*r.estimate = round6(prior.Estimate(r.won.seenBy(color)))
			}
		}
	}
}

// arrange puts the moves into their order, and leaves out those that are not wanted.
func (c *Next) arrange(o *NextOptions) {
	c.Next = slices.DeleteFunc(c.Next, func(n NextMove) bool { return n.Games < o.Min })
	compare := map[string]func(a, b *NextMove) int{
		"score":    func(a, b *NextMove) int { return cmp.Compare(b.Estimate, a.Estimate) },
		"adjusted": func(a, b *NextMove) int { return cmp.Compare(b.moverAdjusted(), a.moverAdjusted()) },
		"first":    func(a, b *NextMove) int { return cmp.Compare(a.Detail.first(), b.Detail.first()) },
		"last":     func(a, b *NextMove) int { return cmp.Compare(b.Detail.last(), a.Detail.last()) },
		"tenuki":   func(a, b *NextMove) int { return cmp.Compare(b.AfterTenuki, a.AfterTenuki) },
	}[o.Sort]
	if compare != nil { // equal ones stay by games
		slices.SortStableFunc(c.Next, func(a, b NextMove) int { return compare(&a, &b) })
	}
	if o.Limit > 0 && len(c.Next) > o.Limit {
		c.Next = c.Next[:o.Limit]
	}
}

// first returns the first year, far away where it is not known.
func (d *NextDetail) first() int {
	if d == nil || d.First == nil {
		return math.MaxInt
	}
	return d.First.Year
}

// last returns the last year.
func (d *NextDetail) last() int {
	if d == nil || d.Last == nil {
		return math.MinInt
	}
	return d.Last.Year
}

// moverAdjusted is by how much the player who makes the move did better than expected,
// at least: the end of the interval that is nearer to nothing, so that two games do not
// come first.
func (n *NextMove) moverAdjusted() float64 {
	if n.Detail == nil || n.Detail.Adjusted == nil { // not known, or not yet
		return math.Inf(-1)
	}
	a := n.Detail.Adjusted
	if n.Played.Color == position.White {
		return -a.Difference.High
	}
	return a.Difference.Low
}
