package search

import (
	"kifudb/search/match"
	"kifudb/store"
)

// Where most games of a segment are counted by values, what the values of each game are is
// gathered first, value by value: a list of games for each value is shorter than
// all values of all games.

// manyGames is the share of a segment's games from which tables of their labels are made:
// one of so many.
const manyGames = 8

// A labelTable has the labels of each game of a segment, in two columns: 0 for none, or the
// number of a value plus one. A game of which they cannot hold the labels has severalLabels.
type labelTable [2][]int32

const severalLabels = -1

// makeTables makes the tables of a segment if there are none, and it pays to. It reports
// whether there are.
func (r *LabelReaders) makeTables(b *match.Block) bool {
	g := b.Segment
	r.open(g)
	if r.asked += int(b.Mask.GetCardinality()); r.tables || r.asked < g.Len()/manyGames {
		return r.tables
	}
	for i, t := range r.List {
		if !t.tabular(g) || i > 0 && r.List[0].only != nil {
			return false
		}
	}
	for _, t := range r.List {
		t.tabulate(g)
	}
	r.tables = true
	return true
}

// tabular reports whether a table can hold the labels of a segment's games.
func (t *LabelReader) tabular(g *store.Segment) bool {
	a := &t.attribute
	switch {
	case !g.Corrections().IsEmpty():
		return false
	case a.of != nil:
		return true
	}
	return a.title == "" && a.moves == nil && a.does == nil && !a.tagged && len(a.idents) > 0 && len(a.idents) <= len(t.table)
}

// tabulate makes the table of a segment.
func (t *LabelReader) tabulate(g *store.Segment) {
	a := &t.attribute
	for i := range t.table {
		if n := g.Len(); cap(t.table[i]) < n {
			t.table[i] = make([]int32, n)
		} else {
			t.table[i] = t.table[i][:n]
			clear(t.table[i])
		}
	}
	if a.of != nil {
		g.EachFacts(a.column, func(local int, facts *store.Facts) {
			labels, _ := t.read(g, local, facts, nil) // moves are not asked, and nothing else fails
			if len(labels) > len(t.table) {
				t.table[0][local] = severalLabels
				return
			}
			for i, l := range labels {
				t.table[i][local] = int32(l.Number) + 1
			}
		})
		return
	}
	for i, ident := range a.idents {
		column, span := t.table[i], g.ValueSpans(ident)[0]
		for number := span.Low; number < min(span.High, len(t.bySegment)); number++ {
			label := int32(t.bySegment[number])
			if label == 0 || t.only != nil && !t.only[int(label)-1] {
				continue
			}
			g.GamesOf(number, func(local int) {
				switch {
				case local >= len(column): // damaged
				case column[local] == 0 || column[local] == label:
					column[local] = label
				default:
					t.table[0][local] = severalLabels
				}
			})
		}
	}
}

// gameLabels are the numbers of the labels of a game.
type gameLabels struct {
	numbers [2]int
	n       int
}

// labelsOf looks up the labels of a game in the table. It reports false if that cannot hold them.
func (t *LabelReader) labelsOf(local int, of *gameLabels) bool {
	a, b := t.table[0][local], t.table[1][local]
	of.n = 0
	if a > 0 {
		of.numbers[0], of.n = int(a)-1, 1
	}
	if b > 0 && b != a {
		of.numbers[of.n&1], of.n = int(b)-1, of.n+1
	}
	return a != severalLabels
}
