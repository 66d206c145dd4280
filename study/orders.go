package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Orders counts in which orders of moves games reached the one position or pattern of a query:
// the moves of each game before it came up first, in the coordinates and colors in which it
// was asked for. Orders that mean the same by symmetry are one. It finds *[OrdersFound].
//
// Before a pattern, only moves within its region count.
type Orders struct {
	Last int `json:"last"` // moves before the position that count; 0 for all
}

// OrdersFound are the orders in which a position or pattern was reached.
type OrdersFound struct {
	Asked query.Asked
	Games int
	Won   search.Results
	List  []Order // those in the most games first
}

// An Order is moves in the order in which they were played.
type Order struct {
	Moves   []Move         `json:"moves"`
	Games   int            `json:"games"`
	Won     search.Results `json:"won"`
	Lo      int32          `json:"lo"` // the first day of a game, yyyymmdd; 0 if all are undated
	Hi      int32          `json:"hi"` // the last day
	Example Sighting       `json:"example"`
}

func init() { search.Register(func() search.Aggregation { return new(Orders) }) }

// Kind implements [search.Aggregation].
func (*Orders) Kind() string { return "orders" }

// Resolve implements [search.Aggregation].
func (o *Orders) Resolve(*search.Resolver) (search.Aggregation, error) { return o, nil }

// Check implements [search.Aggregation].
func (o *Orders) Check(q *search.Question) error {
	if o.Last < 0 {
		return errors.New("orders: a negative number of moves")
	}
	_, err := new(Tree).shapeOf(q)
	return err
}

// Keep implements [search.Keeper].
func (*Orders) Keep() match.Keep { return match.KeepAll }

// Empty implements [search.Aggregation].
func (o *Orders) Empty(q *search.Question) search.State {
	s, err := new(Tree).shapeOf(q)
	if err != nil { // Check has looked
		panic("study: orders of a question that was not checked: " + err.Error())
	}
	return newOrdersState(s, o.Last)
}

// ordersState is what is known of the games so far.
type ordersState struct {
	shape *shape
	last  int

	list map[string]*Order // by their moves
}

var _ search.Forker = (*ordersState)(nil)

func newOrdersState(s *shape, last int) *ordersState {
	return &ordersState{s, last, map[string]*Order{}}
}

// Fork implements [search.Forker].
func (s *ordersState) Fork() search.State { return newOrdersState(s.shape, s.last) }

// Spare implements [search.Forker].
func (*ordersState) Spare() {}

func (s *ordersState) Add(ctx context.Context, b *match.Block) error {
	for local := range b.Games() {
		if err := ctx.Err(); err != nil {
			return err
		}
		hits, err := b.HitsOf(ctx, local, 0)
		if err != nil {
			return err
		}
		var first *match.Hit
		for i := range hits {
			if hits[i].Board != nil && (first == nil || hits[i].Node < first.Node) {
				first = &hits[i]
			}
		}
		if first == nil {
			continue
		}
		moves, swapped, err := s.before(b.Segment, local, first)
		if err != nil {
			return err
		}
		facts := b.Segment.Facts(local)
		one := Order{Moves: moves, Games: 1, Lo: facts.DateLo, Hi: facts.DateHi, Example: Sighting{Game: b.ID(local), Node: first.Node, Lo: facts.DateLo, Hi: facts.DateHi}}
		one.Won.Count(facts.Winner, swapped)
		s.order(one)
	}
	return nil
}

// before returns the moves that led to a hit, as they are asked for; of the images of these
// that mean the same, the one that stands for all. Swapped says that it has the colors exchanged.
func (s *ordersState) before(g *store.Segment, local int, hit *match.Hit) (moves []Move, swapped bool, err error) {
	type above struct {
		parent int
		moved  bool
		move   position.Move
	}
	var nodes []above
	err = match.Replay(g, local, func(step *game.Step) bool {
		nodes = append(nodes, above{step.Parent, step.Moved, step.Move})
		return step.Node < hit.Node
	})
	if err != nil {
		return nil, false, err
	}
	lie := s.shape.lieAt(hit.Board)
	image, _ := s.shape.imageOf(hit.Board)
	var stones []stone // the last first
	for at := hit.Node; at >= 0 && at < len(nodes) && (s.last == 0 || len(stones) < s.last); at = nodes[at].parent {
		if !nodes[at].moved {
			continue
		}
		var m stone
		switch move := nodes[at].move; {
		case s.shape.replayed:
			m = asAsked(move, &image)
		case s.shape.rules.Hexes && move.Point == position.SwapsStone:
			m = stone{swapsCell, lie.color(move.Color)}
		default:
			m = stone{lie.cell(move.Point), lie.color(move.Color)}
			if m.cell == noCell && !s.shape.whole {
				continue // outside of the region of a pattern
			}
		}
		stones = append(stones, m)
	}
	by := s.shape.all()
	moves = make([]Move, 0, len(stones))
	for _, m := range slices.Backward(stones) {
		m, by = s.shape.fold(by, m)
		moves = append(moves, s.shape.move(m))
	}
	return moves, hit.Board.Swapped != s.shape.group[by.lowest()].swapped, nil
}

// order counts games with an order of moves.
func (s *ordersState) order(o Order) {
	key := keyOfMoves(o.Moves)
	sum := s.list[key]
	if sum == nil {
		s.list[key] = &o
		return
	}
	sum.Games += o.Games
	sum.Won.Add(o.Won)
	if o.Lo != 0 && (sum.Lo == 0 || o.Lo < sum.Lo) {
		sum.Lo = o.Lo
	}
	sum.Hi = max(sum.Hi, o.Hi)
	if o.Example.Game < sum.Example.Game {
		sum.Example = o.Example
	}
}

// keyOfMoves returns a text that is the same for the same moves.
func keyOfMoves(moves []Move) string {
	key := make([]byte, 0, 3*len(moves))
	for _, m := range moves {
		key = append(key, byte(m.Color), byte(m.Point>>8), byte(m.Point))
	}
	return string(key)
}

func (s *ordersState) Merge(other search.State) {
	for _, o := range other.(*ordersState).list {
		s.order(*o)
	}
}

func (s *ordersState) Finish() any {
	found := &OrdersFound{Asked: s.shape.asked}
	for _, key := range slices.Sorted(maps.Keys(s.list)) {
		o := *s.list[key]
		found.Games += o.Games
		found.Won.Add(o.Won)
		found.List = append(found.List, o)
	}
	slices.SortStableFunc(found.List, func(a, b Order) int { return cmp.Compare(b.Games, a.Games) })
	return found
}

// Raise implements [search.Raiser].
func (s *ordersState) Raise(by store.GameID) {
	for _, o := range s.list {
		o.Example.Game += by
	}
}

// jsonOrders is the state in JSON.
type jsonOrders struct {
	List []Order `json:"list"`
}

// MarshalJSON writes the state.
func (s *ordersState) MarshalJSON() ([]byte, error) {
	j := jsonOrders{List: []Order{}}
	for _, key := range slices.Sorted(maps.Keys(s.list)) {
		j.List = append(j.List, *s.list[key])
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads it, into an empty state.
func (s *ordersState) UnmarshalJSON(data []byte) error {
	var j jsonOrders
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	for _, o := range j.List {
		if s.last > 0 && len(o.Moves) > s.last {
			return fmt.Errorf("an order of %d moves, of which %d were asked for", len(o.Moves), s.last)
		}
		s.order(o)
	}
	return nil
}
