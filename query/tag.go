package query

import (
	"errors"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/user"
)

// tag is the meaning of the field for the user's own tags: a name, in any case,
// or the beginning of one. A tag that is on no game finds none.
type tag struct{}

func (tag) check(v Value) error {
	switch v.Kind {
	case Word, Phrase, Prefix:
		return user.CheckTag(v.Text)
	}
	return errors.New("expected the name of a tag, or its beginning and *")
}

func (tag) literal() bool { return false }
func (tag) ordered() bool { return false }

// tagged finds out the games that have a tag.
func (r *resolver) tagged(_ field, t *Term) (Node, error) {
	v := t.Values[0]
	return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) {
		return db.Tagged(v.Text, v.Kind == Prefix)
	})
}
