package query

import (
	"errors"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/user"
)

// note is the meaning of the field for the user's own notes on games: words as
// in comments, or a regular expression. All notes are read; people write few.
type note struct{}

func (note) check(v Value) error {
	if v.Kind == Exact {
		return errors.New(`notes are not compared whole; expected ":" and a word or a quoted text`)
	}
	return text{}.check(v)
}

func (note) literal() bool { return false }
func (note) ordered() bool { return false }

// noted finds out the games with a note that fits.
func (r *resolver) noted(_ field, t *Term) (Node, error) {
	m, err := textQuery(nil, t.Values[0]).Matcher()
	if err != nil {
		return nil, err
	}
	return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) { return noted(db, m.Match) })
}

// noted returns the games with a note of which the test holds.
func noted(db *user.DB, test func(text string) bool) (*roaring.Bitmap, error) {
	games := roaring.New()
	notes, err := db.GameNotes()
	for _, n := range notes {
		if test(n.Text) {
			games.Add(uint32(n.Game))
		}
	}
	return games, err
}

// PositionOf returns what a note on a board is kept under.
func PositionOf(b *position.Board) user.Position { return user.Position(b.CanonicalSGF()) }

// PositionOfShogi returns what a note on a position of shogi is kept under.
func PositionOfShogi(p *shogi.Position) user.Position { return user.Position("sfen " + p.Setup()) }

// Position returns what a note on the asked position is kept under, "" for a
// pattern.
func (a Asked) Position() user.Position {
	switch {
	case a.Board != nil:
		return PositionOf(a.Board)
	case a.Shogi != nil:
		return PositionOfShogi(a.Shogi)
	}
	return ""
}
