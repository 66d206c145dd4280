package archive

import (
	"context"
	"errors"

	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
)

// Next is what was played next at a position or pattern.
type Next struct {
	Query  string     `json:"query"` // in normal form
	Games  int        `json:"games"` // where it came up
	Hits   int        `json:"hits"`
	Folded int        `json:"folded"` // records of these games that are not counted
	Ended  int        `json:"ended"`  // hits that nothing followed
	Won    Results    `json:"won"`
	Moves  int        `json:"moves"` // there are, of which Next may leave some out
	Next   []NextMove `json:"next"`  // in the order that was asked for
	// Lines are those of as many moves as were asked for, if that is more than one, in their
	// order; of LinesFound in as many games as were asked for.
	Lines      []NextLine `json:"lines,omitempty"`
	LinesFound int        `json:"lines_found,omitempty"`

	Note string `json:"note,omitempty"`

	Detail *NextDetail `json:"detail,omitempty"` // of all games in which it came up
	By     *NextBy     `json:"by,omitempty"`

	Envelope

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// A NextMove is a move that was played next, in the coordinates and colors of
// the question.
type NextMove struct {
	Move
	Games       int     `json:"games"`
	Share       *Share  `json:"share"` // of the games in which the position or pattern came up
	Hits        int     `json:"hits"`
	AfterTenuki int     `json:"after_tenuki"` // hits
	Won         Results `json:"won"`

	// Estimate is the score that may be expected of the player who makes the move, going
	// by these games: their score, shrunken towards that of the position the more the
	// fewer they are.
	Estimate float64 `json:"estimate"`

	Detail *NextDetail `json:"detail,omitempty"`
	By     []NextValue `json:"by,omitempty"` // by the values of the field

	Played position.Move `json:"-"`
}

// Next counts what was played at the one board term of a query. A query without one
// is query.ErrNoBoard; the other errors are those of [Views.Search].
func (vs *Views) Next(ctx context.Context, s *Search) (*Next, error) {
	q, err := vs.question(ctx, s, askNext)
	if err != nil {
		return nil, err
	}
	asked, _ := q.asked()
	r := recipe[*Next]{
		read: func(answer *search.Answer) (*Next, error) { return q.continuations(asked, answer), nil },
		rest: func(c *Next, answer *search.Answer) error {
			err := vs.finishTable(ctx, s, c, answer)
			c.Note = q.note(asked)
			return err
		},
	}
	if s.WatchNext != nil {
		r.watch = func(sofar *Next) {
			sofar.arrange(&s.Table)
			s.WatchNext(sofar)
		}
	}
	return run(ctx, q, r)
}

// finishTable adds to a table what is not counted with it, and puts it into its order.
func (vs *Views) finishTable(ctx context.Context, s *Search, c *Next, answer *search.Answer) error {
	if s.Table.detailed() {
		if err := vs.complete(ctx, s, c, answer.Found[askNext].(*search.Table)); err != nil {
			return err
		}
	}
	c.arrange(&s.Table)
	if s.WatchNext != nil && s.Table.Depth > 1 { // lines take longer
		sofar := *c
		sofar.Looked = looked(answer)
		s.WatchNext(&sofar)
	}
	if s.Table.detailed() {
		if err := vs.reached(ctx, s, c); err != nil {
			return err
		}
	}
	if s.Table.Depth > 1 {
		if err := vs.addLines(ctx, s, c); err != nil {
			return err
		}
	}
	return nil
}

// continuations returns the table that an answer makes, in the order of games.
func (q *question) continuations(asked query.Asked, answer *search.Answer) *Next {
	table := answer.Found[askNext].(*search.Table)
	c := &Next{
		Query: q.members[0].Question.Query, Games: table.Games, Hits: table.Hits, Folded: answer.Folded,
		Ended: table.Ended, Won: newResults(table.Won), Moves: len(table.Continuations), Next: []NextMove{}, Asked: asked,
		Envelope: q.envelope(answer, table.Games, table.Hits),
	}
	for _, n := range table.Continuations {
		c.Next = append(c.Next, NextMove{
			Move:  newMove(asked.Game, match.Reply{Move: n.Move}),
			Games: n.Games, Share: ShareOf(n.Games, table.Games), Hits: n.Hits, AfterTenuki: n.Tenuki, Won: newResults(n.Won), Played: n.Move,
		})
	}
	var rows []estimated
	for i := range c.Next {
		n := &c.Next[i]
		rows = append(rows, estimated{n.Played.Color, &n.Won, &n.Estimate})
	}
	estimateScores(&c.Won, rows)
	c.count(&q.search.Table, table)
	return c
}

// mayHaveNotes reports whether there are notes on positions, or whoever looks for one is told why
// they cannot be read.
func (v *View) mayHaveNotes() bool {
	some, err := v.user.HasPositionNotes()
	return some || err != nil
}

func (v *View) noteAt(asked query.Asked, notes *notices) string {
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
