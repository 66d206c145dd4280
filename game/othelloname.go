package game

import (
	"sync"

	"kifudb/position"
	"kifudb/position/othello"
)

var othelloTitles = sync.OnceValue(func() (list []Title) {
	for _, o := range othello.Openings {
		list = append(list, Title{OpeningName, o.Name, o.Also})
	}
	return list
})

// Titles returns the openings of Othello.
func (*othelloEntry) Titles() []Title { return othelloTitles() }

// Naming names a game of Othello.
func (*othelloEntry) Naming() Naming { return &othelloNaming{} }

// othelloNaming finds the openings through which a game goes, the first ones first: one
// that is a Tamenori is a Tiger, too.
type othelloNaming struct{ names []Name }

// longestOpening is the number of moves after which no opening has a name.
var longestOpening = sync.OnceValue(func() (n int) {
	for _, o := range othello.Openings {
		n = max(n, len(o.Moves)/2)
	}
	return n
})

// See looks at a step.
func (n *othelloNaming) See(s *Step) {
	if !s.Done || s.MoveNumber > longestOpening() {
		return
	}
	o := othello.OpeningAt(s.Position.(Discs).Othello)
	if o != nil {
		n.names = append(n.names, Name{OpeningName, o.Name, position.Empty})
	}
}

// Over returns false: the openings end when their moves do.
func (*othelloNaming) Over() bool { return false }

// Names returns the openings.
func (n *othelloNaming) Names() []Name { return n.names }
