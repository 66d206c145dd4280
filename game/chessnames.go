package game

import (
	"sync"

	"kifudb/position/chess/opening"
)

var chessTitles = sync.OnceValue(func() (list []Title) {
	for _, o := range opening.All() {
		list = append(list, Title{OpeningName, o.String(), []string{o.Name}})
	}
	return list
})

// Titles returns the openings of chess.
func (*chessEntry) Titles() []Title { return chessTitles() }

// Naming names a game of chess.
func (*chessEntry) Naming() Naming { return &chessNaming{} }

// chessNaming knows the latest position that belongs to an opening.
type chessNaming struct {
	latest opening.Opening
	known  bool
}

// See looks at a step. A position has the name whatever the moves were that led there.
func (n *chessNaming) See(s *Step) {
	if o, ok := opening.Of(s.Position.(Men).Chess); ok {
		n.latest, n.known = o, true
	}
}

// Names returns the opening.
func (n *chessNaming) Names() []Name {
	if !n.known {
		return nil
	}
	return []Name{{Kind: OpeningName, Text: n.latest.String()}}
}
