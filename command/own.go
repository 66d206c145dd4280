package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"kifudb/query"
	"kifudb/store"
	"kifudb/user"
)

// own is what the user put on a game and on the position that is shown.
type own struct {
	tags     []string
	game     string // the note on the game
	position string // the note on the position
}

// read fills in what there is about a view.
func (o *own) read(db *user.DB, v *view) error {
	var err error
	if o.tags, err = db.TagsOf(v.game.ID); err != nil {
		return err
	}
	if o.game, err = noteWord(db.NoteOn(v.game.ID)); err != nil {
		return err
	}
	asked := query.Asked{Board: v.board}
	if v.shogi != nil {
		asked.Shogi = &v.shogi.after
	}
	if place := asked.Position(); place != "" {
		o.position, err = noteWord(db.NoteOnPosition(place))
	}
	return err
}

// warnOwn says that an answer is without tags and notes, which is no reason to
// keep it back.
func warnOwn(w io.Writer, err error) {
	fmt.Fprintf(w, "kifudb: your tags and notes are not shown: %v\n", err)
}

// noteWord returns the text of a note, "" if there is none.
func noteWord(n user.Note, err error) (string, error) {
	if errors.Is(err, user.ErrNoNote) {
		return "", nil
	}
	return n.Text, err
}

// print shows it below what is shown of the record.
func (o *own) print(b *strings.Builder) {
	if len(o.tags) > 0 {
		fmt.Fprintf(b, "\nTags: %s\n", strings.Join(o.tags, " "))
	}
	_ = printOwnNote(b, "Note on the game", o.game)
	_ = printOwnNote(b, "Note on this position", o.position)
}

// printOwnNote prints a note, one of a single line behind what it is on.
func printOwnNote(w io.Writer, on, text string) error {
	var err error
	switch {
	case text == "":
	case strings.Contains(text, "\n"):
		_, err = fmt.Fprintf(w, "\n%s:\n%s\n", on, indented(text))
	default:
		_, err = fmt.Fprintf(w, "\n%s: %s\n", on, printable(text))
	}
	return err
}

func (o *own) json(out map[string]any) {
	if len(o.tags) > 0 {
		out["tags"] = o.tags
	}
	if o.game != "" {
		out["note"] = o.game
	}
	if o.position != "" {
		out["positionNote"] = o.position
	}
}

// askedNote returns the note on the position that a query asks for, "" if it
// asks for none or for several.
func askedNote(warn io.Writer, s *store.Snapshot, q query.Query, o *query.Options) string {
	asked, err := query.WhatIsAsked(s, q, o)
	if err != nil || asked.Position() == "" || o.User == nil {
		return "" // what is wrong with the query is said where it is run
	}
	text, err := noteWord(o.User.NoteOnPosition(asked.Position()))
	if err != nil {
		warnOwn(warn, err)
	}
	return text
}
