package archive

import (
	"kifudb/indexer"
	"kifudb/sgfread"
	"kifudb/store"
)

// A Clock is what the record says of time at a move.
type Clock struct {
	// BlackLeft and WhiteLeft are the seconds that a player has left: SGF's BL and WL.
	BlackLeft *float64 `json:"black_left,omitempty"`
	WhiteLeft *float64 `json:"white_left,omitempty"`
	// BlackMoves and WhiteMoves are how many moves are to be made in them, in overtime:
	// OB and OW.
	BlackMoves *int `json:"black_moves,omitempty"`
	WhiteMoves *int `json:"white_moves,omitempty"`

	Used *float64 `json:"used,omitempty"` // seconds that the move took, where records say that
}

// takeClock reads a property that is about time. What is no number is passed over.
func (n *RecordNode) takeClock(id sgfread.Ident, raw []byte) {
	c := n.Clock
	if c == nil {
		c = &Clock{}
	}
	switch id {
	case sgfread.IdentBL, sgfread.IdentWL:
		seconds, _, ok := sgfread.ParseReal(raw)
		if !ok {
			return
		}
		if id == sgfread.IdentBL {
			c.BlackLeft = &seconds
		} else {
			c.WhiteLeft = &seconds
		}
	case sgfread.IdentOB, sgfread.IdentOW:
		moves, ok := sgfread.ParseNumber(raw)
		if !ok {
			return
		}
		if id == sgfread.IdentOB {
			c.BlackMoves = &moves
		} else {
			c.WhiteMoves = &moves
		}
	}
	n.Clock = c
}

// usedTimes notes how long moves took, in records of formats that say so of each.
func usedTimes(r *store.Record, nodes []RecordNode) {
	times := indexer.FormatOf(r).Times
	if times == nil || len(nodes) == 0 {
		return
	}
	for node, used := range times(r) {
		if i := node - nodes[0].Node; i >= 0 && i < len(nodes) {
			seconds := used.Seconds()
			nodes[i].Clock = &Clock{Used: &seconds}
		}
	}
}
