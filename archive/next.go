package archive

import (
	"context"
	"errors"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/query"
	"kifudb/user"
)

// Continuations are what was played next at a position or pattern.
type Continuations struct {
	Query   string         `json:"query"` // in normal form
	Games   int            `json:"games"` // where it came up
	Hits    int            `json:"hits"`
	Folded  int            `json:"folded"` // records of these games that are not counted
	Ended   int            `json:"ended"`  // hits that nothing followed
	Won     Results        `json:"won"`
	Next    []Continuation `json:"next"` // the most frequent first
	Note    string         `json:"note,omitempty"`
	Notices []Notice       `json:"notices,omitempty"`

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// A Continuation is a move that was played next, in the coordinates and colors of
// the question.
type Continuation struct {
	Move
	Games       int     `json:"games"`
	Hits        int     `json:"hits"`
	AfterTenuki int     `json:"after_tenuki"` // hits
	Won         Results `json:"won"`

	Played position.Move `json:"-"`
}

// Results count how games ended.
type Results struct {
	Black int `json:"black"`
	White int `json:"white"`
	Draw  int `json:"draw"`
	Other int `json:"other"`
}

// Decided is the number of games with a known winner, or drawn.
func (r Results) Decided() int { return r.Black + r.White + r.Draw }

// Next counts what was played at the one board term of a query.
func (v *View) Next(ctx context.Context, s *Search) (*Continuations, error) {
	q, err := v.question(ctx, s)
	if err != nil {
		return nil, err
	}
	table, err := query.Next(ctx, v.snapshot, s.Query, q.options)
	if err != nil {
		return nil, err
	}
	c := &Continuations{
		Query: s.Query.String(), Games: table.Games, Hits: table.Hits, Folded: q.folded,
		Ended: table.Ended, Won: Results(table.Won), Next: []Continuation{},
	}
	if c.Asked, err = query.WhatIsAsked(v.snapshot, s.Query, q.options); err != nil {
		return nil, err
	}
	for _, n := range table.Continuations {
		c.Next = append(c.Next, Continuation{
			Move:  newMove(c.Asked.Shogi != nil, query.Reply{Move: n.Move}),
			Games: n.Games, Hits: n.Hits, AfterTenuki: n.Tenuki, Won: Results(n.Won), Played: n.Move,
		})
	}
	c.Note = v.noteAt(c.Asked, &q.notes)
	c.Notices = q.notices()
	return c, nil
}

// NoteAsked returns the user's note on the position that a query asks for, "" if
// it asks for none or for several.
func (v *View) NoteAsked(ctx context.Context, q Query) (string, []Notice) {
	var notes notices
	asked, err := query.WhatIsAsked(v.snapshot, q, v.options(ctx, true, &notes))
	if err != nil {
		return "", nil // what is wrong with the query is said where it is run
	}
	text := v.noteAt(asked, &notes)
	return text, notes.list
}

func (v *View) noteAt(asked query.Asked, notes *notices) string {
	place := asked.Position()
	if place == "" {
		return ""
	}
	text, err := noteText(v.archive.user.NoteOnPosition(place))
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

// MoveOfShogi returns the move of a continuation in a game of shogi.
func (c *Continuation) MoveOfShogi() (shogi.Move, bool) { return shogi.MoveOf(uint16(c.Played.Point)) }
