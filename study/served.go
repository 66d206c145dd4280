package study

import (
	"kifudb/position"
	"kifudb/search/statistics"
	"kifudb/store"
)

// Served counts how games ended for one side: the player who played something, or one
// that has a value.
type Served struct {
	Won     int `json:"won"`
	Lost    int `json:"lost"`
	Drawn   int `json:"drawn"`
	Unknown int `json:"unknown"` // also of games without a result
}

// count counts a game that the player of a color played.
func (s *Served) count(winner store.Winner, by position.Color) {
	switch {
	case winner == store.WinnerNone:
		s.Drawn++
	case winner == store.WinnerBlack && by == position.Black, winner == store.WinnerWhite && by == position.White:
		s.Won++
	case winner == store.WinnerBlack, winner == store.WinnerWhite:
		s.Lost++
	default:
		s.Unknown++
	}
}

func (s *Served) add(o Served) {
	s.Won += o.Won
	s.Lost += o.Lost
	s.Drawn += o.Drawn
	s.Unknown += o.Unknown
}

// Decided returns the games that were won, drawn or lost.
func (s Served) Decided() statistics.Results {
	return statistics.Results{Won: s.Won, Drawn: s.Drawn, Lost: s.Lost}
}

// Games returns the number of all games.
func (s Served) Games() int { return s.Won + s.Lost + s.Drawn + s.Unknown }

// negative reports whether it counts fewer than no games.
func (s Served) negative() bool { return min(s.Won, s.Drawn, s.Lost, s.Unknown) < 0 }
