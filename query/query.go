package query

import "strings"

// A Query is a tree of conditions on games. The zero Query holds for every
// game. Queries made by [Parse] and UnmarshalJSON are valid and in normal
// form: Parse(q.String()) equals q.
type Query struct {
	Root Node // nil for every game
}

// A Node is a condition: And, Or, Not, *Term, *Board or *Then.
type Node interface {
	// print appends the normal form.
	print(b *strings.Builder)
}

// And holds where all of its nodes hold. It has at least two, none of them an
// And.
type And []Node

// Or holds where one of its nodes holds. It has at least two, none of them an
// Or.
type Or []Node

// Not holds where its node does not, which is no Not itself.
type Not struct{ Node Node }

// A Term compares a field of a game with values; one of them must fit.
type Term struct {
	Field  string // a long name, an identifier in capitals, or "" for text anywhere
	Values []Value
	// Resolution is what Resolve found out about the one value, if anything; nil
	// in a Query.
	Resolution *Resolution

	// The options of a term for what moves do on the board.
	Moves    Window // at which move numbers
	MainLine bool   // not in variations
	At       string // points of which one must be among those that the move is about: Q16, A1-G7 or [AtPattern]; "" for any
}

// String returns the normal form of the query, with the options of board
// terms written out.
func (q Query) String() string {
	if q.Root == nil {
		return ""
	}
	var b strings.Builder
	q.Root.print(&b)
	return b.String()
}

// Print returns the normal form of one node.
func Print(n Node) string { return Query{n}.String() }

func (n And) print(b *strings.Builder) {
	for i, child := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		if _, ok := child.(Or); ok {
			printGroup(b, child)
		} else {
			child.print(b)
		}
	}
}

func (n Or) print(b *strings.Builder) {
	for i, child := range n {
		if i > 0 {
			b.WriteString(" or ")
		}
		child.print(b)
	}
}

func (n Not) print(b *strings.Builder) {
	b.WriteByte('-')
	switch n.Node.(type) {
	case And, Or:
		printGroup(b, n.Node)
	default:
		n.Node.print(b)
	}
}

func printGroup(b *strings.Builder, n Node) {
	b.WriteByte('(')
	n.print(b)
	b.WriteByte(')')
}

func (t *Term) print(b *strings.Builder) {
	b.WriteString(t.Field)
	switch {
	case t.Field == "":
	case t.Values[0].Kind == Exact:
		b.WriteByte('=')
	default:
		b.WriteByte(':')
	}
	for i, v := range t.Values {
		if i > 0 {
			b.WriteByte(',')
		}
		v.print(b, t.Field != "")
	}
	t.printOptions(b)
}

// and joins conditions that must all hold, without nesting.
func and(nodes []Node) Node {
	var flat And
	for _, n := range nodes {
		if inner, ok := n.(And); ok {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

// AnyOf joins conditions of which one must hold, without nesting.
func AnyOf(nodes []Node) Node {
	var flat Or
	for _, n := range nodes {
		if inner, ok := n.(Or); ok {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

// Negate negates a condition.
func Negate(n Node) Node {
	if inner, ok := n.(Not); ok {
		return inner.Node
	}
	return Not{n}
}
