package archive

import (
	"kifudb/book/duplicate"
	registry "kifudb/game"
	"kifudb/query"
)

// Query is a question in the language of [ParseQuery].
type Query = query.Query

// A QueryError says in which column of a question something is wrong.
type QueryError = query.Error

// ParseQuery reads a question in the query language. Errors are a [*QueryError].
func ParseQuery(text string) (Query, error) { return query.Parse(text) }

// A Field is a field of the query language.
type Field = query.Field

// Fields returns the fields of the query language.
func Fields() []Field { return query.Fields() }

// FindField returns the field of a name, if there is one.
func FindField(name string) (Field, bool) { return query.FindField(name) }

// Listings returns what games are counted by beside fields, such as decades.
func Listings() []Field { return query.Listings() }

// NearField returns the name of the field, option or board term that is nearest to one that
// is not known, "" if none is near.
func NearField(name string) string { return query.NearField(name) }

// A BoardOption is an option of the terms of the query language that ask for
// positions, patterns and sequences.
type BoardOption = query.BoardOption

// GameFeatures are the names of the terms for what moves of a game do on the board.
type GameFeatures struct {
	Game  string
	Names []string
}

// BoardFeatures returns the terms for what moves do, for each game that has some.
func BoardFeatures() (list []GameFeatures) {
	for g := range registry.Observers() {
		f := GameFeatures{Game: g.About().Name}
		for _, k := range g.Features() {
			f.Names = append(f.Names, k.Name)
		}
		list = append(list, f)
	}
	return list
}

// BoardOptions returns the options of board terms.
func BoardOptions() []BoardOption { return query.BoardOptions() }

// An Anchor is a place where a pattern may lie.
type Anchor = query.Anchor

// Anchors returns the places where patterns may lie.
func Anchors() []Anchor { return query.Anchors() }

// Asked is the position or pattern that a question is about, to be drawn.
type Asked = query.Asked

// Kinds say how records are of one game.
type Kinds = duplicate.Kinds

// IsWords reports whether a query is words alone, without fields, boards and choices.
func IsWords(q Query) bool {
	found := false
	for n := range query.Terms(q.Root) {
		t, ok := n.(*query.Term)
		if !ok || t.Field != "" {
			return false
		}
		found = true
	}
	_, all := q.Root.(query.And)
	_, one := q.Root.(*query.Term)
	return found && (all || one)
}
