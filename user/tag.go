package user

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"
	"go.etcd.io/bbolt"
	"golang.org/x/text/unicode/norm"

	"kifudb/store"
)

// bucketTags holds a set of games for each tag. The key is the name folded, so
// that names are compared without case; the value is
//
//	uvarint length of the name, the name as it was first written, the set
//
// A search for a tag reads one value. Tags without games are not kept.
var bucketTags = []byte("tags")

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
			return fmt.Errorf("%q is no name of a %s; it begins with a letter or a digit, and letters, digits, - _ / and . may follow", name, kind)
		}
	}
	return nil
}

// fold makes one text of names that are the same but for case.
func fold(name string) string { return norm.NFC.String(strings.ToLower(norm.NFC.String(name))) }

// SameName reports whether two names of tags or saved searches are the same
// name.
func SameName(a, b string) bool { return fold(a) == fold(b) }

// AddTag puts a tag on games and returns the ids of those that did not have it.
func (db *DB) AddTag(name string, games []Game) (added *roaring.Bitmap, err error) {
	if err := CheckTag(name); err != nil {
		return nil, err
	}
	err = db.changeTags("tag add "+name, func(t *tags) error {
		if added, err = t.add(name, games); err != nil {
			return err
		}
		return t.digests(games)
	})
	return added, err
}

// RemoveTag takes a tag from games and returns the ids of those that had it;
// nil stands for all games. It returns ErrNoTag if no game has it.
func (db *DB) RemoveTag(name string, games *roaring.Bitmap) (removed *roaring.Bitmap, err error) {
	err = db.changeTags("tag remove "+name, func(t *tags) error {
		tag, err := t.get(name)
		if err != nil {
			return err
		}
		removed = tag.Games.Clone()
		if games != nil {
			removed.And(games)
		}
		if removed.IsEmpty() {
			return nil
		}
		tag.Games.AndNot(removed)
		return t.put(tag)
	})
	return removed, err
}

// RenameTag gives a tag another name. If there is a tag of that name, it
// returns ErrTagExists, unless the two are to become one.
func (db *DB) RenameTag(from, to string, merge bool) error {
	if err := CheckTag(to); err != nil {
		return err
	}
	return db.changeTags("tag rename "+from+" "+to, func(t *tags) error {
		tag, err := t.get(from)
		if err != nil {
			return err
		}
		if !SameName(from, to) {
			other, err := t.get(to)
			if err == nil && !merge {
				return fmt.Errorf("%s: %w", to, ErrTagExists)
			}
			if err != nil && !errors.Is(err, ErrNoTag) {
				return err
			}
			if err == nil {
				tag.Games.Or(other.Games)
			}
			if err := t.put(Tag{from, roaring.New()}); err != nil {
				return err
			}
		}
		return t.put(Tag{to, tag.Games})
	})
}

// AddTags puts tags on games as one change and returns the number of tags that
// are new on their game.
func (db *DB) AddTags(games []Game, names [][]string) (added int, err error) {
	byName := map[string][]Game{}
	for i, game := range games {
		for _, name := range names[i] {
			if err := CheckTag(name); err != nil {
				return 0, err
			}
			byName[name] = append(byName[name], game)
		}
	}
	err = db.changeTags("tag import", func(t *tags) error {
		added = 0
		for _, name := range sortedKeys(byName) {
			set, err := t.add(name, byName[name])
			if err != nil {
				return err
			}
			added += int(set.GetCardinality())
		}
		return t.digests(games)
	})
	return added, err
}

// Tags returns all tags by name.
func (db *DB) Tags() (list []Tag, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketTags)
		if b == nil {
			return nil
		}
		return b.ForEach(func(key, value []byte) error {
			tag, err := db.readTag(key, value)
			list = append(list, tag)
			return err
		})
	})
	return list, err
}

// Tagged returns the ids of the games with a tag; with a prefix, of those with a
// tag that begins with it. An empty prefix is every tag.
func (db *DB) Tagged(name string, prefix bool) (*roaring.Bitmap, error) {
	games := roaring.New()
	err := db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketTags)
		if b == nil {
			return nil
		}
		want := []byte(fold(name))
		cursor := b.Cursor()
		for key, value := cursor.Seek(want); bytes.HasPrefix(key, want) && key != nil; key, value = cursor.Next() {
			if !prefix && len(key) > len(want) {
				break
			}
			tag, err := db.readTag(key, value)
			if err != nil {
				return err
			}
			games.Or(tag.Games)
		}
		return nil
	})
	return games, err
}

// TagsOf returns the names of a game's tags, in order.
func (db *DB) TagsOf(id store.GameID) ([]string, error) {
	tags, err := db.Tags()
	var names []string
	for _, tag := range tags {
		if tag.Games.Contains(uint32(id)) {
			names = append(names, tag.Name)
		}
	}
	return names, err
}

// Digests returns the digests that games had when something was last put on
// them, by id.
func (db *DB) Digests() (map[store.GameID]store.Digest, error) {
	digests := map[store.GameID]store.Digest{}
	err := db.view(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketDigests)
		if b == nil {
			return nil
		}
		return b.ForEach(func(key, value []byte) error {
			if len(key) != 4 || len(value) != len(store.Digest{}) {
				return db.damaged("a digest of %d bytes", len(value))
			}
			digests[store.GameID(binary.BigEndian.Uint32(key))] = store.Digest(value)
			return nil
		})
	})
	return digests, err
}

// readTag reads an entry of bucketTags.
func (db *DB) readTag(key, value []byte) (Tag, error) {
	n, size := binary.Uvarint(value)
	if size <= 0 || n > uint64(len(value)-size) {
		return Tag{}, db.damaged("tag %q is cut off", key)
	}
	games, err := readSet(value[size+int(n):])
	if err != nil {
		return Tag{}, db.damaged("tag %q: %v", key, err)
	}
	return Tag{string(value[size : size+int(n)]), games}, nil
}

// tags is a change of tags that is under way.
type tags struct {
	db     *DB
	tx     *bbolt.Tx
	bucket *bbolt.Bucket
	before map[string][]byte // what was there of what was changed, nil for nothing
}

// get returns a tag or ErrNoTag.
func (t *tags) get(name string) (Tag, error) {
	key := []byte(fold(name))
	value := t.bucket.Get(key)
	if value == nil {
		return Tag{}, fmt.Errorf("%s: %w", name, ErrNoTag)
	}
	return t.db.readTag(key, value)
}

// put writes a tag, or removes one without games.
func (t *tags) put(tag Tag) error {
	set, err := writeSet(tag.Games)
	if err != nil {
		return err
	}
	if set == nil {
		return t.write(fold(tag.Name), nil)
	}
	value := binary.AppendUvarint(nil, uint64(len(tag.Name)))
	value = append(value, tag.Name...)
	return t.write(fold(tag.Name), append(value, set...))
}

// write changes an entry and remembers what it was.
func (t *tags) write(key string, value []byte) error {
	if _, changed := t.before[key]; !changed {
		t.before[key] = slices.Clone(t.bucket.Get([]byte(key)))
	}
	if value == nil {
		return t.bucket.Delete([]byte(key))
	}
	return t.bucket.Put([]byte(key), value)
}

// add puts a tag on games and returns the ids that are new.
func (t *tags) add(name string, games []Game) (*roaring.Bitmap, error) {
	tag, err := t.get(name)
	if errors.Is(err, ErrNoTag) {
		tag = Tag{name, roaring.New()}
	} else if err != nil {
		return nil, err
	}
	added := roaring.New()
	for _, g := range games {
		added.Add(uint32(g.ID))
	}
	added.AndNot(tag.Games)
	if added.IsEmpty() {
		return added, nil
	}
	tag.Games.Or(added)
	return added, t.put(tag)
}

// digests writes what the games are now.
func (t *tags) digests(games []Game) error { return putDigests(t.tx, games) }

func putDigests(tx *bbolt.Tx, games []Game) error {
	b, err := tx.CreateBucketIfNotExists(bucketDigests)
	if err != nil {
		return err
	}
	for _, g := range games {
		if g.Digest == (store.Digest{}) {
			continue
		}
		if key := keyOf(g.ID); !bytes.Equal(b.Get(key), g.Digest[:]) {
			if err := b.Put(key, g.Digest[:]); err != nil {
				return err
			}
		}
	}
	return nil
}
