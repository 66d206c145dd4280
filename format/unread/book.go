package unread

import (
	"kifudb/format"
	"kifudb/game/notation"
)

// book is the books of shogi's engines: positions in SFEN, each with moves to choose
// from, which are not games.
func book() *format.Format {
	return &format.Format{
		Name: "book", Title: "engine's book", Extensions: []string{".db"}, Generic: true, Games: []int{gameShogi},
		Recognise: func(h *format.Head) format.Certainty { return surely(notation.IsBook(h.Text())) },
		Why:       "an engine's book: positions with moves to choose from, no games",
	}
}
