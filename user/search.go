package user

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"
)

// bucketSearches holds the saved searches by name, folded: JSON of a
// savedSearch.
var bucketSearches = []byte("searches")

// A Search is a query that the user saved, and what it found when its answer
// was last looked at.
type Search struct {
	Name       string
	Query      string          // in normal form
	Seen       *roaring.Bitmap // the games that it found then
	Looked     time.Time       // when that was, in seconds; zero for never
	Generation uint64          // of the archive, then
}

// savedSearch is a Search on disk.
type savedSearch struct {
	Name       string `json:"name"`
	Query      string `json:"query"`
	Seen       []byte `json:"seen,omitempty"`   // a set
	Looked     int64  `json:"looked,omitempty"` // seconds since 1970
	Generation uint64 `json:"generation,omitempty"`
}

var (
	// ErrNoSearch is returned for a name that no search was saved under.
	ErrNoSearch = errors.New("there is no saved search of this name")

	// ErrSearchExists is returned by AddSearch for a name that is taken.
	ErrSearchExists = errors.New("there is a saved search of this name already")
)

const maxQuery = 1 << 20 // bytes, as much as a query may have

// CheckSearchName says what is wrong with the name of a saved search, or nil.
// The rules are those of tags.
func CheckSearchName(name string) error { return checkName("saved search", name) }

// AddSearch saves a search. If there is one of that name, it returns
// ErrSearchExists, unless it is to be replaced; then the one before is
// returned.
func (db *DB) AddSearch(s Search, replace bool) (before *Search, err error) {
	if err := CheckSearchName(s.Name); err != nil {
		return nil, err
	}
	if len(s.Query) > maxQuery {
		return nil, fmt.Errorf("the query is longer than %d bytes", maxQuery)
	}
	err = db.update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(bucketSearches)
		if err != nil {
			return err
		}
		if value := b.Get([]byte(fold(s.Name))); value != nil {
			if !replace {
				return fmt.Errorf("%s: %w", s.Name, ErrSearchExists)
			}
			there, err := db.readSearch(value)
			if err != nil {
				return err
			}
			before = &there
		}
		return putSearch(b, &s)
	})
	return before, err
}

// RemoveSearch removes a saved search and returns it.
func (db *DB) RemoveSearch(name string) (removed Search, err error) {
	err = db.update(func(tx *bbolt.Tx) error {
		b, key := tx.Bucket(bucketSearches), []byte(fold(name))
		if b == nil || b.Get(key) == nil {
			return fmt.Errorf("%s: %w", name, ErrNoSearch)
		}
		if removed, err = db.readSearch(b.Get(key)); err != nil {
			return err
		}
		return b.Delete(key)
	})
	return removed, err
}

// Looked notes that the answer of a saved search was looked at. A search that
// was removed or changed meanwhile is left as it is.
func (db *DB) Looked(s Search) error {
	return db.update(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketSearches)
		if b == nil {
			return nil
		}
		value := b.Get([]byte(fold(s.Name)))
		if value == nil {
			return nil
		}
		there, err := db.readSearch(value)
		if err != nil || there.Query != s.Query {
			return err
		}
		return putSearch(b, &s)
	})
}

// Search returns a saved search, or ErrNoSearch.
func (db *DB) Search(name string) (s Search, err error) {
	missing := true
	err = db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketSearches)
		if b == nil {
			return nil
		}
		value := b.Get([]byte(fold(name)))
		if value == nil {
			return nil
		}
		missing = false
		s, err = db.readSearch(value)
		return err
	})
	if err == nil && missing {
		err = fmt.Errorf("%s: %w", name, ErrNoSearch)
	}
	return s, err
}

// Searches returns all saved searches by name.
func (db *DB) Searches() (list []Search, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketSearches)
		if b == nil {
			return nil
		}
		return b.ForEach(func(_, value []byte) error {
			s, err := db.readSearch(value)
			list = append(list, s)
			return err
		})
	})
	return list, err
}

func (db *DB) readSearch(value []byte) (Search, error) {
	var j savedSearch
	if err := json.Unmarshal(value, &j); err != nil {
		return Search{}, db.damaged("a saved search: %v", err)
	}
	s := Search{Name: j.Name, Query: j.Query, Generation: j.Generation}
	if j.Looked != 0 {
		s.Looked = time.Unix(j.Looked, 0)
	}
	var err error
	if s.Seen, err = readSet(j.Seen); err != nil {
		return s, db.damaged("saved search %s: %v", j.Name, err)
	}
	return s, nil
}

func putSearch(b *bbolt.Bucket, s *Search) error {
	j := savedSearch{Name: s.Name, Query: s.Query, Generation: s.Generation}
	if !s.Looked.IsZero() {
		j.Looked = s.Looked.Unix()
	}
	if s.Seen != nil {
		var err error
		if j.Seen, err = writeSet(s.Seen); err != nil {
			return err
		}
	}
	value, err := json.Marshal(j)
	if err != nil {
		return err
	}
	return b.Put([]byte(fold(s.Name)), value)
}
