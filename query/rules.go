package query

import (
	"kifudb/position"
	"kifudb/store"
)

// rules are what pos: needs to know of a game. Another game is another file
// with its rules, and their line in allRules.
type rules interface {
	// game returns SGF's number.
	game() uint8
	// reads reports whether a text is written as positions of the game are,
	// and what is wrong with it.
	reads(text string) (mine bool, err error)
	// position returns the position that a text describes, to be found as the
	// options of a term want it.
	position(b *Board, text string) (askedPosition, error)
	// place fills the position at a place in a game in as the text of a term, and
	// whatever of its options only the game tells. Its errors continue "game 12".
	place(b *Board, s *store.Segment, local int, at moveRef) error
}

// allRules lists the games. A text is offered to one after the other.
func allRules() []rules { return []rules{shogiRules{}, goRules{}} }

// An askedPosition is what a pos: term asks for. It is safe for concurrent
// use.
type askedPosition interface {
	// indexed returns the key by which the index knows the games in which it
	// may have come up.
	indexed() position.Key
	searcher() positionSearcher
	shown() Asked
}

// A positionSearcher looks for a position in games, in one goroutine.
type positionSearcher interface {
	// find replays a game and returns the nodes at which the position comes
	// up, and unless every one is wanted only the first on its path. With
	// keepNone the first of all will do. What it returns lasts to the next
	// call, but with keepAll for ever.
	find(s *store.Segment, local int, k keep) ([]Hit, error)
}

// A codeReader is a positionSearcher that can make use of what the index knows of games.
type codeReader interface {
	readCodes(s *store.Segment, games []uint16, m store.Meeting) (*knownGames, error)
}
