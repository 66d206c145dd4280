package search

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A Continuation is one of the moves that followed a position or pattern, in
// the coordinates and colors in which it was asked for; of moves that mean the
// same by symmetry, the one that stands for them.
type Continuation struct {
	Move   position.Move // Point is Pass where the player passed
	Games  int           // games with this continuation
	Hits   int           // how often it followed; at most once per hit and branch
	Tenuki int           // of these, after moves elsewhere
	Won    Results       // how the games ended

	Detail *Detail `json:",omitempty"` // if it was asked for
}

// Results count how games ended. If black and white were exchanged in the
// game, so are they here.
type Results struct{ Black, White, Draw, Other int }

// A Table lists the moves that followed a position or pattern.
type Table struct {
	Continuations []Continuation // by games, most first
	Games, Hits   int            // where it came up
	Ended         int            // hits that nothing followed
	Won           Results        // how the games ended

	// Detail is that of all games in which the position or pattern came up, if it was
	// asked for. It has no players, as nobody moves.
	Detail *Detail `json:",omitempty"`
}

// Next counts what was played after the position or pattern of a query, in the
// games that fulfil the whole query.
func Next(ctx context.Context, s *store.Snapshot, q query.Query, o *Options) (*Table, error) {
	found, err := askFor(ctx, s, q, &Continuations{}, o)
	if err != nil {
		return nil, err
	}
	return found.(*Table), nil
}

// Continuations counts what was played after the one position or pattern of a
// query. It finds a *Table.
type Continuations struct {
	// Detail asks for when and by whom moves were played, and how strong the players
	// were. This looks at each game, where to count often looks at many at once.
	Detail bool `json:"detail,omitempty"`
	// By asks for a table of each move by the values of a field, see [CheckFacet]; ""
	// for none. Values that are of a side, as ranks, are those of who makes the move.
	By string `json:"by,omitempty"`

	// Labels are what the user says of players and of the field's values, by Resolve.
	Labels *Labels `json:"labels,omitempty"`

	once  sync.Once
	texts *valueTexts // for all states
}

// detailed reports whether games have to be told apart.
func (c *Continuations) detailed() bool { return c.Detail || c.By != "" }

// Kind implements Aggregation.
func (*Continuations) Kind() string { return "continuations" }

// Resolve implements Aggregation.
func (c *Continuations) Resolve(r *Resolver) (Aggregation, error) {
	if !c.detailed() {
		return c, nil
	}
	labels, err := (&Labels{Fields: c.fields()}).Resolved(r)
	if err != nil {
		return nil, err
	}
	return &Continuations{Detail: c.Detail, By: c.By, Labels: &labels}, nil
}

// CountedBy returns the field by whose values games are counted, if there is one.
func (c *Continuations) CountedBy() []string { return c.fields()[1:] }

// fields are those whose values are read: players always, since who moves may be asked
// of them.
func (c *Continuations) fields() []string {
	if c.By == "" {
		return []string{"player"}
	}
	return []string{"player", c.By}
}

// Check implements Aggregation.
func (c *Continuations) Check(q *Question) error {
	if _, err := query.OneBoardSeated(q.filter); err != nil {
		return err
	}
	if c.By != "" {
		if err := CheckFacet(c.By); err != nil {
			return err
		}
	}
	if c.Labels == nil {
		return nil
	}
	if !slices.Equal(c.Labels.Fields, c.fields()) {
		return fmt.Errorf("labels of the fields %q; expected %q", c.Labels.Fields, c.fields())
	}
	return c.Labels.CheckLabels()
}

// Empty implements Aggregation.
func (c *Continuations) Empty(q *Question) State {
	t := newTally()
	if c.detailed() {
		t.details = newDetails(c)
	}
	return t
}

// Keep implements Keeper.
func (c *Continuations) Keep() match.Keep {
	if c.detailed() {
		return match.KeepCounts
	}
	return match.KeepSums
}

// Hits are counted in the goroutines of the blocks.
var _ Forker = (*tally)(nil)

func (t *tally) Fork() State {
	fork := newTally()
	if t.details != nil {
		fork.details = t.details.fork()
	}
	return fork
}

// Add tallies what followed in the games that are left of a block.
func (t *tally) Add(ctx context.Context, b *match.Block) error {
	if t.details == nil {
		if c := b.Counts(); c != nil {
			t.counts(c)
		}
		return b.Replies(ctx, t.alike, t.game)
	}
	t.details.open(b.Segment)
	if c := b.Counts(); c != nil {
		t.counts(c)
		c.EachGame(func(local int, swapped bool, replies []match.GameReply) {
			t.details.game(local)
			t.details.all(swapped)
			for _, r := range replies {
				t.details.see(t.number(r.Move), r.Move.Color, r.Swapped)
			}
		})
	}
	err := b.Replies(ctx, nil, t.game)
	t.details.close()
	return err
}
