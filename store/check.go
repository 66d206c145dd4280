package store

import (
	"context"
	"iter"
)

// Check compares everything.
func (db *DB) Check(ctx context.Context, derive Derive) iter.Seq[error] {
	return func(yield func(error) bool) {}
}
