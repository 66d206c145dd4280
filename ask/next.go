package ask

import (
	"context"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
)

// Next lists the moves played next at a position or pattern.
type Next struct {
	Query      string          `json:"query" doc:"The query in normal form."`
	Games      int             `json:"games" doc:"Number of games with the position or pattern."`
	Hits       int             `json:"hits" doc:"Number of places in these games where it came up."`
	Folded     int             `json:"folded" doc:"Number of further records of these games, which do not count."`
	Ended      int             `json:"ended" doc:"Number of hits that no move followed."`
	Won        archive.Results `json:"won" doc:"How these games ended."`
	Moves      int             `json:"moves" doc:"Number of different next moves. The list may have fewer."`
	Next       []NextMove      `json:"next" doc:"The next moves, in the order that the request asks for."`
	Lines      []NextLine      `json:"lines,omitempty" doc:"Lines of several moves, in the order that the request asks for. Missing if it asks for single moves."`
	LinesFound int             `json:"lines_found,omitempty" doc:"Number of lines with enough games. The list may have fewer. Missing if the request asks for single moves."`

	Evaluated int `json:"evaluated,omitempty" doc:"Number of the games in which an engine's values say what moves lost. Missing if there are none."`

	Note string `json:"note,omitempty" doc:"The user's note on the position. Missing if there is none."`

	Detail *NextDetail `json:"detail,omitempty" doc:"When and by whom the position or pattern was played, over all its games. Missing if the request does not ask for details."`
	By     *NextBy     `json:"by,omitempty" doc:"The games by values of a field. Missing if the request names no field."`

	archive.Envelope

	Asked query.Asked `json:"-"` // what was asked for, to be drawn
}

// A NextMove is a move that was played next, in the coordinates and colors of
// the query.
type NextMove struct {
	archive.Move
	Games       int             `json:"games" doc:"Number of games in which the move was played next."`
	Share       *archive.Share  `json:"share" doc:"Share of the games with the position or pattern in which the move was played next."`
	Hits        int             `json:"hits" doc:"Number of times that the move followed in these games. A place with variations may count more than once."`
	AfterTenuki int             `json:"after_tenuki" doc:"Number of hits in which moves elsewhere came first."`
	Won         archive.Results `json:"won" doc:"How these games ended."`

	Estimate float64 `json:"estimate" doc:"Score to expect for the player of the move, from 0 to 1. With few games it lies near the score of the position."`

	Loss *NextLoss `json:"loss,omitempty" doc:"What the move lost, by engines' values. Missing if none are known."`

	Detail *NextDetail `json:"detail,omitempty" doc:"When and by whom the move was played. Missing if the request does not ask for details."`
	By     []NextValue `json:"by,omitempty" doc:"The games by values of the field. Missing if the request names no field."`

	Played position.Move `json:"-"`
}

// askNext is the name of the aggregation.
const askNext = "next"

// Next counts what was played at the one board term of a query. A query without one
// is query.ErrNoBoard; the other errors are those of [Views.Search].
func (vs *Views) Next(ctx context.Context, s *archive.Search, o *NextOptions) (*Next, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	asking := *s
	asking.Also = withLosses(s.Query, withSizes(s.Query, map[string]search.Aggregation{askNext: o.continuations()}))
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	asked, _ := q.Asked()
	r := archive.Recipe[*Next]{
		Read: func(answer *search.Answer) (*Next, error) { return q.continuations(o, asked, answer), nil },
		Rest: func(c *Next, answer *search.Answer) error {
			q.noteSizesOf(answer)
			vs.NoteUngraded(&q.Notices, asked.Game)
			err := vs.finishTable(ctx, s, o, c, answer)
			c.Note = q.Note(asked)
			return err
		},
	}
	if o.Watch != nil {
		r.Watch = func(sofar *Next) {
			sofar.arrange(o)
			o.Watch(sofar)
		}
	}
	return archive.Run(ctx, q.Question, r)
}

// finishTable adds to a table what is not counted with it, and puts it into its order.
func (vs *Views) finishTable(ctx context.Context, s *archive.Search, o *NextOptions, c *Next, answer *search.Answer) error {
	if o.detailed() {
		if err := vs.complete(ctx, s, c, answer.Found[askNext].(*search.Table)); err != nil {
			return err
		}
	}
	c.arrange(o)
	if o.Watch != nil && o.Depth > 1 { // lines take longer
		sofar := *c
		sofar.Looked = archive.LookedOf(answer)
		o.Watch(&sofar)
	}
	if o.detailed() {
		if err := vs.reached(ctx, s, o.Reached, c); err != nil {
			return err
		}
	}
	if o.Depth > 1 {
		if err := vs.addLines(ctx, s, o, c); err != nil {
			return err
		}
	}
	return nil
}

// continuations returns the table that an answer makes, in the order of games.
func (q *question) continuations(o *NextOptions, asked query.Asked, answer *search.Answer) *Next {
	table := answer.Found[askNext].(*search.Table)
	c := &Next{
		Query: q.Resolved().Query, Games: table.Games, Hits: table.Hits, Folded: answer.Folded,
		Ended: table.Ended, Won: archive.NewResults(table.Won), Moves: len(table.Continuations), Next: []NextMove{}, Asked: asked,
		Envelope: q.Envelope(answer, table.Games, table.Hits),
	}
	for _, n := range table.Continuations {
		c.Next = append(c.Next, NextMove{
			Move:  archive.NewMove(asked.Game, match.Reply{Move: n.Move}),
			Games: n.Games, Share: archive.ShareOf(n.Games, table.Games), Hits: n.Hits, AfterTenuki: n.Tenuki, Won: archive.NewResults(n.Won), Played: n.Move,
		})
	}
	var rows []estimated
	for i := range c.Next {
		n := &c.Next[i]
		rows = append(rows, estimated{n.Played.Color, &n.Won, &n.Estimate})
	}
	estimateScores(&c.Won, rows)
	c.count(o.by(), table)
	c.lost(answer)
	return c
}
