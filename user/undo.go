package user

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"go.etcd.io/bbolt"
)

// bucketUndo holds the last changes of tags by number, 64 bits, high byte
// first: JSON of a change.
var bucketUndo = []byte("tags.undo")

// maxUndo is how many changes of tags, and of aliases, can be undone.
const maxUndo = 20

// change is a change of a bucket as it is undone: entries by key as they were
// before, null for those that were not there.
type change struct {
	What   string            `json:"what"`
	Before map[string][]byte `json:"before"`
}

// ErrNothingToUndo is returned by UndoTags and UndoAliases when all that is remembered has been
// undone.
var ErrNothingToUndo = errors.New("there is nothing to undo")

// changeTags changes tags in one transaction, in such a way that it can be
// undone.
func (db *DB) changeTags(what string, do func(*tags) error) error {
	return db.update(func(tx *bbolt.Tx) error {
		bucket, err := tx.CreateBucketIfNotExists(bucketTags)
		if err != nil {
			return err
		}
		t := &tags{db: db, tx: tx, bucket: bucket, before: map[string][]byte{}}
		if err := do(t); err != nil {
			return err
		}
		if len(t.before) == 0 {
			return nil
		}
		return remember(tx, bucketUndo, change{what, t.before})
	})
}

// remember adds a change to those that can be undone.
func remember(tx *bbolt.Tx, bucket []byte, c change) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	undo, err := tx.CreateBucketIfNotExists(bucket)
	if err != nil {
		return err
	}
	number, err := undo.NextSequence()
	if err != nil {
		return err
	}
	cursor := undo.Cursor()
	for key, _ := cursor.First(); key != nil && binary.BigEndian.Uint64(key)+maxUndo <= number; key, _ = cursor.First() {
		if err := cursor.Delete(); err != nil {
			return err
		}
	}
	return undo.Put(binary.BigEndian.AppendUint64(nil, number), data)
}

// UndoTags undoes the last change of tags that was not undone, and returns the
// command that made it. The last 20 changes are remembered.
func (db *DB) UndoTags() (what string, err error) { return db.undo(bucketUndo, bucketTags) }

// undo undoes the last change of a bucket that is remembered in another one.
func (db *DB) undo(remembered, changed []byte) (what string, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		undo, bucket := tx.Bucket(remembered), tx.Bucket(changed)
		if undo == nil || bucket == nil {
			return ErrNothingToUndo
		}
		key, data := undo.Cursor().Last()
		if key == nil {
			return ErrNothingToUndo
		}
		var last change
		if err := json.Unmarshal(data, &last); err != nil {
			return db.damaged("what can be undone: %v", err)
		}
		for _, name := range sortedKeys(last.Before) {
			value := last.Before[name]
			if value == nil {
				err = bucket.Delete([]byte(name))
			} else {
				err = bucket.Put([]byte(name), value)
			}
			if err != nil {
				return err
			}
		}
		what = last.What
		return undo.Delete(slices.Clone(key))
	})
	return what, err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
