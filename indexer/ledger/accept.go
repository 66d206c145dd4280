package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// A file that cannot be read makes every import that meets it fail, also when the file has
// not changed. The user may accept the file: then imports do not mention it until its size or
// time changes. Where several computers import, each may accept files that any of them could
// not read, or take that back. The latest decision counts.

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
	Taken   bool      `json:"taken,omitempty"` // it was taken back, where another computer had said it
}

// Accept notes that files that failed are known, and returns those that were not
// accepted before. A path is absolute: a file, a member as records name it, or a
// folder. If nothing failed below one of them, nothing is noted.
func (db *DB) Accept(paths []string, when time.Time) (accepted []Accepted, err error) {
	said, err := db.said()
	if err != nil {
		return nil, err
	}
	known := map[Accepted]bool{}
	for file, a := range said {
		known[file] = !a.Taken
	}
	for _, path := range paths {
		n := 0
		err := db.each(func(one *DB) error {
			found, err := one.failedAt(path)
			for _, a := range found {
				if n++; !known[a.File()] {
					known[a.File()] = true
					a.When = after(when, said[a.File()].When)
					accepted = append(accepted, a)
				}
			}
			return err
		})
		switch {
		case err != nil:
			return nil, err
		case n == 0:
			return nil, fmt.Errorf("%s: %w", path, ErrNotFailed)
		}
	}
	return accepted, db.putAccepted(accepted, false)
}

// File returns what of it tells the file, as it was, from others.
func (a *Accepted) File() Accepted {
	return Accepted{Source: a.Source, Member: a.Member, Size: a.Size, ModTime: a.ModTime}
}

func (db *DB) putAccepted(files []Accepted, taken bool) error {
	if len(files) == 0 {
		return nil
	}
	return db.update(func(tx *loggedTx) error {
		for _, a := range files {
			line := storedAccepted{Source: fileName(a.Source), Member: fileName(a.Member), Reason: a.Reason, Size: a.Size, ModTime: a.ModTime, When: a.When, Taken: taken}
			if err := putJSON(tx.Bucket(bucketAccepted), goneKey(a.Source, a.Member), line); err != nil {
				return err
			}
		}
		return nil
	})
}

// failedAt returns the files at or below a path that failed.
func (db *DB) failedAt(path string) (failed []Accepted, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		blocks, err := db.newBlockReader(tx)
		if err != nil {
			return err
		}
		defer blocks.close()
		failed, err = db.failedIn(tx, blocks, path)
		return err
	})
	return failed, err
}

func (db *DB) failedIn(tx *bbolt.Tx, blocks *blockReader, path string) (failed []Accepted, err error) {
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
func (db *DB) Unaccept(paths []string, when time.Time) (taken []Accepted, err error) {
	all, err := db.Accepted()
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		n := 0
		for _, a := range all {
			if p := a.Path(); p == path || a.Source == path || isBelow(p, path) {
				n++
				taken = append(taken, a)
			}
		}
		if n == 0 {
			return nil, fmt.Errorf("%s: %w", path, ErrNotAccepted)
		}
	}
	if db.Shared() {
		told := slices.Clone(taken)
		for i := range told {
			told[i].When = after(when, told[i].When)
		}
		return taken, db.putAccepted(told, true)
	}
	err = db.update(func(tx *loggedTx) error {
		for _, a := range taken {
			if err := tx.Bucket(bucketAccepted).Delete(goneKey(a.Source, a.Member)); err != nil {
				return err
			}
		}
		return nil
	})
	return taken, err
}

// after returns a time, or one after the earlier decision if some clock is wrong.
func after(when, before time.Time) time.Time {
	if when.After(before) {
		return when
	}
	return before.Add(time.Second)
}

// said returns the latest decision about each file, on any computer.
func (db *DB) said() (said map[Accepted]storedAccepted, err error) {
	said = map[Accepted]storedAccepted{}
	return said, db.each(func(one *DB) error {
		return one.view(func(tx *bbolt.Tx) error {
			b := tx.Bucket(bucketAccepted)
			if b == nil { // a ledger of an older version
				return nil
			}
			return b.ForEach(func(k, v []byte) error {
				var a storedAccepted
				if err := one.openJSON(k, v, &a); err != nil {
					return err
				}
				file := a.accepted().File()
				if before, ok := said[file]; !ok || a.When.After(before.When) {
					said[file] = a
				}
				return nil
			})
		})
	})
}

// Accepted returns the files that were accepted, on any computer, by their paths.
func (db *DB) Accepted() (accepted []Accepted, err error) {
	said, err := db.said()
	for _, a := range said {
		if !a.Taken {
			accepted = append(accepted, *a.accepted())
		}
	}
	slices.SortFunc(accepted, func(a, b Accepted) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Member, b.Member), cmp.Compare(a.ModTime, b.ModTime), cmp.Compare(a.Size, b.Size))
	})
	return accepted, err
}

func (a *storedAccepted) accepted() *Accepted {
	return &Accepted{Source: string(a.Source), Member: string(a.Member), Reason: a.Reason, Size: a.Size, ModTime: a.ModTime, When: a.When}
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
func (db *DB) countFailed(tx *loggedTx) error {
	blocks, err := db.newBlockReader(tx.Tx)
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
