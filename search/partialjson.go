package search

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// jsonPartial is a Partial in JSON.
type jsonPartial struct {
	Version jsonVersion      `json:"version"`
	Cover   Cover            `json:"cover"`
	Folded  int              `json:"folded,omitempty"`
	Guessed int              `json:"guessed,omitempty"`
	Terms   []*match.Figures `json:"terms,omitempty"`
	States  jsonStates       `json:"states"`
	Pending jsonPendings     `json:"pending,omitzero"`
}

// jsonVersion is that of the form, which stands before what it is the form of.
type jsonVersion int

// UnmarshalJSONFrom reads a version, and refuses others than this program's.
func (v *jsonVersion) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := json.UnmarshalDecode(d, (*int)(v)); err != nil {
		return err
	}
	return v.check()
}

func (v jsonVersion) check() error {
	if v != questionVersion {
		return fmt.Errorf("the answer has version %d; this program reads version %d", v, questionVersion)
	}
	return nil
}

// jsonStates are states in JSON. To read them takes the question.
type jsonStates struct {
	question *Question
	list     []State
}

// jsonPendings are the pending games in JSON. Many of them add the same to the answer, which
// is read once.
type jsonPendings struct {
	question *Question
	list     []jsonPending
}

// IsZero reports whether there are none.
func (p jsonPendings) IsZero() bool { return len(p.list) == 0 }

type jsonPending struct {
	Cluster store.GameID   `json:"cluster"`
	Rank    int            `json:"rank"`
	Guessed int            `json:"guessed,omitempty"`
	States  jsontext.Value `json:"states"`

	read []State
}

// MarshalJSONTo writes states.
func (s jsonStates) MarshalJSONTo(e *jsontext.Encoder) error { return json.MarshalEncode(e, s.list) }

// UnmarshalJSONFrom reads the states of the aggregations of the question.
func (s *jsonStates) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	names := s.question.names()
	s.list = make([]State, 0, len(names))
	if d.PeekKind() != jsontext.KindBeginArray {
		return fmt.Errorf("an answer without a list of states")
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != jsontext.KindEndArray && len(s.list) < len(names) {
		name := names[len(s.list)]
		one := s.question.Aggregations[name].Empty(s.question)
		if err := json.UnmarshalDecode(d, one); err != nil {
			return fmt.Errorf("aggregation %q: %w", name, err)
		}
		s.list = append(s.list, one)
	}
	if d.PeekKind() != jsontext.KindEndArray || len(s.list) < len(names) {
		return fmt.Errorf("an answer has another number of states than the question has aggregations, which are %d", len(names))
	}
	_, err := d.ReadToken()
	return err
}

// MarshalJSONTo writes pending games.
func (p jsonPendings) MarshalJSONTo(e *jsontext.Encoder) error { return json.MarshalEncode(e, p.list) }

// UnmarshalJSONFrom reads pending games with their states.
func (p *jsonPendings) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	p.list = nil
	if err := json.UnmarshalDecode(d, &p.list); err != nil {
		return err
	}
	known := map[string][]State{}
	for i := range p.list {
		g := &p.list[i]
		states, ok := known[string(g.States)]
		if !ok {
			var err error
			if states, err = p.question.readStates(g.States); err != nil {
				return err
			}
			known[string(g.States)] = states
		}
		g.read = states
	}
	return nil
}

// readStates reads a list of states.
func (q *Question) readStates(data jsontext.Value) ([]State, error) {
	s := jsonStates{question: q}
	err := query.ReadJSON(data, &s)
	return s.list, err
}

// statesToJSON writes states.
func statesToJSON(states []State) (jsontext.Value, error) {
	return query.WriteJSON(jsonStates{list: states})
}

// MarshalJSONTo writes the answer for whoever asked.
func (p *Partial) MarshalJSONTo(e *jsontext.Encoder) error {
	j := jsonPartial{Version: questionVersion, Cover: p.Cover, Folded: p.Folded, Guessed: p.Guessed, Terms: p.Terms, States: jsonStates{list: p.states}}
	for cluster, g := range p.pending {
		if g.states == nil {
			var err error
			if g.states, err = statesToJSON(g.read); err != nil {
				return err
			}
		}
		j.Pending.list = append(j.Pending.list, jsonPending{cluster, g.rank, g.guessed, g.states, nil})
	}
	slices.SortFunc(j.Pending.list, func(a, b jsonPending) int { return cmp.Compare(a.Cluster, b.Cluster) })
	return json.MarshalEncode(e, &j)
}

// MarshalJSON writes the answer for whoever asked.
func (p *Partial) MarshalJSON() ([]byte, error) { return query.WriteJSON(p) }

// ReadPartial reads the answer of some segments to the question.
func (q *Question) ReadPartial(data []byte) (*Partial, error) {
	r := partialReader{question: q}
	err := query.ReadJSON(data, &r)
	return r.partial, err
}

// partialReader reads the answer to a question.
type partialReader struct {
	question *Question
	partial  *Partial
}

// UnmarshalJSONFrom reads the answer of some segments to the question.
func (r *partialReader) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	j := jsonPartial{States: jsonStates{question: r.question}, Pending: jsonPendings{question: r.question}}
	if err := json.UnmarshalDecode(d, &j); err != nil {
		return err
	}
	if err := j.Version.check(); err != nil { // there may have been none
		return err
	}
	if j.States.list == nil {
		return fmt.Errorf("an answer without states")
	}
	p := &Partial{Cover: j.Cover, Folded: j.Folded, Guessed: j.Guessed, Terms: j.Terms, states: j.States.list, pending: map[store.GameID]pendingGame{}}
	for _, g := range j.Pending.list {
		p.pending[g.Cluster] = pendingGame{g.Rank, g.Guessed, nil, g.read}
	}
	r.partial = p
	return nil
}
