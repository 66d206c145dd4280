package store

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Correction is what is said of a game instead of what its record says.
type Correction struct {
	Facts Facts
	Info  []Value // all values, those that the record has right included
}

// Correct makes the snapshot show corrections in place of what records say: in
// facts, values, and searches of values but [Exact] ones, which are for what is
// written. The records themselves, their scripts, keys and comments are as they
// are. It must come before anything else is done with the snapshot; games that it
// does not hold are passed over.
func (s *Snapshot) Correct(corrections map[GameID]Correction) {
	segments := make([]*Segment, len(s.segments))
	for i, g := range s.segments {
		segments[i] = g.Corrected(corrections)
	}
	s.segments = segments
}

// Corrected returns the segment with corrections, which take the place of those
// that it has; see [Snapshot.Correct].
func (g *Segment) Corrected(corrections map[GameID]Correction) *Segment {
	own := map[int]Correction{}
	for id, c := range corrections {
		if id >= g.Base() && id < g.entry.end() {
			own[int(id-g.Base())] = c
		}
	}
	with := *g
	with.corrected = nil
	if len(own) > 0 {
		with.corrected = newCorrected(g.files.dict, own)
	}
	return &with
}

// Recorded returns the segment as its records are.
func (g *Segment) Recorded() *Segment {
	if g.corrected == nil {
		return g
	}
	return g.Corrected(nil)
}

// Corrections returns the local numbers of the games that are shown corrected.
// The caller must not change it.
func (g *Segment) Corrections() *roaring.Bitmap {
	if g.corrected == nil {
		return roaring.New()
	}
	return g.corrected.locals
}

// corrected are the corrections of a segment.
type corrected struct {
	locals *roaring.Bitmap
	games  map[int]Correction
	extra  []Value // that no record of the segment has, ascending; numbered after the others
	first  int     // the number of the first of them
	dict   *dictionary

	once    sync.Once
	winners []Winner // see Segment.Winners
}

func newCorrected(dict *dictionary, games map[int]Correction) *corrected {
	c := &corrected{locals: roaring.New(), games: games, first: dict.len(), dict: dict}
	for local, one := range games {
		c.locals.AddInt(local)
		for _, v := range one.Info {
			if _, known := c.recorded(v); !known {
				c.extra = append(c.extra, v)
			}
		}
	}
	slices.SortFunc(c.extra, compareValues)
	c.extra = slices.Compact(c.extra)
	return c
}

// recorded returns the number of a value that some record of the segment has.
func (c *corrected) recorded(v Value) (number int, ok bool) {
	for _, r := range c.dict.ranges([]string{v.Ident}) {
		return c.dict.find(r, v.Text)
	}
	return 0, false
}

// number returns the number of a value of a corrected game.
func (c *corrected) number(v Value) int {
	if n, ok := c.recorded(v); ok {
		return n
	}
	i, _ := slices.BinarySearchFunc(c.extra, v, compareValues)
	return c.first + i
}

// of returns the correction of a game.
func (c *corrected) of(local int) (Correction, bool) {
	if c == nil {
		return Correction{}, false
	}
	one, ok := c.games[local]
	return one, ok
}

// winnersOf returns the winners of all games, given those of the records.
func (c *corrected) winnersOf(recorded []Winner) []Winner {
	c.once.Do(func() {
		c.winners = slices.Clone(recorded)
		for local, one := range c.games {
			if local < len(c.winners) {
				c.winners[local] = one.Facts.Winner
			}
		}
	})
	return c.winners
}

// values yields the values of an identifier, ascending, with the games that have
// them, given those of the records.
func (c *corrected) values(ident string, live *roaring.Bitmap, recorded iter.Seq2[string, *roaring.Bitmap]) iter.Seq2[string, *roaring.Bitmap] {
	now := map[string]*roaring.Bitmap{}
	for local, one := range c.games {
		for _, v := range one.Info {
			if v.Ident == ident && live.ContainsInt(local) {
				if now[v.Text] == nil {
					now[v.Text] = roaring.New()
				}
				now[v.Text].AddInt(local)
			}
		}
	}
	return func(yield func(string, *roaring.Bitmap) bool) {
		next := slices.Sorted(maps.Keys(now))
		for text, games := range recorded {
			for len(next) > 0 && next[0] < text {
				if !yield(next[0], now[next[0]]) {
					return
				}
				next = next[1:]
			}
			games.AndNot(c.locals)
			if len(next) > 0 && next[0] == text {
				games.Or(now[text])
				next = next[1:]
			}
			if !games.IsEmpty() && !yield(text, games) {
				return
			}
		}
		for _, text := range next {
			if !yield(text, now[text]) {
				return
			}
		}
	}
}

// numbered yields the values of an identifier, ascending, with their numbers,
// given those of the records.
func (c *corrected) numbered(ident string, recorded iter.Seq2[int, string]) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		at, _ := slices.BinarySearchFunc(c.extra, ident, func(v Value, ident string) int { return cmp.Compare(v.Ident, ident) })
		before := func(text string) bool {
			return at < len(c.extra) && c.extra[at].Ident == ident && (text == "" || c.extra[at].Text < text)
		}
		pass := func(text string) bool {
			for ; before(text); at++ {
				if !yield(c.first+at, c.extra[at].Text) {
					return false
				}
			}
			return true
		}
		for number, text := range recorded {
			if text != "" && !pass(text) || !yield(number, text) {
				return
			}
		}
		pass("")
	}
}

// search takes the corrected games out of a set that was found by what records
// say, and puts those in that have a value which matches.
func (c *corrected) search(games, live *roaring.Bitmap, idents []string, match func(text string) bool) {
	games.AndNot(c.locals)
	for local, one := range c.games {
		if live.ContainsInt(local) && slices.ContainsFunc(one.Info, func(v Value) bool {
			return wantedIdent(idents, v.Ident) && match(v.Text)
		}) {
			games.AddInt(local)
		}
	}
}

// wantedIdent reports whether values of an identifier are searched; see
// [TextQuery].
func wantedIdent(idents []string, ident string) bool {
	return len(idents) == 0 && !ownIdent(ident) || slices.Contains(idents, ident)
}

// idents returns the identifiers of all values, ascending, given those of the
// records.
func (c *corrected) idents(recorded []string) []string {
	for _, v := range c.extra {
		if i, ok := slices.BinarySearchFunc(recorded, v.Ident, strings.Compare); !ok {
			recorded = slices.Insert(recorded, i, v.Ident)
		}
	}
	return recorded
}
