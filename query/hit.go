package query

import (
	"fmt"

	"kifudb/position"
	"kifudb/store"
)

// A Hit is a place in a game that fulfils a condition of a query. A game that
// fulfils a query without conditions on places has one hit, at its root.
type Hit struct {
	Game       store.GameID
	Node       int // in the order of the file, from 0
	MoveNumber int // moves up to the node, from 1; 0 before the first

	// Board is where a position or pattern lies, nil for other hits.
	Board *Place
	// After is the hit of the first term of a Then, of which this is the second;
	// nil for other hits.
	After *Hit
	// Comment is the text that was found at the node, or the name with lost
	// characters by which the game was found; nil for other hits.
	Comment *Comment
}

// A Place is how a position or pattern lies on the board of a game.
type Place struct {
	Term     string            // the board term, in normal form
	Anchor   position.Point    // where the upper left cell of the turned pattern lies
	Symmetry position.Symmetry // turns the pattern, as asked, to the way it lies
	Swapped  bool              // black and white are exchanged
	Stood    int               // moves that a pattern stood before it changed or the line ended
	Next     []Reply           // what was played next, one for each branch
}

// A Reply is a move that followed a position or pattern, in its own
// coordinates and colors: those of the asked board for a position, those of the
// pattern's upper left cell for a pattern.
type Reply struct {
	Move   position.Move // Point is Pass if the branch passed
	Tenuki bool          // after moves elsewhere
}

// A Comment is a text at a node that was found.
type Comment struct {
	Ident string // the property, such as C
	// Damaged says that the text is a name that is a hit only if its lost
	// characters are those that were asked for.
	Damaged bool

	hit   store.CommentHit
	whole string // the text, if it is one of the game info
	query *store.TextQuery
}

// Text reads the whole text and says which pieces of it were found, as pairs of
// byte offsets [from, to). The snapshot is the one that was searched.
func (c *Comment) Text(s *store.Snapshot, game store.GameID) (text string, found [][2]int, err error) {
	if text = c.whole; text == "" {
		segment, _, ok := s.Segment(game)
		if !ok {
			return "", nil, fmt.Errorf("there is no game %d in the archive", game)
		}
		comment, err := segment.Comment(c.hit)
		if err != nil {
			return "", nil, err
		}
		text = comment.Text
	}
	m, err := c.query.Matcher()
	if err != nil {
		return "", nil, err
	}
	return text, m.Spans(text), nil
}
