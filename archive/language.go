package archive

import (
	"kifudb/duplicate"
	"kifudb/query"
	"kifudb/search"
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

// OrderFields are the names by which games can be sorted.
func OrderFields() []string { return search.OrderFields() }

// Asked is the position or pattern that a question is about, to be drawn.
type Asked = query.Asked

// Kinds say how records are of one game.
type Kinds = duplicate.Kinds
