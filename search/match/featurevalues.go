package match

import (
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/features"
)

// A FeatureReader reads what the moves of games do, as values by which games are listed, grouped and sorted. It
// is safe for concurrent use.
type FeatureReader struct {
	condition *featureCondition

	mu      sync.Mutex // protects what follows
	filters map[*store.Segment]*featureFilter
	words   map[*features.Column][]wordGames
}

// wordGames are the games in which one side has a word.
type wordGames struct {
	value FeatureValue
	games *roaring.Bitmap
}

// A FeatureValue is a value that the moves of one side have in a game.
type FeatureValue struct {
	Text   string // a number, or a word of the feature
	Number int32  // the number, or where the word is among the feature's, from 1
	By     position.Color
}

// NewFeatureReader returns the reader of a field of features.
func NewFeatureReader(f query.Field) (*FeatureReader, error) {
	c, err := newFeatureCondition(&query.Term{Field: f.Name, Values: []query.Value{{Text: "yes"}}})
	if err != nil {
		return nil, err
	}
	return &FeatureReader{condition: c.(*featureCondition), filters: map[*store.Segment]*featureFilter{}, words: map[*features.Column][]wordGames{}}, nil
}

// Values returns the values of a game for each side: the different words of a feature that has words, the greatest
// number of any other. Black's come first.
func (r *FeatureReader) Values(g *store.Segment, local int) (values []FeatureValue, err error) {
	f := r.filter(g)
	if err := f.begin(); err != nil {
		return nil, err
	}
	of, ok := f.games[g.Facts(local).Game]
	if !ok {
		return nil, nil
	}
	words := len(of.about().Words) > 0
	if column := f.columns[g.Facts(local).Game]; column != nil && words { // need no nodes
		return r.wordsOf(column, of.about(), local), nil
	}
	for i, err := range f.instances(local, false, nil) {
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(values, func(v FeatureValue) bool { return v.By == i.By && (!words || v.Number == i.Value) })
		switch {
		case at < 0:
			values = append(values, FeatureValue{Number: i.Value, By: i.By})
		case !words:
			values[at].Number = max(values[at].Number, i.Value)
		}
	}
	for i := range values {
		values[i].Text = query.FeatureText(of.about(), values[i].Number)
	}
	sortFeatureValues(values)
	return values, nil
}

func sortFeatureValues(values []FeatureValue) {
	slices.SortFunc(values, func(a, b FeatureValue) int {
		if a.By != b.By {
			return int(a.By) - int(b.By)
		}
		return int(a.Number - b.Number)
	})
}

// wordsOf returns the words that a column has of a game.
func (r *FeatureReader) wordsOf(c *features.Column, k *feature.Kind, local int) (values []FeatureValue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	words, ok := r.words[c]
	if !ok {
		for s := range c.Sets() {
			games := c.Games(func(by position.Color, value int32) bool { return by == s.By && value == s.Value })
			words = append(words, wordGames{FeatureValue{query.FeatureText(k, s.Value), s.Value, s.By}, games})
		}
		r.words[c] = words
	}
	for _, w := range words {
		if w.games.ContainsInt(local) {
			values = append(values, w.value)
		}
	}
	sortFeatureValues(values)
	return values
}

// filter returns the filter of a segment.
func (r *FeatureReader) filter(g *store.Segment) *featureFilter {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.filters[g]
	if f == nil {
		f = r.condition.Open(g).(*featureFilter)
		r.filters[g] = f
	}
	return f
}
