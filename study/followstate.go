package study

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// A followState is how the games that were looked at follow a tree.
type followState struct {
	tree *followed

	games, hits, followed, again int
	positions                    map[int32]*followNode // those that were reached
	left                         map[departed]*Departure
	best                         []FollowGame

	// Of the game at hand.
	game   int
	id     store.GameID
	winner store.Winner
	found  bool
	most   FollowGame
	depth  int // of its position, -1 for none
}

type followNode struct {
	games, hits, leftBlack, leftWhite, ended, done int
	won                                            search.Results
	example                                        store.GameID
	seen                                           int
}

// departed is a position and a move that leaves the tree there.
type departed struct {
	at   int32
	move Move
}

var (
	_ search.Forker = (*followState)(nil)
	_ search.Raiser = (*followState)(nil)
)

func newFollowState(f *followed) *followState {
	return &followState{tree: f, positions: map[int32]*followNode{}, left: map[departed]*Departure{}}
}

// Fork implements [search.Forker].
func (s *followState) Fork() search.State { return newFollowState(s.tree) }

// Spare implements [search.Forker].
func (*followState) Spare() {}

// at returns what is known of a position.
func (s *followState) at(position int32) *followNode {
	n := s.positions[position]
	if n == nil {
		n = new(followNode)
		s.positions[position] = n
	}
	return n
}

// begin is called before each game.
func (s *followState) begin(id store.GameID, winner store.Winner) {
	s.game++
	s.id, s.winner, s.found, s.depth = id, winner, false, -1
}

// take counts a hit.
func (s *followState) take(h *followedHit) {
	s.found = true
	s.hits++
	if h.again {
		s.again++
	}
	for _, r := range h.reached {
		n := s.at(r.at)
		n.hits++
		if n.seen != s.game {
			n.seen = s.game
			n.won.Count(s.winner, r.swapped)
			if n.games++; n.games == 1 || s.id < n.example {
				n.example = s.id
			}
		}
	}
	last := s.at(h.last)
	g := FollowGame{ID: s.id, Position: int(h.last), MoveNumber: h.number}
	switch p := &s.tree.Positions[h.last]; {
	case p.Leaf:
		last.done++
	case !h.left:
		last.ended++
	default:
		g.By, g.Move = h.move.color, s.tree.shape.move(h.move)
		if g.By == position.Black {
			last.leftBlack++
		} else {
			last.leftWhite++
		}
		key := departed{h.last, g.Move}
		d := s.left[key]
		if d == nil {
			d = &Departure{Move: g.Move}
			s.left[key] = d
		}
		d.Hits++
		d.Won.Count(s.winner, h.swapped != s.tree.shape.group[h.turns.lowest()].swapped)
	}
	if depth := s.tree.Positions[h.last].Depth; depth > s.depth {
		s.most, s.depth = g, depth
	}
}

// end is called behind each game.
func (s *followState) end() {
	if s.found {
		s.games++
	}
	if s.depth < 1 {
		return
	}
	s.followed++
	if s.tree.Games > 0 {
		s.best = append(s.best, s.most)
		s.keep(2*s.tree.Games + 1024)
	}
}

// keep forgets all but the best games if there are more than so many.
func (s *followState) keep(most int) {
	if len(s.best) <= most {
		return
	}
	slices.SortFunc(s.best, func(a, b FollowGame) int {
		return cmp.Or(cmp.Compare(s.tree.Positions[b.Position].Depth, s.tree.Positions[a.Position].Depth), cmp.Compare(a.ID, b.ID))
	})
	s.best = s.best[:min(len(s.best), s.tree.Games)]
}

// Merge implements [search.State].
func (s *followState) Merge(other search.State) {
	o := other.(*followState)
	s.games += o.games
	s.hits += o.hits
	s.followed += o.followed
	s.again += o.again
	for i, m := range o.positions {
		n := s.at(i)
		if m.games > 0 && (n.games == 0 || m.example < n.example) {
			n.example = m.example
		}
		n.games += m.games
		n.hits += m.hits
		n.leftBlack += m.leftBlack
		n.leftWhite += m.leftWhite
		n.ended += m.ended
		n.done += m.done
		n.won.Add(m.won)
	}
	for key, d := range o.left {
		sum := s.left[key]
		if sum == nil {
			sum = &Departure{Move: d.Move}
			s.left[key] = sum
		}
		sum.Hits += d.Hits
		sum.Won.Add(d.Won)
	}
	s.best = append(s.best, o.best...)
	s.keep(2*s.tree.Games + 1024)
}

// Raise implements [search.Raiser].
func (s *followState) Raise(by store.GameID) {
	for _, n := range s.positions {
		n.example += by
	}
	for i := range s.best {
		s.best[i].ID += by
	}
}

// Finish implements [search.State].
func (s *followState) Finish() any {
	f := &FollowFound{Games: s.games, Hits: s.hits, Followed: s.followed, Again: s.again}
	f.Positions = make([]FollowCount, len(s.tree.Positions))
	for i, n := range s.positions {
		f.Positions[i] = FollowCount{
			Games: n.games, Hits: n.hits, Won: n.won, Example: n.example,
			LeftBlack: n.leftBlack, LeftWhite: n.leftWhite, Ended: n.ended, Done: n.done,
		}
	}
	for key, d := range s.left {
		list := &f.Positions[key.at].Left
		*list = append(*list, *d)
	}
	for i := range f.Positions {
		slices.SortFunc(f.Positions[i].Left, func(a, b Departure) int {
			return cmp.Or(b.Hits-a.Hits, cmp.Compare(a.Move.Color, b.Move.Color), cmp.Compare(a.Move.Point, b.Move.Point))
		})
	}
	all := followState{tree: s.tree, best: slices.Clone(s.best)}
	all.keep(0)
	f.Best = all.best
	return f
}

// jsonFollow is a state in JSON.
type jsonFollow struct {
	Games     int            `json:"games"`
	Hits      int            `json:"hits"`
	Followed  int            `json:"followed"`
	Again     int            `json:"again"`
	Positions []jsonFollowed `json:"positions"` // those that were reached
	Left      []jsonLeft     `json:"left,omitempty"`
	Best      []FollowGame   `json:"best,omitempty"`
}

type jsonFollowed struct {
	At      int            `json:"at"`
	Counts  [6]int         `json:"counts"` // games, hits, left by Black, by White, ended, done
	Won     search.Results `json:"won"`
	Example store.GameID   `json:"example"`
}

type jsonLeft struct {
	At int `json:"at"`
	Departure
}

// MarshalJSON writes the state.
func (s *followState) MarshalJSON() ([]byte, error) {
	j := jsonFollow{Games: s.games, Hits: s.hits, Followed: s.followed, Again: s.again, Best: s.best}
	for _, i := range slices.Sorted(maps.Keys(s.positions)) {
		n := s.positions[i]
		j.Positions = append(j.Positions, jsonFollowed{int(i), [6]int{n.games, n.hits, n.leftBlack, n.leftWhite, n.ended, n.done}, n.won, n.example})
	}
	keys := slices.SortedFunc(maps.Keys(s.left), func(a, b departed) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.move.Color, b.move.Color), cmp.Compare(a.move.Point, b.move.Point))
	})
	for _, key := range keys {
		j.Left = append(j.Left, jsonLeft{int(key.at), *s.left[key]})
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads what MarshalJSON wrote into an empty state, and trusts none of
// it.
func (s *followState) UnmarshalJSON(data []byte) error {
	var j jsonFollow
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if j.Games < 0 || j.Hits < j.Games || j.Followed < 0 || j.Followed > j.Games || j.Again < 0 || j.Again > j.Hits {
		return fmt.Errorf("follow: %d games, %d hits, %d follow, %d again", j.Games, j.Hits, j.Followed, j.Again)
	}
	s.games, s.hits, s.followed, s.again = j.Games, j.Hits, j.Followed, j.Again
	for i, p := range j.Positions {
		if p.At < 0 || p.At >= len(s.tree.Positions) || i > 0 && p.At <= j.Positions[i-1].At {
			return fmt.Errorf("follow: position %d", p.At)
		}
		r, c := p.Won, p.Counts
		if slices.Min(c[:]) < 0 || c[0] < 1 || c[1] < c[0] || c[0] > j.Games || min(r.Black, r.White, r.Draw, r.Other) < 0 || r.Black+r.White+r.Draw+r.Other != c[0] {
			return fmt.Errorf("follow: position %d has %v, %+v", p.At, c, r)
		}
		s.positions[int32(p.At)] = &followNode{games: c[0], hits: c[1], leftBlack: c[2], leftWhite: c[3], ended: c[4], done: c[5], won: r, example: p.Example}
	}
	for _, l := range j.Left {
		r := l.Won
		if _, ok := s.tree.shape.stone(l.Move); !ok || l.At < 0 || l.At >= len(s.tree.Positions) || l.Hits < 1 || min(r.Black, r.White, r.Draw, r.Other) < 0 {
			return fmt.Errorf("follow: %+v", l)
		}
		key := departed{int32(l.At), l.Move}
		if s.left[key] != nil {
			return fmt.Errorf("follow: %+v twice", l)
		}
		d := l.Departure
		s.left[key] = &d
	}
	for _, g := range j.Best {
		if g.Position < 0 || g.Position >= len(s.tree.Positions) || g.By > position.White {
			return fmt.Errorf("follow: game %+v", g)
		}
	}
	s.best = j.Best
	return nil
}
