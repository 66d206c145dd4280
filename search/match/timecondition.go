package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game/clock"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// timeCondition is the maker of fields of what records say of the players' time.
func timeCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	r, err := v.Seconds()
	if err != nil {
		return nil, err
	}
	return newTimes(f, v, f, r), nil
}

// newTimes is the condition that what a field asks of a player's time lies within an
// interval; of a field that asks nothing, that anything is known.
func newTimes(f query.Field, v query.Value, of query.Field, within query.Interval) *times {
	kind, side := of.Time()
	return &times{kind: kind, side: side, within: within, figures: Figures{Term: f.Term(v), Index: "values"}}
}

// times is that condition.
type times struct {
	kind    query.TimeKind // 0 for anything
	side    position.Color // Empty for either
	within  query.Interval
	figures Figures
}

func (c *times) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *times) Open(s *store.Segment) Filter { return &timesFilter{times: c, segment: s} }

// meets reports whether what is known of a game fulfils the condition.
func (c *times) meets(text string) bool {
	both := clock.ParseTimes(text)
	for i := range both {
		if c.meetsSide(&both[i], i) {
			return true
		}
	}
	return false
}

func (c *times) meetsSide(t *clock.Times, i int) bool {
	return query.OfSide(i, c.side) && query.WithinTime(t, c.kind, c.within)
}

// timesFilter looks up the games of a segment when it is first asked, all at once.
type timesFilter struct {
	*times
	segment *store.Segment

	lookup  // of what follows
	games   *roaring.Bitmap
	unknown bool // the games were added before their records were searched for clocks
}

func (*timesFilter) cost() cost { return costTitles }

func (f *timesFilter) look(ctx context.Context) error {
	start := time.Now()
	f.games = roaring.New()
	for local := range iterate(f.segment.Live()) {
		facts := f.segment.Facts(local)
		if f.unknown = facts.Flags&store.ClocksRead == 0; f.unknown || f.kind != 0 {
			break // all games of a segment were derived by the same version
		}
		if facts.Flags&store.HasClocks != 0 {
			f.games.Add(uint32(local))
		}
	}
	if f.kind != 0 {
		for text, games := range f.segment.Values(clock.Ident) {
			if f.meets(text) {
				f.games.Or(games)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	f.figures.add(f.games.GetCardinality(), 0, start)
	return nil
}

func (f *timesFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return nil, err
	}
	if f.unknown && !mask.IsEmpty() {
		return nil, fmt.Errorf("of game %d the archive does not know the clocks: %w; rebuilding the archive adds those of all games", b.ID(int(mask.Minimum())), ErrUntimed)
	}
	start := time.Now()
	found := roaring.And(f.games, mask)
	b.figure(&f.figures, 0, found.GetCardinality(), start)
	return found, nil
}

// hits adds the nodes where the times were taken that the condition is about, with the time
// as their text. What was used in all has no place.
func (f *timesFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	for _, v := range f.segment.Info(local) {
		if v.Ident != clock.Ident {
			continue
		}
		both := clock.ParseTimes(v.Text)
		for i := range both {
			t := &both[i]
			if !f.meetsSide(t, i) {
				continue
			}
			switch f.kind {
			case query.ThoughtTime:
				list = append(list, timeHit(b.ID(local), t.Thought, clock.Text(t.Thought.Seconds)))
			case query.LeftTime:
				list = append(list, timeHit(b.ID(local), t.Left, leftText(t.Left.Seconds)))
			}
		}
	}
	return list, nil
}

// leftText says what a player has left.
func leftText(seconds float64) string {
	if seconds < 0 {
		return clock.Text(-seconds) + " over time"
	}
	return clock.Text(seconds) + " left"
}

func timeHit(id store.GameID, at clock.Spell, text string) Hit {
	return Hit{Game: id, Node: at.Node, Comment: &Comment{Ident: clock.Ident, read: &jsonComment{Ident: clock.Ident, Text: text}}}
}

// ErrUntimed is wrapped by the error of a search for clocks, if an older version that did not
// read them added some of the games.
var ErrUntimed = errors.New("it was added before the program read them")
