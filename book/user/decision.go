package user

import (
	"fmt"
	"maps"
	"slices"

	"kifudb/store"
)

// A Decision is what the user says about duplicate records.
type Decision struct {
	Kind  DecisionKind
	Games []store.GameID // one for Prefer and Alone, two for Apart and Same, ascending
}

// A DecisionKind is a kind of decision.
type DecisionKind byte

// The kinds of decisions.
const (
	Prefer DecisionKind = 'p' // the record stands for its cluster
	Alone  DecisionKind = 'i' // the record is not a duplicate of any
	Apart  DecisionKind = 'a' // the two are not of one game
	Same   DecisionKind = 's' // the two are of one game
)

// String returns the decision in words.
func (k DecisionKind) String() string {
	switch k {
	case Prefer:
		return "preferred"
	case Alone:
		return "no duplicate"
	case Apart:
		return "not of one game"
	case Same:
		return "of one game"
	}
	return fmt.Sprintf("unknown decision %q", byte(k))
}

// valid says what is wrong with a decision.
func (d *Decision) valid() error {
	want := 1
	if d.Kind == Apart || d.Kind == Same {
		want = 2
	}
	if len(d.Games) != want || want == 2 && d.Games[0] >= d.Games[1] {
		return fmt.Errorf("%s: want %d games in ascending order, not %v", d.Kind, want, d.Games)
	}
	return nil
}

// decisionChange makes a decision, or forgets one.
type decisionChange struct {
	Kind  string         `json:"kind"` // one letter
	Games []store.GameID `json:"games"`
	Gone  bool           `json:"gone,omitempty"`
}

// changeDecision passes over what is no decision.
func (s *state) changeDecision(c *decisionChange) {
	if len(c.Kind) != 1 {
		return
	}
	d := Decision{DecisionKind(c.Kind[0]), c.Games}
	switch {
	case d.valid() != nil:
	case c.Gone:
		delete(s.decisions, d.key())
	default:
		s.decisions[d.key()] = d
	}
}

// key orders decisions by kind and games.
func (d *Decision) key() string {
	key := string(d.Kind)
	for _, id := range d.Games {
		key += fmt.Sprintf(" %010d", id)
	}
	return key
}

func (d *Decision) made() decisionChange { return decisionChange{string(d.Kind), d.Games, false} }
func (d *Decision) gone() decisionChange { return decisionChange{string(d.Kind), d.Games, true} }

// A Choice is a decision, and others that it takes the place of.
type Choice struct {
	Decision
	Instead []Decision
}

// Decide makes choices one after the other, as one change. A decision that says the opposite of
// the same two games is forgotten in any case.
func (db *DB) Decide(choices ...Choice) error {
	for i := range choices {
		if err := choices[i].valid(); err != nil {
			return err
		}
	}
	return db.change("decide", func(s *state, o *operation) error {
		decided := maps.Clone(s.decisions)
		for _, c := range choices {
			opposite := c.Decision
			switch c.Kind {
			case Apart:
				opposite.Kind = Same
			case Same:
				opposite.Kind = Apart
			}
			for _, other := range append(slices.Clip(c.Instead), opposite) {
				if other.key() != c.key() {
					delete(decided, other.key())
				}
			}
			decided[c.key()] = c.Decision
		}
		for _, key := range sortedKeys(s.decisions) {
			if _, ok := decided[key]; !ok {
				before := s.decisions[key]
				o.Decisions = append(o.Decisions, before.gone())
			}
		}
		for _, key := range sortedKeys(decided) {
			if _, ok := s.decisions[key]; !ok {
				now := decided[key]
				o.Decisions = append(o.Decisions, now.made())
			}
		}
		return nil
	})
}

// Undecide forgets all decisions about a game, and returns them.
func (db *DB) Undecide(id store.GameID) (gone []Decision, err error) {
	if s, err := db.state(); err != nil || len(s.about(id)) == 0 {
		return nil, err
	}
	err = db.change("undecide", func(s *state, o *operation) error {
		gone = s.about(id)
		for _, d := range gone {
			o.Decisions = append(o.Decisions, d.gone())
		}
		return nil
	})
	return gone, err
}

// about returns the decisions about a game.
func (s *state) about(id store.GameID) (list []Decision) {
	for _, key := range sortedKeys(s.decisions) {
		if slices.Contains(s.decisions[key].Games, id) {
			list = append(list, s.decisions[key])
		}
	}
	return list
}

// Decisions returns all decisions, by kind and games.
func (db *DB) Decisions() (list []Decision, err error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	for _, key := range sortedKeys(s.decisions) {
		list = append(list, s.decisions[key])
	}
	return list, nil
}
