package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// A Hit is a place in a game that fulfils a condition of a query. A game that
// fulfils a query without conditions on places has one hit, at its root.
type Hit struct {
	Game       store.GameID `json:"game"`
	Node       int          `json:"node"`       // in the order of the file, from 0
	MoveNumber int          `json:"moveNumber"` // moves up to the node, from 1; 0 before the first

	// Board is where a position or pattern lies, nil for other hits.
	Board *Place `json:"board,omitempty"`
	// After is the hit of the first term of a Then, of which this is the second;
	// nil for other hits.
	After *Hit `json:"after,omitempty"`
	// Before are the hits of the first term of a Then that this one comes after soon enough, and no other
	// has, if the first asks for a board and the second does not. [Block.HitsOf] leaves them out.
	Before []*Hit `json:"-"`
	// Feature is what the node's move does on the board; nil for other hits.
	Feature *Feature `json:"feature,omitempty"`
	// Comment is the text that was found at the node, or the name with lost
	// characters by which the game was found; nil for other hits.
	Comment *Comment `json:"comment,omitempty"`
}

// A Feature is what a move does on the board.
type Feature struct {
	Term   string           `json:"term"`             // the term, in normal form
	Name   string           `json:"name"`             // of the feature: captures
	Value  string           `json:"value"`            // a number, or a word of the feature
	By     position.Color   `json:"by"`               // the player who did it
	Points []position.Point `json:"points,omitempty"` // those that a drawing marks
}

// A Place is how a position or pattern lies on the board of a game.
type Place struct {
	Term     string                `json:"term"`               // the board term, in normal form
	Anchor   position.Point        `json:"anchor,omitempty"`   // where the upper left cell of the turned pattern lies
	Symmetry position.Symmetry     `json:"symmetry,omitempty"` // turns the pattern, as asked, to the way it lies
	Swapped  bool                  `json:"swapped,omitempty"`  // black and white are exchanged
	Stood    int                   `json:"stood,omitempty"`    // moves that a pattern stood before it changed or the line ended
	Differs  []position.Difference `json:"differs,omitempty"`  // points where the game's board differs, with near
	Next     []Reply               `json:"next,omitempty"`     // what was played next, one for each branch
}

// A Reply is a move that followed a position or pattern. For a position it has the
// coordinates and colors of the board in the query, for a pattern coordinates from the
// pattern's upper left cell.
type Reply struct {
	Move   position.Move `json:"move"`             // Point is Pass if the branch passed
	Tenuki bool          `json:"tenuki,omitempty"` // after moves elsewhere
	Node   int           `json:"-"`                // of the move; 0 if that is the first one with a move on the main line after the hit
}

// A Comment is a text at a node that was found.
type Comment struct {
	Ident string // the property, such as C
	// Damaged says that the text is a name that is a hit only if its lost
	// characters are those that were asked for.
	Damaged bool

	hit   store.CommentHit
	whole string // the text, if it is one of the game info
	query *fulltext.Query

	read *jsonComment // the text and what was found, if it was read already
}

// jsonComment is a Comment in JSON.
type jsonComment struct {
	Ident   string   `json:"ident"`
	Damaged bool     `json:"damaged,omitempty"`
	Text    string   `json:"text"`
	Found   [][2]int `json:"found,omitempty"`
	More    int      `json:"more,omitempty"` // places that were found, too, and are not in Found
}

// MaxFound is how many places in one text a hit tells: nobody reads more, and a text
// of millions of them, each of one letter, would take gigabytes to print.
const MaxFound = 1000

// Text reads the whole text and says which pieces of it were found, as pairs of
// byte offsets [from, to): the first [MaxFound], and how many more there are. The
// snapshot is the one that was searched; comments that came along with a [Page] need
// none.
func (c *Comment) Text(s *store.Snapshot, game store.GameID) (text string, found [][2]int, more int, err error) {
	if c.read == nil {
		segment, _, ok := s.Segment(game)
		if !ok {
			return "", nil, 0, fmt.Errorf("there is no game %d in the archive", game)
		}
		if err := c.load(segment); err != nil {
			return "", nil, 0, err
		}
	}
	return c.read.Text, c.read.Found, c.read.More, nil
}

// load reads the text from the segment of the game.
func (c *Comment) load(g *store.Segment) error {
	text := c.whole
	if text == "" {
		comment, err := g.Comment(c.hit)
		if err != nil {
			return err
		}
		text = comment.Text
	}
	m, err := c.query.Matcher()
	if err != nil {
		return err
	}
	found, more := m.FirstSpans(text, MaxFound)
	c.read = &jsonComment{c.Ident, c.Damaged, text, found, more}
	return nil
}

// ReadComment reads the comment of a hit, if it has one.
func (h *Hit) ReadComment(g *store.Segment) error {
	if h.Comment == nil || h.Comment.read != nil {
		return nil
	}
	return h.Comment.load(g)
}

// MarshalJSONTo writes a comment that was read.
func (c *Comment) MarshalJSONTo(e *jsontext.Encoder) error {
	if c.read == nil {
		return errors.New("query: a comment whose text was not asked for cannot travel; set Page.Texts")
	}
	return json.MarshalEncode(e, c.read)
}

// MarshalJSON writes a comment that was read.
func (c *Comment) MarshalJSON() ([]byte, error) { return query.WriteJSON(c) }

// UnmarshalJSON reads a comment with its text.
func (c *Comment) UnmarshalJSON(data []byte) error { return query.ReadJSON(data, c) }

// UnmarshalJSONFrom reads a comment with its text.
func (c *Comment) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*c = Comment{read: new(jsonComment)}
	if err := json.UnmarshalDecode(d, c.read); err != nil {
		return err
	}
	if c.read.More < 0 || len(c.read.Found) > MaxFound {
		return errors.New("a comment with more found pieces than are told")
	}
	c.Ident, c.Damaged = c.read.Ident, c.read.Damaged
	for _, f := range c.read.Found {
		if f[0] < 0 || f[0] > f[1] || f[1] > len(c.read.Text) {
			return errors.New("a comment whose found pieces do not lie in it")
		}
	}
	return nil
}

// sortHits orders the hits of a game: by node, and at the same node by how
// they lie.
func sortHits(hits []Hit) {
	slices.SortStableFunc(hits, func(x, y Hit) int {
		switch {
		case x.Node != y.Node:
			return x.Node - y.Node
		case x.Board == nil || y.Board == nil:
			return 0
		case x.Board.Term != y.Board.Term:
			return strings.Compare(x.Board.Term, y.Board.Term)
		case x.Board.Swapped != y.Board.Swapped:
			if y.Board.Swapped {
				return -1
			}
			return 1
		case x.Board.Symmetry != y.Board.Symmetry:
			return int(x.Board.Symmetry) - int(y.Board.Symmetry)
		}
		return int(x.Board.Anchor) - int(y.Board.Anchor)
	})
}
