package ledger

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// A file that cannot be read makes every import fail that meets it, also when it
// has not changed since. The user may accept it as it is: then imports are quiet
// about it until its size or time changes.

// An Accepted is a file, or a member of one, that the user knows cannot be read.
type Accepted struct {
	Source  string    `json:"source"` // as in Outcome
	Member  string    `json:"member,omitempty"`
	Reason  string    `json:"reason"`
	Size    int64     `json:"size"`  // of the source
	ModTime int64     `json:"mtime"` // of the source
	When    time.Time `json:"when"`
}

// Path returns source and member as records name them.
func (a *Accepted) Path() string { return (&Outcome{Source: a.Source, Member: a.Member}).Path() }

// ErrNotFailed is wrapped by the error for a path below which no file failed.
var ErrNotFailed = errors.New("no file there failed in an import")

// ErrNotAccepted is wrapped by the error for a path below which no file was accepted.
var ErrNotAccepted = errors.New("no file there was accepted")

var bucketAccepted = []byte("accepted")

// storedAccepted is an Accepted as it is stored, under a key like that of a Gone.
type storedAccepted struct {
	Source  fileName  `json:"source"`
	Member  fileName  `json:"member,omitzero"`
	Reason  string    `json:"reason"`
	Size    int64     `json:"size"`
	ModTime int64     `json:"mtime"`
	When    time.Time `json:"when"`
}

// Accept notes that files that failed are known, and returns those that were not
// accepted before. A path is absolute: a file, a member as records name it, or a
// folder. If nothing failed below one of them, nothing is noted.
func (db *DB) Accept(paths []string, when time.Time) (accepted []Accepted, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		blocks, err := db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		to := tx.Bucket(bucketAccepted)
		for _, path := range paths {
			found, err := db.failedAt(tx, blocks, path)
			switch {
			case err != nil:
				return err
			case len(found) == 0:
				return fmt.Errorf("%s: %w", path, ErrNotFailed)
			}
			for _, a := range found {
				if before, err := db.acceptedIn(to, a.Source, a.Member); err != nil {
					return err
				} else if before != nil && before.Size == a.Size && before.ModTime == a.ModTime {
					continue
				}
				a.When = when
				line := storedAccepted{fileName(a.Source), fileName(a.Member), a.Reason, a.Size, a.ModTime, a.When}
				if err := putJSON(to, goneKey(a.Source, a.Member), line); err != nil {
					return err
				}
				accepted = append(accepted, a)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return accepted, nil
}

// failedAt returns the files at or below a path that failed.
func (db *DB) failedAt(tx *bbolt.Tx, blocks *blockReader, path string) (failed []Accepted, err error) {
	sources := tx.Bucket(bucketSources)
	add := func(key, value []byte, member string) error {
		var s Source
		if err := db.openJSON(key, value, &s); err != nil || s.Failed == 0 {
			return err
		}
		for o, err := range blocks.outcomes(s.Run, s.Lo, s.Hi) {
			if err != nil {
				return err
			}
			if o.What.failed() && (member == "" || member == o.Member) {
				failed = append(failed, Accepted{Source: o.Source, Member: o.Member, Reason: o.Reason, Size: s.Size, ModTime: s.ModTime})
			}
		}
		return nil
	}
	if v := sources.Get([]byte(path)); v != nil {
		return failed, add([]byte(path), v, "")
	}
	for i := range len(path) - 1 {
		if path[i:i+2] != "!/" {
			continue
		}
		if v := sources.Get([]byte(path[:i])); v != nil {
			return failed, add([]byte(path[:i]), v, path[i+2:])
		}
	}
	for k, v := range below(sources, path) {
		if err := add(k, v, ""); err != nil {
			return nil, err
		}
	}
	return failed, nil
}

// Unaccept takes back that files at or below the paths are known, and returns
// them. If none was below one of the paths, nothing is taken back.
func (db *DB) Unaccept(paths []string) (taken []Accepted, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		from := tx.Bucket(bucketAccepted)
		all, err := db.acceptedOf(from)
		if err != nil {
			return err
		}
		for _, path := range paths {
			n := 0
			for _, a := range all {
				if p := a.Path(); p != path && a.Source != path && !isBelow(p, path) {
					continue
				}
				n++
				taken = append(taken, a)
				if err := from.Delete(goneKey(a.Source, a.Member)); err != nil {
					return err
				}
			}
			if n == 0 {
				return fmt.Errorf("%s: %w", path, ErrNotAccepted)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return taken, nil
}

// Accepted returns the files that were accepted, by their paths.
func (db *DB) Accepted() (accepted []Accepted, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		accepted, err = db.acceptedOf(tx.Bucket(bucketAccepted))
		return err
	})
	return accepted, err
}

// acceptedOf reads the bucket, which ledgers of older versions do not have.
func (db *DB) acceptedOf(b *bbolt.Bucket) (accepted []Accepted, err error) {
	if b == nil {
		return nil, nil
	}
	err = b.ForEach(func(k, v []byte) error {
		a, err := db.openAccepted(k, v)
		if err == nil {
			accepted = append(accepted, *a)
		}
		return err
	})
	return accepted, err
}

// acceptedIn returns what was noted of a file, nil if nothing was.
func (db *DB) acceptedIn(b *bbolt.Bucket, source, member string) (*Accepted, error) {
	key := goneKey(source, member)
	v := b.Get(key)
	if v == nil {
		return nil, nil
	}
	return db.openAccepted(key, v)
}

func (db *DB) openAccepted(key, value []byte) (*Accepted, error) {
	var a storedAccepted
	if err := db.openJSON(key, value, &a); err != nil {
		return nil, err
	}
	return &Accepted{string(a.Source), string(a.Member), a.Reason, a.Size, a.ModTime, a.When}, nil
}

// isBelow reports whether a path lies in a folder or a container.
func isBelow(path, root string) bool {
	folder := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
	return strings.HasPrefix(path, folder) || strings.HasPrefix(path, root+"!/")
}

// judgedBefore is the list of formats of versions that did not say which.
const judgedBefore = "before"

// countFailed says of the sources that were entered by an older version how many of
// their files failed, and that others were judged by what it knew.
func (db *DB) countFailed(tx *bbolt.Tx) error {
	blocks, err := db.newBlockReader(tx)
	if err != nil {
		return err
	}
	defer blocks.close()
	var changes []entry
	b := tx.Bucket(bucketSources)
	err = b.ForEach(func(k, v []byte) error {
		var s Source
		if err := db.openJSON(k, v, &s); err != nil {
			return err
		}
		for o, err := range blocks.outcomes(s.Run, s.Lo, s.Hi) {
			if err != nil {
				return err
			}
			if o.What.failed() {
				s.Failed++
			}
			if o.What.failed() || o.What == Passed {
				s.Judged = judgedBefore
			}
		}
		if s.Judged != "" {
			changes = append(changes, entry{append([]byte{}, k...), s})
		}
		return nil
	})
	if err != nil {
		return err
	}
	return putAll(b, changes)
}
