package query

import (
	"encoding/json"
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/alias"
	"kifudb/position"
)

// A filter in JSON is a query's tree in which terms have two keys more: "found",
// what was found out about a term, and "written", what stood in the query where
// the text of a file or of a place in a game stands now.

// jsonResolution is a Resolution in JSON.
type jsonResolution struct {
	Side      string       `json:"side,omitempty"` // b or w
	Names     []alias.Name `json:"names,omitempty"`
	Also      []string     `json:"also,omitempty"`
	Games     *IDSet       `json:"games,omitempty"`
	Charset   string       `json:"charset,omitempty"`
	Positions []string     `json:"positions,omitempty"`
	Sure      bool         `json:"sure,omitempty"`
}

func newJSONResolution(r *Resolution) *jsonResolution {
	j := &jsonResolution{Names: r.Names, Also: r.Also, Games: NewIDSet(r.Games), Charset: r.Charset, Positions: r.Positions, Sure: r.Sure}
	if r.Side != position.Empty {
		j.Side = (&Board{Next: r.Side}).printNext()
	}
	return j
}

func (j *jsonResolution) resolution() (*Resolution, error) {
	r := &Resolution{Names: j.Names, Also: j.Also, Games: j.Games.Bitmap(), Charset: j.Charset, Positions: j.Positions, Sure: j.Sure}
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

// An IDSet is a set of games in JSON: the portable form of roaring bitmaps, in
// base64.
type IDSet struct{ Games *roaring.Bitmap }

// NewIDSet returns the set for JSON, nil for no set.
func NewIDSet(games *roaring.Bitmap) *IDSet {
	if games == nil {
		return nil
	}
	return &IDSet{games}
}

// Bitmap returns nil for no set.
func (s *IDSet) Bitmap() *roaring.Bitmap {
	if s == nil {
		return nil
	}
	return s.Games
}

func (s *IDSet) MarshalJSON() ([]byte, error) {
	b, err := s.Games.ToBytes()
	if err != nil {
		return nil, err
	}
	return json.Marshal(b)
}

func (s *IDSet) UnmarshalJSON(data []byte) error {
	var b []byte
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	s.Games = roaring.New()
	if err := s.Games.UnmarshalBinary(b); err != nil {
		return fmt.Errorf("a set of games: %w", err)
	}
	if err := s.Games.Validate(); err != nil && !s.Games.IsEmpty() {
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
		return isResolved(n.First) || isResolved(n.Second)
	}
	return false
}

// FilterToJSON writes a filter, nil for every game.
func FilterToJSON(filter Node) (json.RawMessage, error) { return Query{filter}.MarshalJSON() }

// FilterFromJSON reads a filter and checks its terms: it may come from anywhere.
func FilterFromJSON(data []byte) (Node, error) {
	var j jsonNode
	if err := DecodeStrictly(data, &j); err != nil {
		return nil, err
	}
	if j.empty() {
		return nil, nil
	}
	root, err := fromJSON(&j, 0)
	if err != nil {
		return nil, err
	}
	for n := range Terms(root) {
		if err := checkTerm(n); err != nil {
			return nil, err
		}
	}
	return root, nil
}
