package query

import (
	"errors"
	"slices"
	"strings"

	"kifudb/sgfread"
)

// property is the meaning of identifiers of SGF for what stands at nodes: marks, judgements,
// figures, what programs add of their own. Values are compared as texts.
type property struct {
	text
	move bool
}

func (p property) check(v Value) error {
	if p.move {
		return errMove
	}
	return p.text.check(v)
}

// OfNodes reports whether a term asks for properties of nodes, or whether a node has one.
func (t *Term) OfNodes() bool {
	f, err := t.Definition()
	if err != nil || f.Kind() != HasKind {
		return err == nil && f.OfNodes()
	}
	return !slices.ContainsFunc(t.Values, func(v Value) bool {
		of, ok := FindField(v.Text)
		return !ok || !of.OfNodes()
	})
}

// InComments reports whether a term asks for comments or for names of nodes.
func (t *Term) InComments() bool {
	f, err := t.Definition()
	if err != nil || f.Name == "" {
		return false
	}
	return f.Kind() == CommentKind
}

// AtNodes reports whether what a term asks for may stand at nodes.
func (t *Term) AtNodes() bool {
	f, err := t.Definition()
	if err != nil || f.Kind() != HasKind {
		kind, _ := f.Time()
		return err == nil && (f.AtNodes() || f.OfNodes() || kind == ThoughtTime || kind == LeftTime || t.OfGrades())
	}
	return slices.ContainsFunc(t.Values, func(v Value) bool {
		of, ok := FindField(v.Text)
		return strings.EqualFold(v.Text, "comments") || ok && (of.AtNodes() || of.OfNodes())
	})
}

// errMove is the error of terms that ask for moves as if they were texts.
var errMove = errors.New(`moves are not searched as texts; ask for the board by a term pos: or pat: instead`)

// propertyField returns the field of an identifier that may stand at nodes.
func propertyField(name string) (f Field, ok bool) {
	id := sgfread.ParseIdent(name)
	move := id == sgfread.IdentB || id == sgfread.IdentW
	return Field{Name: name, Idents: []string{name}, meaning: property{move: move}}, move || sgfread.OfNodes(id)
}
