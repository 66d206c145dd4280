package user

import (
	"errors"
	"maps"
	"slices"
)

// maxUndo is how many changes of tags, of aliases, and of corrections, can be
// undone.
const maxUndo = 20

// ErrNothingToUndo is returned by UndoTags and its like when all that is remembered
// has been undone.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// remember notes an operation that can be undone, and forgets one that was.
func (s *state) remember(o *operation) {
	if o.Undoes != "" {
		undone := func(other *operation) bool { return other.name() == o.Undoes }
		s.tagUndo = slices.DeleteFunc(s.tagUndo, undone)
		s.aliasUndo = slices.DeleteFunc(s.aliasUndo, undone)
		s.correctionUndo = slices.DeleteFunc(s.correctionUndo, undone)
		return
	}
	if len(o.Tags) > 0 {
		s.tagUndo = latest(append(s.tagUndo, o))
	}
	if len(o.Aliases) > 0 {
		s.aliasUndo = latest(append(s.aliasUndo, o))
	}
	if len(o.Corrections) > 0 {
		s.correctionUndo = latest(append(s.correctionUndo, o))
	}
}

// latest leaves out what is too old to be undone.
func latest(list []*operation) []*operation { return list[max(0, len(list)-maxUndo):] }

// undo undoes the last of some operations, as an operation that inverse fills in, and
// returns the command that made it.
func (db *DB) undo(command string, list func(*state) []*operation, inverse func(last, o *operation)) (what string, err error) {
	err = db.change(command, func(s *state, o *operation) error {
		known := list(s)
		if len(known) == 0 {
			return ErrNothingToUndo
		}
		last := known[len(known)-1]
		inverse(last, o)
		o.Undoes, what = last.name(), last.What
		return nil
	})
	return what, err
}

// UndoTags undoes the last change of tags that was not undone, and returns the
// command that made it. The last 20 changes are remembered.
func (db *DB) UndoTags() (what string, err error) {
	return db.undo("tag undo", func(s *state) []*operation { return s.tagUndo }, func(last, o *operation) {
		for _, c := range slices.Backward(last.Tags) {
			o.Tags = append(o.Tags, c.inverse())
		}
	})
}

// UndoAliases undoes the last change of aliases of any kind that was not
// undone, and returns what it was. The last 20 changes are remembered.
func (db *DB) UndoAliases() (what string, err error) {
	return db.undo("alias undo", func(s *state) []*operation { return s.aliasUndo }, func(last, o *operation) {
		for _, c := range slices.Backward(last.Aliases) {
			o.Aliases = append(o.Aliases, aliasChange{Kind: c.Kind, Before: c.After, After: c.Before})
		}
	})
}

// LastAliasChange returns what UndoAliases would undo, "" if there is nothing.
func (db *DB) LastAliasChange() (what string, err error) {
	s, err := db.state()
	if err != nil || len(s.aliasUndo) == 0 {
		return "", err
	}
	return s.aliasUndo[len(s.aliasUndo)-1].What, nil
}

// UndoCorrections undoes the last change of corrections that was not undone, and
// returns what it was. The last 20 changes are remembered.
func (db *DB) UndoCorrections() (what string, err error) {
	return db.undo("correct undo", func(s *state) []*operation { return s.correctionUndo }, func(last, o *operation) {
		for _, c := range slices.Backward(last.Corrections) {
			o.Corrections = append(o.Corrections, c.inverse())
		}
	})
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
