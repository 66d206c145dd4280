package match

import (
	"encoding/json"
	"sync/atomic"
	"time"

	"kifudb/query"
)

// Figures tell what a term of a query cost. They are added up while a search
// runs, by all its goroutines.
type Figures struct {
	Term  string   // in normal form
	Index string   // what answers it: facts, values, comments, positions, columns, replay
	About string   // what the term means, "" if its field says all
	Also  []string // other spellings of the names, by the user's aliases

	candidates atomic.Uint64
	verified   atomic.Uint64
	nanos      atomic.Int64
	incomplete atomic.Bool
}

// Candidates is the number of games that had to be looked at.
func (f *Figures) Candidates() uint64 { return f.candidates.Load() }

// Verified is the number of games among the candidates that fulfil the term.
func (f *Figures) Verified() uint64 { return f.verified.Load() }

// Time is the time spent on the term, summed over goroutines.
func (f *Figures) Time() time.Duration { return time.Duration(f.nanos.Load()) }

// Incomplete reports whether comments were left out that are not indexed yet.
func (f *Figures) Incomplete() bool { return f.incomplete.Load() }

// add counts one round of work that began at a time.
func (f *Figures) add(candidates, verified uint64, start time.Time) {
	f.candidates.Add(candidates)
	f.verified.Add(verified)
	f.nanos.Add(int64(time.Since(start)))
}

// figure counts a round of work on a block that began at a time. Games that are
// asked about again are not counted again.
func (b *Block) figure(f *Figures, candidates, verified uint64, start time.Time) {
	if b.Again {
		candidates, verified = 0, 0
	}
	f.add(candidates, verified, start)
}

// Merge adds what the same term cost elsewhere.
func (f *Figures) Merge(o *Figures) {
	f.candidates.Add(o.candidates.Load())
	f.verified.Add(o.verified.Load())
	f.nanos.Add(o.nanos.Load())
	if o.Incomplete() {
		f.incomplete.Store(true)
	}
}

// jsonFigures are Figures in JSON.
type jsonFigures struct {
	Term       string   `json:"term"`
	Index      string   `json:"index"`
	About      string   `json:"about,omitempty"`
	Also       []string `json:"also,omitempty"`
	Candidates uint64   `json:"candidates"`
	Verified   uint64   `json:"verified"`
	Nanos      int64    `json:"nanoseconds"`
	Incomplete bool     `json:"incomplete,omitempty"`
}

// MarshalJSON writes the figures as they are at the moment.
func (f *Figures) MarshalJSON() ([]byte, error) {
	return json.Marshal(jsonFigures{Term: f.Term, Index: f.Index, About: f.About, Also: f.Also, Candidates: f.Candidates(), Verified: f.Verified(), Nanos: int64(f.Time()), Incomplete: f.Incomplete()})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (f *Figures) UnmarshalJSON(data []byte) error {
	var j jsonFigures
	if err := query.DecodeStrictly(data, &j); err != nil {
		return err
	}
	f.Term, f.Index, f.About, f.Also = j.Term, j.Index, j.About, j.Also
	f.candidates.Store(j.Candidates)
	f.verified.Store(j.Verified)
	f.nanos.Store(j.Nanos)
	f.incomplete.Store(j.Incomplete)
	return nil
}
