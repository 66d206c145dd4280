package ask

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
)

// NextOptions say what else is wanted of the table of what was played next. The orders are by
// games, by the score that may be expected of the player who makes the move, by how the result
// differs from what strength makes expect, by the first year, by the last (latest first), and
// by hits after moves elsewhere.
type NextOptions struct {
	// Detail asks for when and by whom moves were played, what the strength of the
	// players made expect, and in how many games the position after a move was reached
	// in any order.
	Detail bool `flag:"details" usage:"also when and by whom moves were played, transpositions, and results compared with what the ranks lead to expect" query:"detail" default:"true" doc:"Add when and by whom moves were played, the score that ranks let expect, and how often the position after a move was reached in any order."`
	// By is a field by whose values each move is counted, "" or "-" for none.
	By   string `flag:"by" usage:"count each move by the values of {FIELD}" query:"by" default:"decade" doc:"Field by whose values each move is counted. A minus sign for none."`
	Sort string `flag:"sort" value:"games" usage:"order by [values]; score is an estimate in which few games count for little, adjusted the sure part of 'vs. ranks'" query:"sort" enum:",games,score,adjusted,first,last,tenuki" doc:"Order of the moves."`
	// Depth asks with 2 and more also for the lines of so many moves, see [Next.Lines].
	Depth int `flag:"depth" value:"1" usage:"show lines of {N} moves; the command tree shows a tree of them" minimum:"0" maximum:"1000"`
	Min   int `flag:"min" value:"1" usage:"leave out moves in fewer than {N} games" query:"min" minimum:"0" doc:"Least number of games with a move."`
	Limit int `flag:"limit,n" value:"30" usage:"show at most {N} moves, 0 for all" query:"limit" minimum:"0" doc:"Largest number of moves. 0 for all."`
	// Reached is of how many moves of each color, in the order of the table, it is found out
	// how often the position after them was reached; 0 for all. It takes as long as all else.
	Reached int `minimum:"0"`

	// Watch, if set, is called now and then, by one goroutine, with the table so far.
	Watch func(sofar *Next)
}

// detailed reports whether details are needed.
func (o *NextOptions) detailed() bool {
	return o.Detail || slices.Contains([]string{"adjusted", "first", "last"}, o.Sort)
}

// check says what is wrong with the options: a *[archive.RequestError], or nil.
func (o *NextOptions) check() error {
	if err := CheckOptions(o); err != nil {
		return err
	}
	if o.Depth > 1 && (o.Detail || o.By != "" || o.Sort != "" && o.Sort != "games" && o.Sort != "score") {
		return badRequest("depth", "lines of several moves can be sorted by games or score only, and have neither details nor values of a field")
	}
	if by := o.by(); by != "" {
		if err := search.CheckFacet(by); err != nil {
			return &archive.RequestError{Part: "by", Err: err}
		}
	}
	return nil
}

// by returns the field by which moves are counted, "" for none.
func (o *NextOptions) by() string { return strings.TrimPrefix(strings.TrimSpace(o.By), "-") }

// continuations returns what is to be counted.
func (o *NextOptions) continuations() *search.Continuations {
	return &search.Continuations{Detail: o.detailed(), By: o.by()}
}

// An estimated row has results, and is to have an estimate of the score of a color.
type estimated struct {
	color    position.Color
	won      *archive.Results
	estimate *float64
}

// estimateScores fills in what may be expected in each row of a table. The prior is all games of
// the table, as the player of the color sees them.
func estimateScores(all *archive.Results, rows []estimated) {
	for _, color := range [...]position.Color{position.Black, position.White} {
		var results []statistics.Results
		for _, r := range rows {
			if r.color == color {
				results = append(results, r.won.SeenBy(color))
			}
		}
		if len(results) == 0 {
			continue
		}
		prior := statistics.FitPrior(all.SeenBy(color), results)
		for _, r := range rows {
			if r.color == color {
				*r.estimate = archive.Round6(prior.Estimate(r.won.SeenBy(color)))
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
