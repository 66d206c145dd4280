package study

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kifudb/game"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// Problems finds the diagrams of problems that stand in more than one game, and
// where they stand. What a diagram is, is said by [Diagrams], and which ones are the same
// problem by [Form]. It finds a *ProblemsFound.
type Problems struct {
	Moved bool // see Form
	// Forms are the problems that are asked for, as [FormKey] writes them; nil for all. They
	// are found in one game, too.
	Forms []string
	Limit int // problems to list, 0 for all
}

// ProblemsFound are problems that stand in several games, the most frequent first.
type ProblemsFound struct {
	Diagrams int // of problems
	Skipped  int // games without stones on points, which were not looked at
	Problems int // different ones
	Several  int // of these, how many stand in several games
	List     []Repetition
}

// A Repetition is where a problem stands, by the games' numbers.
type Repetition struct {
	Form   string // as FormKey writes it
	Games  int
	Places []Diagram
}

// A Diagram is a node with the diagram of a problem.
type Diagram struct {
	Game store.GameID `json:"game"`
	Node int          `json:"node"`
}

// FormKey returns a short text for a form of a game of SGF's number, by which it is
// known. Two forms have the same only if somebody breaks SHA-256.
func FormKey(game int, form string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", game, form))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Kind implements search.Aggregation.
func (*Problems) Kind() string { return "problems" }

// Resolve implements search.Aggregation.
func (p *Problems) Resolve(*search.Resolver) (search.Aggregation, error) { return p, nil }

// Check implements search.Aggregation.
func (p *Problems) Check(*search.Question) error {
	if p.Limit < 0 {
		return errNegative
	}
	return nil
}

// Empty implements search.Aggregation.
func (p *Problems) Empty(*search.Question) search.State {
	s := &problemsState{of: p, Places: map[string][]Diagram{}}
	if p.Forms != nil {
		s.wanted = map[string]bool{}
		for _, form := range p.Forms {
			s.wanted[form] = true
		}
	}
	return s
}

func init() { search.Register(func() search.Aggregation { return new(Problems) }) }

// problemsState has the diagrams of every problem.
type problemsState struct {
	of     *Problems
	wanted map[string]bool // nil for all

	Diagrams int                  `json:"diagrams"`
	Skipped  int                  `json:"skipped,omitempty"`
	Places   map[string][]Diagram `json:"places"` // by the problem's form
}

// Games are looked at in the goroutines of the blocks.
var _ search.Forker = (*problemsState)(nil)

// Fork implements search.Forker.
func (s *problemsState) Fork() search.State {
	return &problemsState{of: s.of, wanted: s.wanted, Places: map[string][]Diagram{}}
}

// Spare implements search.Forker.
func (*problemsState) Spare() {}

// Add looks for diagrams in the games of a block.
func (s *problemsState) Add(ctx context.Context, b *match.Block) error {
	looked := 0
	for local := range b.Games() {
		if looked++; looked%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		facts := b.Segment.Facts(local)
		stones, ok := game.Of(int(facts.Game)).(game.Stones)
		if !ok {
			s.Skipped++
			continue
		}
		script, err := b.Segment.Script(local)
		if err != nil {
			return err
		}
		for node, board := range Diagrams(stones.Rules(), facts.Size, script) {
			s.Diagrams++
			form, _ := Form(board, s.of.Moved)
			key := FormKey(int(facts.Game), form)
			if s.wanted == nil || s.wanted[key] {
				s.Places[key] = append(s.Places[key], Diagram{b.ID(local), node})
			}
		}
	}
	return nil
}

// Merge implements search.State.
func (s *problemsState) Merge(other search.State) {
	o := other.(*problemsState)
	s.Diagrams += o.Diagrams
	s.Skipped += o.Skipped
	for form, places := range o.Places {
		s.Places[form] = append(s.Places[form], places...)
	}
}

// Raise implements search.Raiser.
func (s *problemsState) Raise(by store.GameID) {
	for form, places := range s.Places {
		raised := slices.Clone(places)
		for i := range raised {
			raised[i].Game += by
		}
		s.Places[form] = raised
	}
}

// Finish implements search.State.
func (s *problemsState) Finish() any {
	found := &ProblemsFound{Diagrams: s.Diagrams, Skipped: s.Skipped, Problems: len(s.Places)}
	for _, form := range slices.Sorted(maps.Keys(s.Places)) {
		places := slices.Clone(s.Places[form])
		slices.SortFunc(places, func(a, b Diagram) int { return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Node, b.Node)) })
		games := 0
		for i, p := range places {
			if i == 0 || p.Game != places[i-1].Game {
				games++
			}
		}
		if games > 1 {
			found.Several++
		}
		if games > 1 || s.wanted != nil {
			found.List = append(found.List, Repetition{form, games, places})
		}
	}
	slices.SortFunc(found.List, func(a, b Repetition) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Places[0].Game, b.Places[0].Game),
			cmp.Compare(a.Places[0].Node, b.Places[0].Node), strings.Compare(a.Form, b.Form))
	})
	if limit := s.of.Limit; limit > 0 && len(found.List) > limit {
		found.List = found.List[:limit]
	}
	return found
}

// UnmarshalJSON reads what was found, strictly.
func (s *problemsState) UnmarshalJSON(data []byte) error {
	type plain problemsState
	if err := query.ReadJSON(data, (*plain)(s)); err != nil {
		return err
	}
	for form, places := range s.Places {
		if len(places) == 0 {
			return fmt.Errorf("study: problem %q stands nowhere", form)
		}
	}
	if s.Places == nil {
		s.Places = map[string][]Diagram{}
	}
	return nil
}
