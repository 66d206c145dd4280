package study

import (
	"cmp"
	"slices"

	"kifudb/position"
	"kifudb/store"
)

// A Sighting is a game in which something was found, with its days as
// [store.Facts] has them: the first and the last on which it may have been played,
// yyyymmdd, both 0 if it is undated.
type Sighting struct {
	Game store.GameID   `json:"game"`
	Node int            `json:"node"` // in the order of the file, from 0
	Lo   int32          `json:"lo"`
	Hi   int32          `json:"hi"`
	By   position.Color `json:"by"` // whose move it was; Empty if it was set up
}

// earlier puts the earliest first: those that were over first for certain. A game
// of 1846-09-11 comes before one of 1846, which may have been played earlier or not.
func earlier(a, b Sighting) int {
	return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Game, b.Game))
}

// later puts the latest first: those that began last for certain.
func later(a, b Sighting) int {
	return cmp.Or(cmp.Compare(b.Lo, a.Lo), cmp.Compare(b.Hi, a.Hi), cmp.Compare(a.Game, b.Game))
}

// A best list holds the first sightings of an order, no more than so many.
type best struct {
	most  int // 0 for all
	order func(a, b Sighting) int
	list  []Sighting
}

// add takes in a sighting if it is among the first.
func (l *best) add(s Sighting) {
	if l.most > 0 && len(l.list) == l.most {
		if l.order(s, l.list[l.most-1]) >= 0 {
			return
		}
		l.list = l.list[:l.most-1]
	}
	at, _ := slices.BinarySearchFunc(l.list, s, l.order)
	l.list = slices.Insert(l.list, at, s)
}

// merge takes in another list.
func (l *best) merge(list []Sighting) {
	if l.most == 0 {
		l.list = append(l.list, list...)
		slices.SortFunc(l.list, l.order)
		return
	}
	for _, s := range list {
		l.add(s)
	}
}

// raise raises the ids of the games, see [search.Raiser].
func (l *best) raise(by store.GameID) {
	for i := range l.list {
		l.list[i].Game += by
	}
}

// moverAt returns who moved at a node of a script, Empty if nobody did.
func moverAt(script position.Script, node int) position.Color {
	at := -1
	for event, move := range script.Events() {
		if event != position.AtNode {
			continue
		}
		if at++; at == node {
			return move.Color
		}
	}
	return position.Empty
}
