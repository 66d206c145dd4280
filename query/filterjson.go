package query

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/alias"
	"kifudb/position"
)

// A filter in JSON is a query's tree in which terms have two keys more: "found",
// what was found out about a term, and "written", what stood in the query where
// the text of a file or of a place in a game stands now.

// jsonResolution is a Resolution in JSON.
type jsonResolution struct {
	Side    string       `json:"side,omitempty"` // b or w
	Names   []alias.Name `json:"names,omitempty"`
	Also    []string     `json:"also,omitempty"`
	Games   *idSet       `json:"games,omitempty"`
	Charset string       `json:"charset,omitempty"`
	Sure    bool         `json:"sure,omitempty"`
}

func newJSONResolution(r *Resolution) *jsonResolution {
	j := &jsonResolution{Names: r.Names, Also: r.Also, Games: newIDSet(r.Games), Charset: r.Charset, Sure: r.Sure}
	if r.Side != position.Empty {
		j.Side = (&Board{Next: r.Side}).printNext()
	}
	return j
}

func (j *jsonResolution) resolution() (*Resolution, error) {
	r := &Resolution{Names: j.Names, Also: j.Also, Games: j.Games.bitmap(), Charset: j.Charset, Sure: j.Sure}
	switch j.Side {
	case "":
	case "b":
		r.Side = position.Black
	case "w":
		r.Side = position.White
	default:
		return nil, fmt.Errorf("%q is not a side; expected b or w", j.Side)
	}
	return r, nil
}

// An idSet is a set of games in JSON: the portable form of roaring bitmaps, in
// base64.
type idSet struct{ games *roaring.Bitmap }

func newIDSet(games *roaring.Bitmap) *idSet {
	if games == nil {
		return nil
	}
	return &idSet{games}
}

// bitmap returns nil for no set.
func (s *idSet) bitmap() *roaring.Bitmap {
	if s == nil {
		return nil
	}
	return s.games
}

func (s *idSet) MarshalJSON() ([]byte, error) {
	b, err := s.games.ToBytes()
	if err != nil {
		return nil, err
	}
	return json.Marshal(b)
}

func (s *idSet) UnmarshalJSON(data []byte) error {
	var b []byte
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	s.games = roaring.New()
	if err := s.games.UnmarshalBinary(b); err != nil {
		return fmt.Errorf("a set of games: %w", err)
	}
	if err := s.games.Validate(); err != nil && !s.games.IsEmpty() {
		return fmt.Errorf("a set of games: %w", err)
	}
	return nil
}

// isResolved reports whether something was found out about a term.
func isResolved(n Node) bool {
	switch n := n.(type) {
	case *Term:
		return n.Resolution != nil
	case *Board:
		return n.Written != nil
	case *Then:
		return n.First.Written != nil || n.Second.Written != nil
	}
	return false
}

// filterToJSON writes a filter, nil for every game.
func filterToJSON(filter Node) (json.RawMessage, error) { return Query{filter}.MarshalJSON() }

// filterFromJSON reads a filter and checks its terms: it may come from anywhere.
func filterFromJSON(data []byte) (Node, error) {
	var j jsonNode
	if err := decodeStrictly(data, &j); err != nil {
		return nil, err
	}
	if j.empty() {
		return nil, nil
	}
	root, err := fromJSON(&j, 0)
	if err != nil {
		return nil, err
	}
	for n := range terms(root) {
		if err := checkTerm(n); err != nil {
			return nil, err
		}
	}
	return root, nil
}

// checkTerm says what is wrong with a term of a filter.
func checkTerm(n Node) error {
	switch n := n.(type) {
	case *Term:
		f, err := n.field()
		if err != nil {
			return err
		}
		for _, v := range n.Values {
			if err := f.meaning.check(v); err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
		}
		if n.Resolution != nil && len(n.Values) != 1 {
			return fmt.Errorf("%s: something was found out about one of %d values", f.name, len(n.Values))
		}
		if _, err := n.condition(); err != nil {
			return err
		}
	case *Board:
		return n.checkResolved()
	case *Then:
		return errors.Join(n.First.checkResolved(), n.Second.checkResolved())
	}
	return nil
}

// checkResolved says what is wrong with a board term of a filter.
func (b *Board) checkResolved() error {
	if b.File {
		return fmt.Errorf("%s:@%s: the file is not read yet", b.Kind, b.Text)
	}
	_, err := b.condition()
	if err != nil {
		return fmt.Errorf("%s: %w", b.Kind, err)
	}
	return nil
}
