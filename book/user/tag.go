package user

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"golang.org/x/text/unicode/norm"

	"kifudb/store"
)

// A Tag is a word that the user puts on games.
type Tag struct {
	Name  string          // as it was first written
	Games *roaring.Bitmap // ids, those of removed games included
}

var (
	// ErrNoTag is returned for a tag that is on no game.
	ErrNoTag = errors.New("there is no such tag")

	// ErrTagExists is returned by RenameTag if the new name is another tag's.
	ErrTagExists = errors.New("there is a tag of this name already")
)

const maxName = 100 // characters in a name

// CheckTag says what is wrong with a tag's name, or nil. Letters of all scripts
// and digits may be in it, and - _ / . after the first character.
func CheckTag(name string) error { return checkName("tag", name) }

// checkName says what is wrong with the name of a kind of thing.
func checkName(kind, name string) error {
	if n := utf8.RuneCountInString(name); n > maxName {
		return fmt.Errorf("the name of a %s has at most %d characters; this one has %d", kind, maxName, n)
	}
	if name == "" {
		return fmt.Errorf("the name of a %s cannot be empty", kind)
	}
	for i, r := range name {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || i > 0 && unicode.IsMark(r)
		if r == utf8.RuneError || !letter && (i == 0 || !strings.ContainsRune("-_/.", r)) {
			return fmt.Errorf("%q is not a name for a %s; it begins with a letter or a digit, and letters, digits, - _ / and . may follow", name, kind)
		}
	}
	return nil
}

// fold makes one text of names that are the same but for case.
func fold(name string) string { return norm.NFC.String(strings.ToLower(norm.NFC.String(name))) }

// SameName reports whether two names of tags or saved searches are the same
// name.
func SameName(a, b string) bool { return fold(a) == fold(b) }

// tagChange puts a tag on games and takes it from others.
type tagChange struct {
	Name   string `json:"name"`          // as it is to be written from now on
	Was    string `json:"was,omitempty"` // as it was written, if otherwise
	Add    *set   `json:"add,omitempty"`
	Remove *set   `json:"remove,omitempty"`
}

func (s *state) changeTag(c *tagChange) {
	key := fold(c.Name)
	games := roaring.New()
	if tag, ok := s.tags[key]; ok {
		games = tag.Games
	}
	games.Or(c.Add.games())
	games.AndNot(c.Remove.games())
	if games.IsEmpty() {
		delete(s.tags, key)
		return
	}
	s.tags[key] = Tag{c.Name, games}
}

// inverse returns the change that undoes one.
func (c *tagChange) inverse() tagChange {
	u := tagChange{Name: c.Name, Add: c.Remove, Remove: c.Add}
	if c.Was != "" {
		u.Name, u.Was = c.Was, c.Name
	}
	return u
}

// tagged returns the games with a tag as a set of its own.
func (s *state) tagged(name string) *roaring.Bitmap {
	if tag, ok := s.tags[fold(name)]; ok {
		return tag.Games.Clone()
	}
	return roaring.New()
}

// written returns a tag's name as it was first written.
func (s *state) written(name string) string {
	if tag, ok := s.tags[fold(name)]; ok {
		return tag.Name
	}
	return name
}

// adding returns the change that puts a tag on games that do not have it.
func (s *state) adding(name string, games *roaring.Bitmap) (c tagChange, added *roaring.Bitmap) {
	added = roaring.AndNot(games, s.tagged(name))
	return tagChange{Name: s.written(name), Add: newSet(added)}, added
}

// AddTag puts a tag on games and returns the ids of those that did not have it.
func (db *DB) AddTag(name string, games []Game) (added *roaring.Bitmap, err error) {
	if err := CheckTag(name); err != nil {
		return nil, err
	}
	err = db.change("tag add "+name, func(s *state, o *operation) error {
		var c tagChange
		if c, added = s.adding(name, idsOf(games)); !added.IsEmpty() {
			o.Tags = []tagChange{c}
		}
		o.Digests = s.newDigests(games)
		return nil
	})
	return added, err
}

// RemoveTag takes a tag from games and returns the ids of those that had it;
// nil stands for all games. It returns ErrNoTag if no game has it.
func (db *DB) RemoveTag(name string, games *roaring.Bitmap) (removed *roaring.Bitmap, err error) {
	err = db.change("tag remove "+name, func(s *state, o *operation) error {
		removed = s.tagged(name)
		if removed.IsEmpty() {
			return fmt.Errorf("%s: %w", name, ErrNoTag)
		}
		if games != nil {
			removed.And(games)
		}
		if !removed.IsEmpty() {
			o.Tags = []tagChange{{Name: s.written(name), Remove: newSet(removed)}}
		}
		return nil
	})
	return removed, err
}

// RenameTag gives a tag another name. If there is a tag of that name, it
// returns ErrTagExists, unless the two are to become one.
func (db *DB) RenameTag(from, to string, merge bool) error {
	if err := CheckTag(to); err != nil {
		return err
	}
	return db.change("tag rename "+from+" "+to, func(s *state, o *operation) error {
		games := s.tagged(from)
		if games.IsEmpty() {
			return fmt.Errorf("%s: %w", from, ErrNoTag)
		}
		if SameName(from, to) {
			o.Tags = []tagChange{{Name: to, Was: s.written(from)}}
			return nil
		}
		there := s.tagged(to)
		if !there.IsEmpty() && !merge {
			return fmt.Errorf("%s: %w", to, ErrTagExists)
		}
		o.Tags = []tagChange{
			{Name: s.written(from), Remove: newSet(games)},
			{Name: to, Was: s.written(to), Add: newSet(roaring.AndNot(games, there))},
		}
		return nil
	})
}

// AddTags puts tags on games as one change and returns the number of tags that
// are new on their game.
func (db *DB) AddTags(games []Game, names [][]string) (added int, err error) {
	type put struct {
		name  string // as it was written first
		games *roaring.Bitmap
	}
	byName := map[string]put{}
	for i, game := range games {
		for _, name := range names[i] {
			if err := CheckTag(name); err != nil {
				return 0, err
			}
			p, ok := byName[fold(name)]
			if !ok {
				p = put{name, roaring.New()}
				byName[fold(name)] = p
			}
			p.games.Add(uint32(game.ID))
		}
	}
	err = db.change("tag import", func(s *state, o *operation) error {
		added = 0
		for _, key := range sortedKeys(byName) {
			c, set := s.adding(byName[key].name, byName[key].games)
			if added += int(set.GetCardinality()); !set.IsEmpty() {
				o.Tags = append(o.Tags, c)
			}
		}
		o.Digests = s.newDigests(games)
		return nil
	})
	return added, err
}

// Tags returns all tags by name.
func (db *DB) Tags() (list []Tag, err error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	for _, key := range sortedKeys(s.tags) {
		list = append(list, Tag{s.tags[key].Name, s.tags[key].Games.Clone()})
	}
	return list, nil
}

// Tagged returns the ids of the games with a tag; with a prefix, of those with a
// tag that begins with it. An empty prefix is every tag.
func (db *DB) Tagged(name string, prefix bool) (*roaring.Bitmap, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	if !prefix {
		return s.tagged(name), nil
	}
	games, want := roaring.New(), fold(name)
	for key, tag := range s.tags {
		if strings.HasPrefix(key, want) {
			games.Or(tag.Games)
		}
	}
	return games, nil
}

// TagsOf returns the names of a game's tags, in order.
func (db *DB) TagsOf(id store.GameID) ([]string, error) {
	s, err := db.state()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, key := range sortedKeys(s.tags) {
		if s.tags[key].Games.Contains(uint32(id)) {
			names = append(names, s.tags[key].Name)
		}
	}
	return names, nil
}
