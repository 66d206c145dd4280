package user

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/store"
)

// An operation is a change that was made as a whole.
type operation struct {
	Archive string    `json:"archive,omitempty"` // its identity, if it had one
	Writer  string    `json:"writer"`            // stands for a place on a machine
	Number  int       `json:"number"`            // among those of the writer, from 1
	Clock   int       `json:"clock"`             // greater than that of all operations that the writer knew
	Time    time.Time `json:"time"`
	What    string    `json:"what,omitempty"`   // for the user: the command
	Undoes  string    `json:"undoes,omitempty"` // the name of an operation
	Lost    []string  `json:"lost,omitempty"`   // names of operations that were damaged and are given up

	Tags      []tagChange      `json:"tags,omitempty"`
	Notes     []noteChange     `json:"notes,omitempty"`
	Searches  []searchChange   `json:"searches,omitempty"`
	Aliases   []aliasChange    `json:"aliases,omitempty"`
	Decisions []decisionChange `json:"decisions,omitempty"`
	Digests   []digestChange   `json:"digests,omitempty"`

	Corrections []correctionChange `json:"corrections,omitempty"`
	Reviews     []reviewChange     `json:"reviews,omitempty"`
}

// name tells an operation from all others of the archive.
func (o *operation) name() string { return fmt.Sprintf("%s/%d", o.Writer, o.Number) }

// empty reports whether an operation changes nothing.
func (o *operation) empty() bool {
	return len(o.Tags)+len(o.Notes)+len(o.Searches)+len(o.Aliases)+len(o.Decisions)+len(o.Corrections)+len(o.Reviews)+len(o.Digests)+len(o.Lost) == 0 &&
		o.Undoes == ""
}

// state is what the operations come to.
type state struct {
	tags      map[string]Tag // by folded name; none is empty
	notes     map[store.GameID]Note
	positions map[Position]Note
	searches  map[string]Search   // by folded name
	aliases   map[string]*groups  // by kind
	decisions map[string]Decision // by key
	digests   map[store.GameID]store.Digest
	tagUndo   []*operation // those that can be undone, the last one last
	aliasUndo []*operation

	corrections    map[store.GameID]map[string]string // by identifier; none is empty
	correctionUndo []*operation

	reviews map[Position][]Review // none is empty

	clock   int
	numbers map[string]map[int]bool // that there are, or are given up, by writer
}

// newState does operations in their order.
func newState(lines []line) *state {
	s := &state{
		tags:      map[string]Tag{},
		notes:     map[store.GameID]Note{},
		positions: map[Position]Note{},
		searches:  map[string]Search{},
		aliases:   map[string]*groups{},
		decisions: map[string]Decision{},
		digests:   map[store.GameID]store.Digest{},
		numbers:   map[string]map[int]bool{},

		corrections: map[store.GameID]map[string]string{},
		reviews:     map[Position][]Review{},
	}
	sorted := slices.Clone(lines)
	slices.SortStableFunc(sorted, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Clock, b.Clock), cmp.Compare(a.Writer, b.Writer), cmp.Compare(a.Number, b.Number), cmp.Compare(a.text, b.text))
	})
	for i := range sorted {
		s.do(&sorted[i].operation)
	}
	return s
}

// do does one operation.
func (s *state) do(o *operation) {
	for i := range o.Tags {
		s.changeTag(&o.Tags[i])
	}
	for i := range o.Notes {
		s.changeNote(&o.Notes[i])
	}
	for i := range o.Searches {
		s.changeSearch(&o.Searches[i])
	}
	for i := range o.Aliases {
		s.changeAliases(&o.Aliases[i])
	}
	for i := range o.Decisions {
		s.changeDecision(&o.Decisions[i])
	}
	for i := range o.Corrections {
		s.changeCorrection(&o.Corrections[i])
	}
	for i := range o.Reviews {
		s.changeReviews(&o.Reviews[i])
	}
	for i := range o.Digests {
		s.changeDigests(&o.Digests[i])
	}
	s.remember(o)
	s.clock = max(s.clock, o.Clock)
	s.number(o.Writer, o.Number)
	for _, name := range o.Lost {
		writer, number, _ := strings.Cut(name, "/")
		if n, err := strconv.Atoi(number); err == nil {
			s.number(writer, n)
		}
	}
}

func (s *state) number(writer string, n int) {
	if s.numbers[writer] == nil {
		s.numbers[writer] = map[int]bool{}
	}
	s.numbers[writer][n] = true
}

// last returns the greatest number of a writer.
func (s *state) last(writer string) (n int) {
	for number := range s.numbers[writer] {
		n = max(n, number)
	}
	return n
}
