package query

import (
	"errors"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/alias"
	"kifudb/position"
)

// A Resolution holds facts about a term that only the archive as a whole, or the user's
// additions, can supply, so that segments can be searched without them.
type Resolution struct {
	Side  position.Color  // of the player whom player: or opponent: names; Empty for either
	Names []alias.Name    // other names that the value means
	Also  []string        // spellings of theirs that the value does not find by itself
	Games *roaring.Bitmap // the ids of the games that fulfil the term, if that was found out
	// Positions are texts of positions of which one comes up in the games that fulfil the term beside
	// those of Games.
	Positions []string
	Sure      bool   // names of which characters are lost are not guessed
	Charset   string // the name of the encoding that is meant, if it is not the value
}

// Resolved returns the term with what was found out about it.
func (t *Term) Resolved(r Resolution) *Term {
	resolved := *t
	resolved.Resolution = &r
	return &resolved
}

// Definition returns the field of a term.
func (t *Term) Definition() (Field, error) {
	if t.Field == "" {
		return anywhere, nil
	}
	f, ok := FindField(t.Field)
	if !ok {
		return Field{}, errors.New(unknownField(t.Field))
	}
	return f, nil
}
