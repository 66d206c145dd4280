package study

import (
	"cmp"
	"errors"
	"slices"

	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// A Ranking is games in the order of how near they are to something.
type Ranking struct {
	Games []Ranked
	// Counts are how many games have each rank, from 0; also of those that are
	// not listed.
	Counts []int
}

// A Ranked is a game in a Ranking.
type Ranked struct {
	ID   store.GameID `json:"id"`
	Rank int          `json:"rank"` // the nearest have 0
	Hit  match.Hit    `json:"hit"`  // where it is so near
}

// ranking is the state of those aggregations that find a Ranking. It forgets games
// behind those that it keeps now and then.
type ranking struct {
	most int // games to keep, 0 for all

	Entries []Ranked `json:"games"`
	Counts  []int    `json:"counts"`
	sorted  int      // so many of the entries are in order and kept
}

// spareEntries is how many games more than wanted are kept for a while.
const spareEntries = 64

func (a Ranked) compare(b Ranked) int {
	return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.ID, b.ID))
}

// count counts games of a rank.
func (r *ranking) count(rank, games int) {
	if more := rank + 1 - len(r.Counts); more > 0 {
		r.Counts = append(r.Counts, make([]int, more)...)
	}
	r.Counts[rank] += games
}

// wants reports whether a game may be among those that are kept.
func (r *ranking) wants(rank int, id store.GameID) bool {
	return r.most == 0 || r.sorted < r.most || Ranked{ID: id, Rank: rank}.compare(r.Entries[r.most-1]) < 0
}

// add puts a game down that is wanted.
func (r *ranking) add(rank int, id store.GameID, hit match.Hit) {
	r.Entries = append(r.Entries, Ranked{id, rank, hit})
	if r.most > 0 && len(r.Entries) >= 2*r.most+spareEntries {
		r.sort()
	}
}

// sort puts the games in order and forgets those that are too many.
func (r *ranking) sort() {
	slices.SortFunc(r.Entries, Ranked.compare)
	if r.most > 0 && len(r.Entries) > r.most {
		clear(r.Entries[r.most:])
		r.Entries = r.Entries[:r.most]
	}
	r.sorted = len(r.Entries)
}

// merge takes in what another one knows.
func (r *ranking) merge(o *ranking) {
	for rank, games := range o.Counts {
		r.count(rank, games)
	}
	r.Entries = append(r.Entries, o.Entries...)
	r.sort()
}

// Raise raises the ids of games.
func (r *ranking) Raise(by store.GameID) {
	for i := range r.Entries {
		e := &r.Entries[i]
		g := search.PageGame{ID: e.ID, Hits: []match.Hit{e.Hit}}.Raise(by)
		e.ID, e.Hit = g.ID, g.Hits[0]
	}
}

// Finish returns a *Ranking.
func (r *ranking) Finish() any {
	list := slices.Clone(r.Entries)
	slices.SortFunc(list, Ranked.compare)
	if r.most > 0 && len(list) > r.most {
		list = list[:r.most]
	}
	return &Ranking{list, slices.Clone(r.Counts)}
}

// UnmarshalJSON reads games whose ranks were counted.
func (r *ranking) UnmarshalJSON(data []byte) error {
	type plain ranking
	if err := query.ReadJSON(data, (*plain)(r)); err != nil {
		return err
	}
	for _, e := range r.Entries {
		if e.Rank < 0 || e.Rank >= len(r.Counts) || r.Counts[e.Rank] < 1 {
			return errors.New("study: a game of a rank that has none")
		}
		if e.Hit.Board == nil {
			return errors.New("study: a game without a place on its board")
		}
	}
	r.sorted = 0
	return nil
}
