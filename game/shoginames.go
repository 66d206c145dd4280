package game

import (
	"sync"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/position/shogi/naming"
)

var shogiTitles = sync.OnceValue(func() (list []Title) {
	for _, t := range naming.Openings {
		list = append(list, Title{OpeningName, t.String(), t.Spellings()})
	}
	for _, t := range naming.Castles {
		list = append(list, Title{CastleName, t.String(), t.Spellings()})
	}
	for _, t := range naming.Endings {
		list = append(list, Title{EndingName, t.String(), t.Spellings()})
	}
	for _, t := range naming.Handicaps {
		list = append(list, Title{HandicapName, t.String(), t.Spellings()})
	}
	return list
})

// Titles returns the openings, castles, endings and handicaps of shogi.
func (*shogiEntry) Titles() []Title { return shogiTitles() }

// Naming names a game of shogi.
func (*shogiEntry) Naming() Naming { return &shogiNaming{} }

// shogiNaming is a Naming by package naming.
type shogiNaming struct{ *naming.Naming }

// See looks at a step.
func (n *shogiNaming) See(s *Step) {
	switch {
	case n.Naming == nil:
		n.Naming = naming.New(s.Position.(Pieces).Shogi)
	case s.Moved && s.Done:
		m, _ := shogi.MoveOf(uint16(s.Move.Point))
		n.Move(m, s.Before.(Pieces).Shogi, s.Position.(Pieces).Shogi)
	}
}

// Over returns false: endings depend on the last move.
func (*shogiNaming) Over() bool { return false }

// Names returns the openings first.
func (n *shogiNaming) Names() (list []Name) {
	if n.Naming == nil {
		return nil
	}
	if h := n.Handicap(); h != nil {
		list = append(list, Name{HandicapName, h.String(), position.Empty})
	}
	for _, o := range n.Openings() {
		list = append(list, Name{OpeningName, o.Title.String(), o.Side})
	}
	for _, c := range n.Castles() {
		list = append(list, Name{CastleName, c.Title.String(), c.Side})
	}
	for _, e := range n.Endings() {
		list = append(list, Name{EndingName, e.Title.String(), e.Side})
	}
	return list
}
