package search

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"kifudb/search/match"
	"kifudb/store"
)

// A Partial is the part of an answer that comes from some segments, or from the search so
// far. Partials from different segments can be merged in any order and
// grouping. They travel as JSON.
//
// Where the records of one game count once, the games of clusters that lie
// wholly within the segments are settled. Of each cluster that has records
// elsewhere, too, the best of those that fulfil the query is pending, with what
// it alone adds to the answer: it counts if no better one is found elsewhere. There is none
// if it is the preferred record: then it is settled, and pending with nothing, which
// keeps those elsewhere from counting.
type Partial struct {
	Cover  Cover
	Folded int // records left out because another record of their cluster stands for them
	// Guessed is the number of games that were found by names with lost characters,
	// which may be any. Their hits say so.
	Guessed int
	Terms   []*match.Figures // what the terms of the filter cost, from left to right

	states  []State // by Question.names
	pending map[store.GameID]pendingGame
}

// A pendingGame is the best record so far of a cluster, which is known by its
// preferred record.
type pendingGame struct {
	rank    int            // in its cluster, 0 for the preferred record
	guessed int            // 1 if it was found by a guess
	states  jsontext.Value // a list of those of this game alone, by Question.names
	read    []State        // the same, if they were read from elsewhere: games that add the same share them
}

// A Cover says which games an answer is about.
type Cover struct {
	Segments   int `json:"segments"`   // asked, as far as the answer needs it
	OfSegments int `json:"ofSegments"` // there are
	Games      int `json:"games"`      // looked at
	OfGames    int `json:"ofGames"`    // there are
	// Unindexed is the number of segments asked whose comments are not indexed
	// yet, so that texts in them were not found.
	Unindexed int `json:"unindexed,omitempty"`
	// Missing says which parts of the archive could not be asked, and why.
	Missing []string `json:"missing,omitempty"`
}

// Whole reports whether the answer is about all games of the archive.
func (c *Cover) Whole() bool {
	return c.Segments == c.OfSegments && c.Unindexed == 0 && len(c.Missing) == 0
}

func (c *Cover) merge(o Cover) {
	c.Segments += o.Segments
	c.OfSegments += o.OfSegments
	c.Games += o.Games
	c.OfGames += o.OfGames
	c.Unindexed += o.Unindexed
	c.Missing = append(c.Missing, o.Missing...)
	slices.Sort(c.Missing)
}

// Empty returns the answer of no segments, to merge others into.
func (q *Question) Empty() *Partial {
	p := &Partial{pending: map[store.GameID]pendingGame{}}
	for _, name := range q.names() {
		p.states = append(p.states, q.Aggregations[name].Empty(q))
	}
	return p
}

// Merge takes in the answer of other segments, and leaves it as it is.
func (p *Partial) Merge(o *Partial) {
	p.Cover.merge(o.Cover)
	p.Folded += o.Folded
	p.Guessed += o.Guessed
	for i, f := range o.Terms {
		if i == len(p.Terms) {
			p.Terms = append(p.Terms, &match.Figures{Term: f.Term, Index: f.Index, Also: f.Also})
		}
		p.Terms[i].Merge(f)
	}
	for i, s := range o.states {
		p.states[i].Merge(s)
	}
	for cluster, g := range o.pending {
		p.await(cluster, g)
	}
}

// await takes in a pending game. Of two of a cluster the better one stays.
func (p *Partial) await(cluster store.GameID, g pendingGame) {
	before, ok := p.pending[cluster]
	if ok {
		p.Folded++
	}
	if !ok || g.rank < before.rank {
		p.pending[cluster] = g
	}
}

// Pending returns how many games are pending, and the bytes that they take.
func (p *Partial) Pending() (games, bytes int) {
	for _, g := range p.pending {
		bytes += len(g.states)
	}
	return len(p.pending), bytes
}

// An Answer is the whole answer to a question, or what is known of it so far.
type Answer struct {
	Found   map[string]any // by the names of the aggregations
	Cover   Cover
	Folded  int // see Partial
	Guessed int
	Terms   []*match.Figures
}

// Finish returns the answer that a partial one comes to, which is left as it is.
func (q *Question) Finish(p *Partial) (*Answer, error) {
	if len(p.pending) > 0 {
		settled := q.Empty()
		settled.Guessed = p.Guessed
		for i, s := range p.states {
			settled.states[i].Merge(s)
		}
		for _, cluster := range slices.Sorted(maps.Keys(p.pending)) {
			states := p.pending[cluster].read
			if states == nil {
				var err error
				if states, err = q.readStates(p.pending[cluster].states); err != nil {
					return nil, err
				}
			}
			settled.Guessed += p.pending[cluster].guessed
			for i, s := range states {
				settled.states[i].Merge(s)
			}
		}
		settled.Cover, settled.Folded, settled.Terms = p.Cover, p.Folded, p.Terms
		p = settled
	}
	a := &Answer{Found: map[string]any{}, Cover: p.Cover, Folded: p.Folded, Guessed: p.Guessed, Terms: p.Terms}
	for i, name := range q.names() {
		a.Found[name] = p.states[i].Finish()
	}
	return a, nil
}
