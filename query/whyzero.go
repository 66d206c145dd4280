package query

import (
	"slices"

	"kifudb/position"
)

// A Relaxation is a change that makes a query less strict.
type Relaxation struct {
	Without string // the condition that was dropped, or the option that was widened
	Query   Query  // what is left
	Games   int    // games that fulfil it
}

// WhyZero tries what a query would find without each one of its conditions,
// and with each option of its board terms widened. It returns the changes that
// find something, the smallest gain first: that is the one that changes the
// question least. Each takes as long as count, which counts the games of a query;
// if that fails before all are tried, those that were found come with its error.
func WhyZero(q Query, count func(Query) (int, error)) (useful []Relaxation, err error) {
	for _, r := range relaxations(q) {
		n, countErr := count(r.Query)
		if countErr != nil {
			err = countErr
			break
		}
		if n > 0 {
			r.Games = n
			useful = append(useful, r)
		}
	}
	slices.SortStableFunc(useful, func(a, b Relaxation) int { return a.Games - b.Games })
	return useful, err
}

// relaxations returns a query with one option wider, then with one condition
// less.
func relaxations(q Query) []Relaxation {
	nodes, ok := q.Root.(And)
	if !ok {
		nodes = And{q.Root}
	}
	var list []Relaxation
	for i, n := range nodes {
		for _, w := range wider(n) {
			changed := slices.Clone(nodes)
			changed[i] = w.node
			list = append(list, Relaxation{Without: w.option, Query: Query{and(changed)}})
		}
	}
	if len(nodes) > 1 {
		for i, n := range nodes {
			rest := slices.Delete(slices.Clone(nodes), i, i+1)
			list = append(list, Relaxation{Without: Print(n), Query: Query{and(rest)}})
		}
	}
	return list
}

// A widening is a query whose term, or one of whose two terms, lacks one option.
type widening struct {
	option string // as it was
	node   Node
}

// wider returns what a condition on boards is with each of its strict options
// dropped, and a Then also with each of its terms alone.
func wider(n Node) []widening {
	switch n := n.(type) {
	case *Board:
		return n.wider()
	case *Then:
		return n.wider()
	case *Term:
		return n.wider()
	}
	return nil
}

// wider returns a term for what moves do with each of its options dropped.
func (t *Term) wider() []widening {
	var list []widening
	drop := func(strict bool, option string, widen func(*Term)) {
		if strict {
			w := *t
			widen(&w)
			list = append(list, widening{option, &w})
		}
	}
	drop(t.Moves != Window{}, "move:"+t.Moves.String(), func(w *Term) { w.Moves = Window{} })
	drop(t.MainLine, "variations:off", func(w *Term) { w.MainLine = false })
	drop(t.At != "", "at:"+t.At, func(w *Term) { w.At = "" })
	return list
}

// wider drops the bound on the moves between, the options of each term, and
// each term.
func (n *Then) wider() []widening {
	var list []widening
	if n.Within != 0 {
		w := *n
		w.Within = 0
		list = append(list, widening{"within:" + n.printWithin(), &w})
	}
	for _, w := range wider(n.First) {
		list = append(list, widening{w.option + " of the first term", &Then{w.node, n.Second, n.Within}})
	}
	for _, w := range wider(n.Second) {
		list = append(list, widening{w.option + " of the second term", &Then{n.First, w.node, n.Within}})
	}
	return append(list,
		widening{"the second term, " + Print(n.Second), n.First},
		widening{"the first term, " + Print(n.First), n.Second})
}

// wider returns the board term with each of its strict options dropped, as far as the game of the
// term can be asked so: a part of a position of shogi lies nowhere else.
func (b *Board) wider() []widening {
	var list []widening
	_, untold := b.Asked() // a place in a game, or a file, until it is looked up
	try := func(strict bool, option string, widen func(*Board)) {
		if strict {
			w := *b
			widen(&w)
			if _, err := w.Asked(); err != nil && untold == nil {
				return
			}
			list = append(list, widening{option, &w})
		}
	}
	try(b.Moves != Window{}, "move:"+b.printMoves(), func(w *Board) { w.Moves = Window{} })
	try(b.Next != position.Empty, "next:"+b.printNext(), func(w *Board) { w.Next = position.Empty })
	try(b.Stood != Window{}, "stood:"+b.printStood(), func(w *Board) { w.Stood = Window{} })
	try(b.Ko != "", "ko:"+b.Ko, func(w *Board) { w.Ko = "" })
	try(!b.SwapColors, "colors:fixed", func(w *Board) { w.SwapColors = true })
	try(b.Symmetry == "off" || b.Symmetry == "" && b.asItLies(), "symmetry:off", func(w *Board) { w.Symmetry = "on" })
	try(b.MainLine, "variations:off", func(w *Board) { w.MainLine = false })
	try(b.Kind != "pos" && b.Anchor != "anywhere", "anchor:"+b.printAnchor(), func(w *Board) { w.Anchor = "anywhere" })
	return list
}
