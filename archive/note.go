package archive

import (
	"context"
	"errors"
	"strings"

	"kifudb/book/user"
	"kifudb/query"
	"kifudb/search"
)

// A Note is a user's note on a game or on a position.
type Note = user.Note

// NoteOf returns the note on what another one is on. Without one the error is
// [ErrNoNote].
func (v *View) NoteOf(on Note) (Note, error) { return v.archive.user.NoteOf(on) }

// RemoveNote removes the note on what another one is on, and returns it.
func (v *View) RemoveNote(on Note) (Note, error) { return v.archive.user.RemoveNote(on) }

// PositionOf returns what a note on a position is kept under. The word is what
// pos: takes: moves, SGF, a diagram, @FILE, SFEN or 12@40.
func (v *View) PositionOf(ctx context.Context, word string) (user.Position, error) {
	b := &query.Board{Kind: "pos", Text: word}
	if name, ok := strings.CutPrefix(word, "@"); ok {
		b.Text, b.File = name, true
	}
	q, err := v.Question(ctx, &Search{Query: Query{Root: b}, Records: true, Also: map[string]search.Aggregation{"next": &search.Continuations{}}})
	if err != nil {
		return "", err
	}
	asked, _ := q.Asked()
	place := asked.Subject()
	if place == "" {
		return "", badRequest("", "%q is not a position that can have a note", word)
	}
	return place, nil
}

// FirstAt returns the first game in which a position comes up, and a reference to
// the place, as in 12@40; "" if there is none.
func (v *View) FirstAt(ctx context.Context, p user.Position) (GameID, string, error) {
	q := Query{Root: &query.Board{Kind: "pos", Text: string(p)}}
	id, ref := GameID(0), ""
	_, err := v.Each(ctx, &Search{Query: q, Records: true, Limit: 1, PerGame: 1}, func(g *Game) error {
		if len(g.Hits) > 0 {
			id, ref = g.ID, g.Hits[0].Ref
		}
		return nil
	})
	return id, ref, err
}

// mayHaveNotes reports whether there are notes on positions, or whoever looks for one is told why
// they cannot be read.
func (v *View) mayHaveNotes() bool {
	some, err := v.user.HasPositionNotes()
	return some || err != nil
}

// noteAt returns what the user noted on the position that is asked for, "" for nothing.
func (v *View) noteAt(asked query.Asked, notes *Notices) string {
	if !v.mayHaveNotes() {
		return ""
	}
	place := asked.Subject()
	if place == "" {
		return ""
	}
	text, err := noteText(v.user.NoteOnPosition(place))
	if err != nil {
		notes.add(NoticeUser, err)
	}
	return text
}

// noteText returns the text of a note, "" if there is none.
func noteText(n user.Note, err error) (string, error) {
	if errors.Is(err, user.ErrNoNote) {
		return "", nil
	}
	return n.Text, err
}
