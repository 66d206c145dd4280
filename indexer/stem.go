package indexer

import (
	"strconv"

	"kifudb/format"
	"kifudb/sgfread"
	"kifudb/store"
)

// stem counts the moves of a main line before the node that says whose game it is, see [format.IdentStem].
type stem struct {
	moves  int  // of the main line so far
	at     int  // of them before the last node with such game-info
	result int  // as at, of a node with nothing but a result: this counts if the game goes on
	over   bool // the main line has ended
}

// play adds moves.
func (s *stem) play(moves int) {
	if s.over || moves == 0 {
		return
	}
	if s.result > 0 && s.moves > s.result {
		s.at, s.result = max(s.at, s.result), 0
	}
	s.moves += moves
}

// info notes a property of game-info in a node, before the node's move is added.
func (s *stem) info(id sgfread.Ident) {
	if s.over || s.moves == 0 {
		return
	}
	switch id {
	case sgfread.IdentPB, sgfread.IdentPW, sgfread.IdentBT, sgfread.IdentWT,
		sgfread.IdentDT, sgfread.IdentRO, sgfread.IdentEV, sgfread.IdentPC:
		s.at = s.moves
	case sgfread.IdentRE:
		s.result = s.moves
	}
}

// keep adds the stem to a game.
func (s *stem) keep(g *store.Game) {
	if s.at > 0 {
		g.Info = append(g.Info, store.Value{Ident: format.IdentStem, Text: strconv.Itoa(s.at)})
	}
}
