package query

import "slices"

// Declare adds a field to the table, whose values are understood as those of another field
// are, until undo is called. It is for tests, which make a field as the table does; nobody
// else may ask for fields meanwhile.
func Declare(f Field, like string) (undo func()) {
	model, ok := FindField(like)
	if !ok {
		panic("query: there is no field " + like)
	}
	before := fields
	f.meaning = model.meaning
	fields = append(slices.Clone(fields), f)
	return func() { fields = before }
}
