package archive

import (
	"math"

	"kifudb/position"
	"kifudb/search"
	"kifudb/search/statistics"
)

// Results count how games ended, and say what that tells. If black and white were
// exchanged in a game, so are they here.
type Results struct {
	Black int `json:"black" doc:"Number of games that Black won. If colors are exchanged in a hit, so are the winners."`
	White int `json:"white" doc:"Number of games that White won."`
	Draw  int `json:"draw" doc:"Number of draws."`
	Other int `json:"other" doc:"Number of games with an unknown result, void or not finished."`

	Decided int `json:"decided" doc:"Number of games that were won or drawn."`

	BlackShare *Share `json:"black_share,omitempty" doc:"Share of the decided games that Black won. Missing if there are none, or if games of several kinds are counted together."`
	WhiteShare *Share `json:"white_share,omitempty" doc:"Share of the decided games that White won. Missing if there are none."`
	DrawShare  *Share `json:"draw_share,omitempty" doc:"Share of the decided games that were drawn. Missing if there are none."`
	BlackScore *Share `json:"black_score,omitempty" doc:"Black's score in the decided games; a draw is half a point. Missing if there are no draws."`
}

// A Share is a share or a mean, from 0 to 1, or a difference of two, from -1 to 1, with
// the interval that holds the true one in 95 of 100 such statements: that of Wilson
// for a share, of the trinomial score test where draws count, and Newcombe's for a
// difference. It is about chance alone: not about which games were collected, nor
// about who played them.
type Share struct {
	Value float64 `json:"value" doc:"The share, mean or difference."`
	Low   float64 `json:"low" doc:"Lower end of the 95 % interval."`
	High  float64 `json:"high" doc:"Upper end of the 95 % interval."`
}

// NewShare returns an estimate as a share. It rounds to six digits, of which four are shown at most.
func NewShare(e statistics.Estimate) Share {
	return Share{Round6(e.Value), Round6(e.Low), Round6(e.High)}
}

// Round6 rounds a number to six digits behind the point, as JSON has them.
func Round6(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// ShareOf returns the share of which k of n were counted, nil if n is 0.
func ShareOf(k, n int) *Share {
	if n == 0 {
		return nil
	}
	s := NewShare(statistics.Share(k, n))
	return &s
}

// NewResults returns counts of results with what they tell.
func NewResults(r search.Results) Results {
	decided := r.Black + r.White + r.Draw
	results := Results{
		Black: r.Black, White: r.White, Draw: r.Draw, Other: r.Other, Decided: decided,
		BlackShare: ShareOf(r.Black, decided), WhiteShare: ShareOf(r.White, decided), DrawShare: ShareOf(r.Draw, decided),
	}
	if r.Draw > 0 {
		s := NewShare(statistics.Score(results.Statistics()))
		results.BlackScore = &s
	}
	return results
}

// WithoutShares leaves the counts alone, as of games that cannot be compared.
func (r *Results) WithoutShares() {
	r.BlackShare, r.WhiteShare, r.DrawShare, r.BlackScore = nil, nil, nil, nil
}

// Statistics returns the decided games as Black sees them.
func (r Results) Statistics() statistics.Results {
	return statistics.Results{Won: r.Black, Drawn: r.Draw, Lost: r.White}
}

// SeenBy returns results as the player of a color sees them.
func (r Results) SeenBy(c position.Color) statistics.Results {
	of := r.Statistics()
	if c == position.White {
		of.Won, of.Lost = of.Lost, of.Won
	}
	return of
}
