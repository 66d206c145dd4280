package indexer

// SetMaxChanges bounds the changes that wait, until undo.
func SetMaxChanges(bytes int) (undo func()) {
	before := maxChanges
	maxChanges = bytes
	return func() { maxChanges = before }
}
