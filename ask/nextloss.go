package ask

import (
	"slices"

	"kifudb/archive"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
)

// NextLoss is what a move lost in the games in which it was played next and an engine's values are
// known. A gain counts as no loss.
type NextLoss struct {
	Games   int      `json:"games" doc:"Number of games with the move in which anything is known of it."`
	Moves   int      `json:"moves" doc:"How often the move was played there, in all variations, with a known loss."`
	Points  *float64 `json:"points,omitempty" doc:"Mean loss in the engine's unit: points in Go, pawns in chess. Missing if unknown."`
	Percent *float64 `json:"percent,omitempty" doc:"Mean loss in percent of the chance to win. Missing if unknown."`
	Choice  *float64 `json:"choice,omitempty" doc:"Share of these places in which the move is the engine's first choice, from 0 to 1. Missing if unknown."`
}

// askLosses is the name of the aggregation.
const askLosses = "losses"

// withLosses adds what the next moves lost to what a question about a board counts.
func withLosses(q archive.Query, also map[string]search.Aggregation) map[string]search.Aggregation {
	if _, err := query.OneBoard(q.Root); err == nil {
		also[askLosses] = &study.Losses{}
	}
	return also
}

// lost adds to the moves what they lost.
func (c *Next) lost(answer *search.Answer) {
	found, ok := answer.Found[askLosses].(*study.LostMoves)
	if !ok { // the answer is growing
		return
	}
	c.Evaluated = found.Games
	for _, m := range found.Moves {
		if i := slices.IndexFunc(c.Next, func(n NextMove) bool { return n.Played == m.Move }); i >= 0 {
			c.Next[i].Loss = newNextLoss(m.Lost)
		}
	}
}

func newNextLoss(l *study.LostBy) *NextLoss {
	points, percent, choice := l.Means()
	loss := &NextLoss{Games: l.Games, Moves: max(l.Points.Moves, l.Percent.Moves), Points: points, Percent: percent, Choice: choice}
	for _, x := range []*float64{points, percent, choice} {
		if x != nil {
			*x = archive.Round6(*x)
		}
	}
	return loss
}
