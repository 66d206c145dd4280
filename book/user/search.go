package user

import (
	"errors"
	"fmt"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Search is a query that the user saved, and what it found when its answer
// was last looked at.
type Search struct {
	Name       string
	Query      string          // in normal form
	Seen       *roaring.Bitmap // the games that it found then
	Looked     time.Time       // when that was, in seconds; zero for never
	Generation uint64          // of the archive, then
}

// searchChange saves a search, or removes one.
type searchChange struct {
	Name       string `json:"name"`
	Query      string `json:"query,omitempty"`
	Looked     int64  `json:"looked,omitempty"` // seconds since 1970
	Generation uint64 `json:"generation,omitempty"`
	Seen       *set   `json:"seen,omitempty"`   // besides those before
	Unseen     *set   `json:"unseen,omitempty"` // and without these
	Gone       bool   `json:"gone,omitempty"`
}

func (s *state) changeSearch(c *searchChange) {
	key := fold(c.Name)
	if c.Gone {
		delete(s.searches, key)
		return
	}
	saved := Search{Name: c.Name, Query: c.Query, Generation: c.Generation, Seen: roaring.New()}
	if before, ok := s.searches[key]; ok {
		saved.Seen = before.Seen
	}
	saved.Seen.Or(c.Seen.games())
	saved.Seen.AndNot(c.Unseen.games())
	if c.Looked != 0 {
		saved.Looked = time.Unix(c.Looked, 0)
	}
	s.searches[key] = saved
}

// saving returns the change that saves a search.
func (s *state) saving(to *Search) searchChange {
	c := searchChange{Name: to.Name, Query: to.Query, Generation: to.Generation}
	if !to.Looked.IsZero() {
		c.Looked = to.Looked.Unix()
	}
	before, after := roaring.New(), roaring.New()
	if there, ok := s.searches[fold(to.Name)]; ok {
		before = there.Seen
	}
	if to.Seen != nil {
		after = to.Seen
	}
	c.Seen, c.Unseen = newSet(roaring.AndNot(after, before)), newSet(roaring.AndNot(before, after))
	return c
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
func (db *DB) AddSearch(search Search, replace bool) (before *Search, err error) {
	err = db.addSearches("saved add "+search.Name, []Search{search}, replace, func(there Search) { before = &there })
	return before, err
}

// AddSearches is AddSearch for several, as one change.
func (db *DB) AddSearches(list []Search, replace bool) error {
	return db.addSearches("saved import", list, replace, func(Search) {})
}

func (db *DB) addSearches(what string, list []Search, replace bool, instead func(Search)) error {
	for _, search := range list {
		if err := CheckSearchName(search.Name); err != nil {
			return err
		}
		if len(search.Query) > maxQuery {
			return fmt.Errorf("the query is longer than %d bytes", maxQuery)
		}
	}
	return db.change(what, func(s *state, o *operation) error {
		for _, search := range list {
			if there, ok := s.searches[fold(search.Name)]; ok {
				if !replace {
					return fmt.Errorf("%s: %w", search.Name, ErrSearchExists)
				}
				instead(there)
			}
			o.Searches = append(o.Searches, s.saving(&search))
		}
		return nil
	})
}

// RemoveSearch removes a saved search and returns it.
func (db *DB) RemoveSearch(name string) (removed Search, err error) {
	err = db.change("saved remove "+name, func(s *state, o *operation) error {
		var ok bool
		if removed, ok = s.searches[fold(name)]; !ok {
			return fmt.Errorf("%s: %w", name, ErrNoSearch)
		}
		o.Searches = []searchChange{{Name: name, Gone: true}}
		return nil
	})
	return removed, err
}

// Looked notes that the answer of a saved search was looked at. A search that
// was removed or changed meanwhile is left as it is.
func (db *DB) Looked(search Search) error {
	return db.change("saved run "+search.Name, func(s *state, o *operation) error {
		if there, ok := s.searches[fold(search.Name)]; ok && there.Query == search.Query {
			o.Searches = []searchChange{s.saving(&search)}
		}
		return nil
	})
}

// Search returns a saved search, or ErrNoSearch.
func (db *DB) Search(name string) (Search, error) {
	s, err := db.state()
	if err != nil {
		return Search{}, err
	}
	found, ok := s.searches[fold(name)]
	if !ok {
		return Search{}, fmt.Errorf("%s: %w", name, ErrNoSearch)
	}
	found.Seen = found.Seen.Clone()
	return found, nil
}

// Searches returns all saved searches by name.
func (db *DB) Searches() (list []Search, err error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	for _, key := range sortedKeys(s.searches) {
		found := s.searches[key]
		found.Seen = found.Seen.Clone()
		list = append(list, found)
	}
	return list, nil
}
