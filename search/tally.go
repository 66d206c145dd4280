package search

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/position"
	"kifudb/search/match"
	"kifudb/store"
)

// A tally counts continuations. Tallies of different games can be added.
type tally struct {
	numbers []uint16 // by point and color, the number in the list, counted from 1; of few none is noted
	list    []Continuation
	total   Table

	// Of the game at hand.
	firsts []match.HitReply // by number, the first hit that went on so
	games  []int            // by number, the game that firsts is about, counted from 1
	seen   []int            // numbers

	details *details // nil unless they are asked for
}

// spareTallies has empty tallies, for what they have allocated.
var spareTallies = sync.Pool{New: func() any { return new(tally) }}

func newTally() *tally { return spareTallies.Get().(*tally) }

// Spare empties a tally for others to use.
func (t *tally) Spare() {
	if len(t.list) >= fewMoves {
		for _, c := range t.list {
			t.numbers[tallied(c.Move)] = 0
		}
	}
	t.list, t.firsts, t.games, t.seen = t.list[:0], t.firsts[:0], t.games[:0], t.seen[:0]
	t.total, t.details = Table{}, nil
	spareTallies.Put(t)
}

// tallied numbers moves. The codes of moves of pieces take more bits than points.
func tallied(m position.Move) int { return 3*int(m.Point) + int(m.Color%3) }

// number returns the number of a move in the list, where it puts it.
func (t *tally) number(m position.Move) int {
	if len(t.list) < fewMoves {
		for n := range t.list {
			if tallied(t.list[n].Move) == tallied(m) {
				return n
			}
		}
		if t.add(m); len(t.list) == fewMoves {
			for n := range t.list {
				t.note(n)
			}
		}
		return len(t.list) - 1
	}
	if at := tallied(m); at < len(t.numbers) && t.numbers[at] > 0 {
		return int(t.numbers[at]) - 1
	}
	t.add(m)
	t.note(len(t.list) - 1)
	return len(t.list) - 1
}

// fewMoves are too many to look through the list.
const fewMoves = 6

// add puts a move at the end of the list.
func (t *tally) add(m position.Move) {
	t.list = append(t.list, Continuation{Move: m})
	t.firsts, t.games = append(t.firsts, match.HitReply{}), append(t.games, 0)
}

// note notes where a move of the list is.
func (t *tally) note(n int) {
	at := tallied(t.list[n].Move)
	if at >= len(t.numbers) {
		t.numbers = slices.Grow(t.numbers, at+at/8+1-len(t.numbers))[:at+at/8+1]
	}
	t.numbers[at] = uint16(n + 1)
}

// Merge adds what was counted in other games.
func (t *tally) Merge(other State) {
	o := other.(*tally)
	t.total.Games += o.total.Games
	t.total.Hits += o.total.Hits
	t.total.Ended += o.total.Ended
	t.total.Won.Add(o.total.Won)
	for i := range o.list {
		c := &o.list[i]
		sum := &t.list[t.number(c.Move)]
		sum.Games += c.Games
		sum.Hits += c.Hits
		sum.Tenuki += c.Tenuki
		sum.Won.Add(c.Won)
		if t.details != nil {
			t.details.row(t.number(c.Move)).merge(o.details.row(i))
		}
	}
	if t.details != nil {
		t.details.total.merge(o.details.total)
	}
}

// Raise raises the ids of games.
func (t *tally) Raise(by store.GameID) {
	if t.details != nil {
		t.details.raise(by)
	}
}

// game counts the hits of one game.
func (t *tally) game(local int, winner store.Winner, list []match.HitReply) {
	t.total.Games++
	t.seen = t.seen[:0]
	var first *match.HitReply
	for i := range list {
		f := &list[i]
		if f.Hit {
			t.total.Hits++
			if first == nil || f.Order < first.Order {
				first = f
			}
		}
		if !f.Replied {
			t.total.Ended++
			continue
		}
		n := t.number(f.Move)
		c := &t.list[n]
		c.Hits++
		if f.Tenuki {
			c.Tenuki++
		}
		if t.games[n] != t.total.Games {
			t.games[n], t.firsts[n] = t.total.Games, *f
			t.seen = append(t.seen, n)
		} else if f.Order < t.firsts[n].Order {
			t.firsts[n] = *f
		}
	}
	if first != nil {
		t.total.Won.Count(winner, first.Swapped)
	}
	for _, n := range t.seen {
		t.list[n].Games++
		t.list[n].Won.Count(winner, t.firsts[n].Swapped)
	}
	if t.details == nil {
		return
	}
	t.details.game(local)
	if first != nil {
		t.details.all(first.Swapped)
	}
	for _, n := range t.seen {
		t.details.see(n, t.list[n].Move.Color, t.firsts[n].Swapped)
	}
}

// alike counts so many games with one hit each, of the same kind.
func (t *tally) alike(n int, winner store.Winner, r match.HitReply) {
	var won Results
	won.Count(winner, r.Swapped)
	won = won.times(n)
	t.total.Games += n
	t.total.Hits += n
	t.total.Won.Add(won)
	if !r.Replied {
		t.total.Ended += n
		return
	}
	c := &t.list[t.number(r.Move)]
	c.Games += n
	c.Hits += n
	c.Won.Add(won)
}

// counts adds what was counted of many games together.
func (t *tally) counts(c *match.Counts) {
	games, won := gamesOf(&c.All)
	t.total.Games += games
	t.total.Hits += c.All.Hits
	t.total.Ended += c.Ended
	t.total.Won.Add(won)
	for i := range c.Replies {
		r := &c.Replies[i]
		if r.Hits == 0 {
			continue
		}
		games, won := gamesOf(r)
		sum := &t.list[t.number(r.Move)]
		sum.Games += games
		sum.Hits += r.Hits
		sum.Tenuki += r.Tenuki
		sum.Won.Add(won)
	}
}

// gamesOf returns how many games a count is of, and how they ended.
func gamesOf(c *match.Count) (games int, won Results) {
	c.Each(func(n int, winner store.Winner, swapped bool) {
		var one Results
		one.Count(winner, swapped)
		games += n
		won.Add(one.times(n))
	})
	return games, won
}

// times returns the results of so many games that ended as those.
func (r Results) times(n int) Results {
	return Results{n * r.Black, n * r.White, n * r.Draw, n * r.Other}
}

// Count counts one game, in which black and white may have been exchanged.
func (r *Results) Count(w store.Winner, swapped bool) {
	switch {
	case w == store.WinnerBlack && !swapped, w == store.WinnerWhite && swapped:
		r.Black++
	case w == store.WinnerWhite, w == store.WinnerBlack:
		r.White++
	case w == store.WinnerNone:
		r.Draw++
	default:
		r.Other++
	}
}

// Add adds the results of other games.
func (r *Results) Add(o Results) {
	r.Black += o.Black
	r.White += o.White
	r.Draw += o.Draw
	r.Other += o.Other
}

// negative reports whether it counts fewer than no games.
func (r *Results) negative() bool { return min(r.Black, r.White, r.Draw, r.Other) < 0 }

// Finish returns what was counted, the most frequent continuations first.
func (t *tally) Finish() any {
	table := t.total
	table.Continuations = append([]Continuation(nil), t.list...)
	if t.details != nil {
		table.Detail = t.details.total.detail()
		for n := range table.Continuations {
			table.Continuations[n].Detail = t.details.row(n).detail()
		}
	}
	slices.SortFunc(table.Continuations, byGames)
	return &table
}

// MarshalJSONTo writes what was counted.
func (t *tally) MarshalJSONTo(e *jsontext.Encoder) error { return json.MarshalEncode(e, t.Finish()) }

// UnmarshalJSONFrom reads it, into an empty tally.
func (t *tally) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var table Table
	if err := json.UnmarshalDecode(d, &table); err != nil {
		return err
	}
	for _, c := range table.Continuations {
		if c.Move.Color > position.White {
			return fmt.Errorf("color %d", c.Move.Color)
		}
		if min(c.Games, c.Hits, c.Tenuki) < 0 || c.Won.negative() {
			return fmt.Errorf("a continuation in %d games", c.Games)
		}
		n := t.number(c.Move)
		if t.details != nil {
			if err := t.details.row(n).read(c.Detail); err != nil {
				return err
			}
		}
		c.Detail = nil
		t.list[n] = c
	}
	if t.details != nil {
		if err := t.details.total.read(table.Detail); err != nil {
			return err
		}
	}
	t.total = table
	t.total.Continuations, t.total.Detail = nil, nil
	return nil
}

// byGames puts the most frequent continuations first.
func byGames(a, b Continuation) int {
	return cmp.Or(b.Games-a.Games, b.Hits-a.Hits, int(a.Move.Color)-int(b.Move.Color), int(a.Move.Point)-int(b.Move.Point))
}
