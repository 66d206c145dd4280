package search

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A Question is a resolved query with its aggregations. A machine needs only the segments
// to answer it. It travels as JSON to the machines that have them. Resolve makes it.
type Question struct {
	// Query is the normal form of the user's query.
	Query string
	// Aggregations collect the results, under any names.
	Aggregations map[string]Aggregation

	filter  query.Node      // nil for every game
	among   *roaring.Bitmap // the ids of the games to choose from; nil for all
	records bool            // each record of a game counts
	moment  Moment          // of what it was resolved against
	assumes bool            // a game was assumed for a board term; of questions that were resolved here

	corrections *store.Corrections // what segments show in place of what records say
	prepared    *preparedOnce      // nil if it was resolved here
}

// preparedOnce is the condition of a filter that was prepared to see whether that is
// possible. The first search takes it, others make their own: a condition counts what it
// costs. So a question that comes from elsewhere, as a rule for one search, is prepared once.
type preparedOnce struct {
	condition atomic.Pointer[match.Condition]
}

// take returns the condition, nil if it is taken.
func (p *preparedOnce) take() match.Condition {
	if p == nil {
		return nil
	}
	if c := p.condition.Swap(nil); c != nil {
		return *c
	}
	return nil
}

// Resolve makes a question of a query. It finds out, once and for all segments,
// what only the archive as a whole, its user or this computer can tell. It reads
// those options that say which games are meant, and not the order and the page,
// which are an aggregation's.
func Resolve(ctx context.Context, s *store.Snapshot, q query.Query, aggregations map[string]Aggregation, o *Options) (*Question, error) {
	if o == nil {
		o = &Options{}
	}
	r, opened, err := newResolver(ctx, q, s, o)
	if err != nil {
		return nil, err
	}
	filter, err := r.query(opened)
	if err != nil {
		return nil, err
	}
	question := &Question{
		Query: q.String(), filter: filter, among: o.Among, records: o.Records || opened.AsksForRecords(),
		Aggregations: maps.Clone(aggregations), corrections: s.Corrections(),
	}
	for name, a := range question.Aggregations {
		if question.Aggregations[name], err = a.Resolve(r); err != nil {
			return nil, err
		}
	}
	question.assumes = r.assumes
	question.moment = momentOf(s, o.Clusters)
	return question, question.check()
}

// check says what is wrong with the aggregations.
func (q *Question) check() error {
	for _, name := range q.names() {
		if err := q.Aggregations[name].Check(q); err != nil {
			return err
		}
	}
	return nil
}

// names returns the names of the aggregations in the order in which their states
// are kept.
func (q *Question) names() []string { return slices.Sorted(maps.Keys(q.Aggregations)) }

// from returns the first game that any of the aggregations wants.
func (q *Question) from() store.GameID {
	first := store.GameID(math.MaxUint32)
	for _, a := range q.Aggregations {
		f, ok := a.(interface{ From() store.GameID })
		if !ok {
			return 0
		}
		first = min(first, f.From())
	}
	if len(q.Aggregations) == 0 {
		return 0
	}
	return first
}

// questionVersion is that of the form in JSON. Whoever reads another one refuses
// it, since the answer could be another one, too.
const questionVersion = 3

// jsonQuestion is a Question in JSON.
type jsonQuestion struct {
	Version      int                        `json:"version"`
	Moment       Moment                     `json:"moment"`
	Query        string                     `json:"query"`
	Filter       json.RawMessage            `json:"filter"`
	Among        *query.IDSet               `json:"among,omitempty"`
	Records      bool                       `json:"records,omitempty"`
	Aggregations map[string]jsonAggregation `json:"aggregations"`
	Corrections  []jsonCorrection           `json:"corrections,omitempty"` // by game
}

// jsonAggregation is an Aggregation in JSON.
type jsonAggregation struct {
	Kind       string          `json:"kind"`
	Parameters json.RawMessage `json:"parameters"`
}

// MarshalJSON writes the question for those who have the segments.
func (q *Question) MarshalJSON() ([]byte, error) {
	filter, err := query.FilterToJSON(q.filter)
	if err != nil {
		return nil, err
	}
	j := jsonQuestion{
		Version: questionVersion, Moment: q.moment, Query: q.Query, Filter: filter, Among: query.NewIDSet(q.among), Records: q.records,
		Aggregations: map[string]jsonAggregation{}, Corrections: correctionsToJSON(q.corrections),
	}
	for name, a := range q.Aggregations {
		parameters, err := query.WriteJSON(a)
		if err != nil {
			return nil, err
		}
		j.Aggregations[name] = jsonAggregation{a.Kind(), parameters}
	}
	return query.WriteJSON(j)
}

// UnmarshalJSON reads what MarshalJSON wrote, and trusts none of it.
func (q *Question) UnmarshalJSON(data []byte) error {
	var j jsonQuestion
	if err := query.ReadJSON(data, &j); err != nil {
		return err
	}
	if j.Version != questionVersion {
		return fmt.Errorf("the question has version %d; this program reads version %d", j.Version, questionVersion)
	}
	filter, err := query.FilterFromJSON(j.Filter)
	if err != nil {
		return err
	}
	condition, err := match.Prepare(filter)
	if err != nil {
		return err
	}
	read := Question{
		Query: j.Query, moment: j.Moment, filter: filter, among: j.Among.Bitmap(), records: j.Records, Aggregations: map[string]Aggregation{}, prepared: &preparedOnce{},
	}
	read.prepared.condition.Store(&condition)
	if read.corrections, err = correctionsFromJSON(j.Corrections); err != nil {
		return err
	}
	for name, a := range j.Aggregations {
		newOne := kinds[a.Kind]
		if newOne == nil {
			return fmt.Errorf("aggregation %q: unknown kind %q; expected one of %v", name, a.Kind, AggregationKinds())
		}
		made := newOne()
		if err := query.ReadJSON(a.Parameters, made); err != nil {
			return fmt.Errorf("aggregation %q: %w", name, err)
		}
		read.Aggregations[name] = made
	}
	*q = read
	return q.check()
}

// Board returns the one board term of a question whose continuations can be looked
// at, as it was resolved.
func (q *Question) Board() (*query.Board, error) { return query.OneBoardSeated(q.filter) }

// Assumes reports whether a board term of the question is of the game that [Options] assume,
// as nothing says its game.
func (q *Question) Assumes() bool { return q.assumes }

// Asked returns the position or pattern of a question about continuations.
func (q *Question) Asked() (query.Asked, error) {
	board, err := q.Board()
	if err != nil {
		return query.Asked{}, err
	}
	return board.Asked()
}

// Widened returns the terms that find more than they say.
func (q *Question) Widened() []Wider {
	var list []Wider
	for n := range query.Terms(q.filter) {
		t, ok := n.(*query.Term)
		if !ok || t.Resolution == nil {
			continue
		}
		w := Wider{query.Print(t), t.Resolution.Also}
		if t.Resolution.Charset != "" {
			w.Also = []string{t.Resolution.Charset}
		}
		if len(w.Also) > 0 && !slices.ContainsFunc(list, func(seen Wider) bool { return seen.Term == w.Term }) {
			list = append(list, w)
		}
	}
	return list
}
