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

// A Correction replaces the values of a game's record. Moves, keys and columns, and what
// depends on them, cannot be corrected. [Segment.Recorded] shows the segment without corrections.
type Correction struct {
	Facts Facts   // only facts read from values count, none that come from the moves
	Info  []Value // all values, including those that the record has right
}

// Corrections are the corrections of some games. Nil is none. They do not change.
type Corrections struct {
	ids   []GameID // ascending
	games map[GameID]Correction
}

// NewCorrections returns corrections by game, nil if there are none.
func NewCorrections(games map[GameID]Correction) *Corrections {
	if len(games) == 0 {
		return nil
	}
	return &Corrections{slices.Sorted(maps.Keys(games)), games}
}

// Of returns the correction for a game.
func (c *Corrections) Of(id GameID) (Correction, bool) {
	if c == nil {
		return Correction{}, false
	}
	one, ok := c.games[id]
	return one, ok
}

// All yields the corrections by game.
func (c *Corrections) All() iter.Seq2[GameID, Correction] {
	return func(yield func(GameID, Correction) bool) {
		if c == nil {
			return
		}
		for _, id := range c.ids {
			if !yield(id, c.games[id]) {
				return
			}
		}
	}
}

// Equal reports whether corrections say the same.
func (c *Corrections) Equal(o *Corrections) bool {
	if c == o || c == nil || o == nil {
		return c == o
	}
	return slices.Equal(c.ids, o.ids) && maps.EqualFunc(c.games, o.games, func(a, b Correction) bool {
		return a.Facts == b.Facts && slices.Equal(a.Info, b.Info)
	})
}

// between returns the ids from one to before another.
func (c *Corrections) between(from, to GameID) []GameID {
	if c == nil {
		return nil
	}
	lo, _ := slices.BinarySearch(c.ids, from)
	hi, _ := slices.BinarySearch(c.ids, to)
	return c.ids[lo:hi]
}

// Correct makes the snapshot show corrections in place of what records say: in
// facts, values, and searches of values but [Exact] ones, which are for what is
// written. The records themselves, their scripts, keys and comments are as they
// are. It must come before anything else is done with the snapshot; games that it
// does not hold are passed over.
func (s *Snapshot) Correct(corrections *Corrections) {
	if corrections == nil && s.corrections == nil {
		return
	}
	segments := make([]*Segment, len(s.segments))
	for i, g := range s.segments {
		segments[i] = g.Corrected(corrections)
	}
	s.segments, s.corrections = segments, corrections
}

// Corrections returns what the snapshot shows in place of what records say.
func (s *Snapshot) Corrections() *Corrections {
	if s == nil { // of no archive
		return nil
	}
	return s.corrections
}

// Corrected returns the segment with corrections, which take the place of those
// that it has; see [Snapshot.Correct].
func (g *Segment) Corrected(corrections *Corrections) *Segment {
	ids := corrections.between(g.Base(), g.entry.end())
	if g.remote != nil {
		if len(ids) == 0 {
			corrections = nil
		}
		if g.wanted == corrections {
			return g
		}
		with := *g
		with.wanted = corrections
		return &with
	}
	switch {
	case len(ids) == 0 && g.corrected == nil, g.corrected != nil && g.corrected.from == corrections:
		return g
	}
	with := *g
	with.corrected = nil
	if len(ids) > 0 {
		own := make(map[int]Correction, len(ids))
		for _, id := range ids {
			one, local := corrections.games[id], int(id-g.Base())
			one.Facts = g.recordedFacts(local).withRead(one.Facts)
			own[local] = one
		}
		with.corrected = newCorrected(corrections, g.files.dict(), own)
	}
	return &with
}

// Recorded returns the segment as its records are, without corrections and without an
// [Overlay].
func (g *Segment) Recorded() *Segment {
	if g.overlay != nil {
		without := *g
		without.overlay = nil
		return without.Corrected(nil)
	}
	if g.corrected == nil && g.wanted == nil {
		return g
	}
	return g.Corrected(nil)
}

// Corrections returns the local numbers of the games that are shown corrected.
// The caller must not change it.
func (g *Segment) Corrections() *roaring.Bitmap {
	if g.remote != nil {
		locals := roaring.New()
		for _, id := range g.wanted.between(g.Base(), g.entry.end()) {
			locals.AddInt(int(id - g.Base()))
		}
		return locals
	}
	if g.corrected == nil {
		return roaring.New()
	}
	return g.corrected.locals
}

// segmentCorrections are the corrections of a segment.
type segmentCorrections struct {
	from   *Corrections
	locals *roaring.Bitmap
	games  map[int]Correction
	dict   *dictionary

	numbers sync.Once // protects what follows
	extra   []Value   // that no record of the segment has, ascending; numbered after the others

	once    sync.Once
	winners []Winner // see Segment.Winners
}

func newCorrected(from *Corrections, dict *dictionary, games map[int]Correction) *segmentCorrections {
	c := &segmentCorrections{from: from, locals: roaring.New(), games: games, dict: dict}
	for local := range games {
		c.locals.AddInt(local)
	}
	return c
}

// more returns the values that no record of the segment has, ascending. The i-th
// one has the number i after those of the dictionary.
func (c *segmentCorrections) more() []Value {
	c.numbers.Do(func() {
		for _, one := range c.games {
			for _, v := range one.Info {
				if _, known := c.recorded(v); !known {
					c.extra = append(c.extra, v)
				}
			}
		}
		slices.SortFunc(c.extra, compareValues)
		c.extra = slices.Compact(c.extra)
	})
	return c.extra
}

// span returns the numbers of the values of an identifier that no record has.
func (c *segmentCorrections) span(ident string) NumberSpan {
	more := c.more()
	low, _ := slices.BinarySearchFunc(more, ident, func(v Value, ident string) int { return cmp.Compare(v.Ident, ident) })
	high := low
	for high < len(more) && more[high].Ident == ident {
		high++
	}
	return NumberSpan{c.dict.len() + low, c.dict.len() + high}
}

// recorded returns the number of a value that some record of the segment has.
func (c *segmentCorrections) recorded(v Value) (number int, ok bool) {
	for _, r := range c.dict.ranges([]string{v.Ident}) {
		return c.dict.find(r, v.Text)
	}
	return 0, false
}

// number returns the number of a value of a corrected game.
func (c *segmentCorrections) number(v Value) int {
	if n, ok := c.recorded(v); ok {
		return n
	}
	i, _ := slices.BinarySearchFunc(c.more(), v, compareValues)
	return c.dict.len() + i
}

// of returns the correction of a game.
func (c *segmentCorrections) of(local int) (Correction, bool) {
	if c == nil {
		return Correction{}, false
	}
	one, ok := c.games[local]
	return one, ok
}

// winnersOf returns the winners of all games, given those of the records.
func (c *segmentCorrections) winnersOf(recorded []Winner) []Winner {
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
func (c *segmentCorrections) values(ident string, live *roaring.Bitmap, recorded iter.Seq2[string, *roaring.Bitmap]) iter.Seq2[string, *roaring.Bitmap] {
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
func (c *segmentCorrections) numbered(ident string, recorded iter.Seq2[int, string]) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		extra, first := c.more(), c.dict.len()
		at, _ := slices.BinarySearchFunc(extra, ident, func(v Value, ident string) int { return cmp.Compare(v.Ident, ident) })
		before := func(text string) bool {
			return at < len(extra) && extra[at].Ident == ident && (text == "" || extra[at].Text < text)
		}
		pass := func(text string) bool {
			for ; before(text); at++ {
				if !yield(first+at, extra[at].Text) {
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
func (c *segmentCorrections) search(games, live *roaring.Bitmap, idents []string, match func(text string) bool) {
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
// [Query].
func wantedIdent(idents []string, ident string) bool {
	return len(idents) == 0 && !ownIdent(ident) || slices.Contains(idents, ident)
}

// idents returns the identifiers of all values, ascending, given those of the
// records.
func (c *segmentCorrections) idents(recorded []string) []string {
	for _, v := range c.more() {
		if i, ok := slices.BinarySearchFunc(recorded, v.Ident, strings.Compare); !ok {
			recorded = slices.Insert(recorded, i, v.Ident)
		}
	}
	return recorded
}
