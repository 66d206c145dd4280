package match

import (
	"fmt"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// rules are what it takes to find positions of a game in its records. Another
// game is another file with its rules, and their line in allRules.
type rules interface {
	// game returns SGF's number.
	game() uint8
	// position returns what a term asks for, to be found as its options want it;
	// nil if it is not a position of the game.
	position(b *query.Board, a query.Asked) (askedPosition, error)
	// place fills the position at a place in a game in as the text of a term, and
	// whatever of its options only the game tells. Its errors continue "game 12".
	place(b *query.Board, s *store.Segment, local int, at query.MoveRef) error
}

// allRules lists the games.
func allRules() []rules { return []rules{shogiRules{}, goRules{}} }

// FillIn puts the position at a place in a game into a term as its text. Its
// errors continue "game 12".
func FillIn(b *query.Board, s *store.Segment, local int, at query.MoveRef) error {
	number := s.Facts(local).Game
	for _, r := range allRules() {
		if r.game() == number {
			return r.place(b, s, local, at)
		}
	}
	return fmt.Errorf("is one of SGF's game %d, whose positions cannot be searched", number)
}

// An askedPosition is what a pos: term asks for. It is safe for concurrent
// use.
type askedPosition interface {
	// indexed returns the key by which the index knows the games in which it
	// may have come up.
	indexed() position.Key
	searcher() positionSearcher
}

// A positionSearcher looks for a position in games, in one goroutine.
type positionSearcher interface {
	// find replays a game and returns the nodes at which the position comes
	// up, and unless every one is wanted only the first on its path. With
	// KeepNone the first of all will do. What it returns lasts to the next
	// call, but with KeepAll for ever.
	find(s *store.Segment, local int, k Keep) ([]Hit, error)
}

// A codeReader is a positionSearcher that can make use of what the index knows of games.
type codeReader interface {
	readCodes(s *store.Segment, games []uint16, m store.Meeting) (*knownGames, error)
}
