package query

import "iter"

// Conditions are walked here and nowhere else. They are not nested deeper than
// Parse allows.

// parts returns the nodes that an And, an Or or a Not holds, and false for a
// term, which holds none.
func parts(n Node) (nodes []Node, joins bool) {
	switch n := n.(type) {
	case And:
		return n, true
	case Or:
		return n, true
	case Not:
		return []Node{n.Node}, true
	}
	return nil, false
}

// Build makes something of a condition from its terms up: join is given an And,
// an Or or a Not and what was made of its nodes.
func Build[T any](n Node, term func(Node) (T, error), join func(n Node, made []T) (T, error)) (made T, err error) {
	nodes, joins := parts(n)
	if !joins {
		return term(n)
	}
	list := make([]T, len(nodes))
	for i, child := range nodes {
		if list[i], err = Build(child, term, join); err != nil {
			return made, err
		}
	}
	return join(n, list)
}

// Terms yields the terms of a condition from left to right; none of nil.
func Terms(n Node) iter.Seq[Node] {
	var walk func(Node, func(Node) bool) bool
	walk = func(n Node, yield func(Node) bool) bool {
		nodes, joins := parts(n)
		if !joins {
			return n == nil || yield(n)
		}
		for _, child := range nodes {
			if !walk(child, yield) {
				return false
			}
		}
		return true
	}
	return func(yield func(Node) bool) { walk(n, yield) }
}

// HasTerm reports whether a condition has a term of which is holds.
func HasTerm(n Node, is func(Node) bool) bool {
	for t := range Terms(n) {
		if is(t) {
			return true
		}
	}
	return false
}

// Replace puts something in the place of each term, and keeps the normal form.
func Replace(n Node, term func(Node) (Node, error)) (Node, error) {
	if n == nil {
		return nil, nil
	}
	return Build(n, term, rejoin)
}

// rejoin joins nodes as another node joined those in whose place they are.
func rejoin(n Node, nodes []Node) (Node, error) {
	switch n.(type) {
	case And:
		return and(nodes), nil
	case Or:
		return AnyOf(nodes), nil
	}
	return Negate(nodes[0]), nil
}

// ReplaceBoards puts other board terms in the place of a term that is one, or
// holds two.
func ReplaceBoards(n Node, board func(*Board) (*Board, error)) (Node, error) {
	switch n := n.(type) {
	case *Board:
		return board(n)
	case *Then:
		replaced := *n
		for i, part := range n.Parts() {
			b, ok := part.(*Board)
			if !ok {
				continue
			}
			b, err := board(b)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				replaced.First = b
			} else {
				replaced.Second = b
			}
		}
		return &replaced, nil
	}
	return n, nil
}
