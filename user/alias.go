package user

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.etcd.io/bbolt"

	"kifudb/alias"
)

// bucketAliases holds the groups of spellings that are one name. The key is
// the kind, a slash, and the group's number in 16 hexadecimal digits; the value
// is the spellings, the preferred one first, with line feeds between them.
// bucketAliasUndo remembers the last changes as bucketUndo does those of tags.
var (
	bucketAliases   = []byte("aliases")
	bucketAliasUndo = []byte("aliases.undo")
)

// Aliases returns the groups of a kind.
func (db *DB) Aliases(kind alias.Kind) (*alias.Table, error) {
	var t *alias.Table
	err := db.view(func(tx *bbolt.Tx) (err error) {
		t, err = db.aliases(tx, kind)
		return err
	})
	if t == nil && err == nil { // without a file
		t = alias.NewTable(kind, nil)
	}
	return t, err
}

// aliases reads the groups of a kind.
func (db *DB) aliases(tx *bbolt.Tx, kind alias.Kind) (*alias.Table, error) {
	var groups []alias.Group
	if b := tx.Bucket(bucketAliases); b != nil {
		prefix := []byte(kind.String() + "/")
		cursor := b.Cursor()
		for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
			id, err := strconv.ParseUint(string(key[len(prefix):]), 16, 64)
			if err != nil || len(value) == 0 {
				return nil, db.damaged("alias %q: %q", key, value)
			}
			groups = append(groups, alias.Group{ID: id, Spellings: strings.Split(string(value), "\n")})
		}
	}
	return alias.NewTable(kind, groups), nil
}

// ChangeAliases changes the groups of a kind in one transaction, in such a way
// that it can be undone as a whole. What says what was done, for the user. If
// do returns an error nothing is changed.
func (db *DB) ChangeAliases(kind alias.Kind, what string, do func(*alias.Table) error) error {
	return db.update(func(tx *bbolt.Tx) error {
		t, err := db.aliases(tx, kind)
		if err != nil {
			return err
		}
		if err := do(t); err != nil {
			return err
		}
		bucket, err := tx.CreateBucketIfNotExists(bucketAliases)
		if err != nil {
			return err
		}
		after := map[string][]byte{}
		for _, g := range t.Groups() {
			after[fmt.Sprintf("%s/%016x", kind, g.ID)] = []byte(strings.Join(g.Spellings, "\n"))
		}
		before := map[string][]byte{}
		prefix := []byte(kind.String() + "/")
		cursor := bucket.Cursor()
		for key, value := cursor.Seek(prefix); bytes.HasPrefix(key, prefix); key, value = cursor.Next() {
			if now, ok := after[string(key)]; !ok || !bytes.Equal(now, value) {
				before[string(key)] = slices.Clone(value)
			} else {
				delete(after, string(key))
			}
		}
		for key := range before {
			if _, ok := after[key]; !ok {
				if err := bucket.Delete([]byte(key)); err != nil {
					return err
				}
			}
		}
		for _, key := range sortedKeys(after) {
			if _, ok := before[key]; !ok {
				before[key] = nil
			}
			if err := bucket.Put([]byte(key), after[key]); err != nil {
				return err
			}
		}
		if len(before) == 0 {
			return nil
		}
		return remember(tx, bucketAliasUndo, change{what, before})
	})
}

// UndoAliases undoes the last change of aliases of any kind that was not
// undone, and returns what it was. The last 20 changes are remembered.
func (db *DB) UndoAliases() (what string, err error) {
	return db.undo(bucketAliasUndo, bucketAliases)
}
