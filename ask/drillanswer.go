package ask

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
)

// DrillAnswer says how good a guess of the next move was.
type DrillAnswer struct {
	Ref     string        `json:"ref" doc:"The place of the position."`
	Given   *DrillMove    `json:"given,omitempty" doc:"The user's move. Missing if the user gave up."`
	Verdict string        `json:"verdict" enum:"right,also,wrong" doc:"right: it is the move of the record (the engine's choice if that is a mistake), a solution of the problem, or an image of one. also: other games of the archive have it. wrong: neither."`
	Right   []DrillMove   `json:"right" doc:"The right moves: that of the record, or the engine's choice if that is a mistake, or the solutions of the problem."`
	Line    []string      `json:"line,omitempty" doc:"The line that solves the problem, as players name its moves. Missing if the record is no problem."`
	Record  *DrillMove    `json:"record,omitempty" doc:"The record's move. Missing for a problem."`
	Games   int           `json:"games" doc:"Number of games in the archive with the position."`
	Moves   []DrillMove   `json:"moves" doc:"Moves that games of the archive have in the position, most frequent first."`
	Comment string        `json:"comment,omitempty" doc:"Comment of the record on the move. Missing if there is none."`
	Best    string        `json:"best,omitempty" doc:"What an engine would have played, by the record or an analysis beside it. Missing if unknown, or if it is the record's move."`
	Loss    *float64      `json:"loss,omitempty" doc:"What the record's move lost by the engine's values. Missing if unknown."`
	Unit    string        `json:"unit,omitempty" enum:"points,percent" doc:"Unit of losses. Missing if none is known."`
	State   *DrillState   `json:"state,omitempty" doc:"What the user's answers in the position come to, with this one. Missing if it was not kept."`
	Game    *archive.Game `json:"game" doc:"The game."`
	Played  string        `json:"played" doc:"The place after the move, such as 7@40. For a problem its own place."`

	After *archive.Node `json:"-"` // the position after the record's move, nil for problems
}

// A DrillMove is a move with what games made of it.
type DrillMove struct {
	Name  string         `json:"name" doc:"The move as players name it."`
	Text  string         `json:"text" doc:"The move as programs write it: two letters as in SGF, or the game's notation. Empty for a pass."`
	Games int            `json:"games" doc:"Number of games in the archive that have the move here."`
	Score *archive.Share `json:"score,omitempty" doc:"Score of the player of the move in these games; a draw is half a point. Missing if no result is known."`
	Loss  *float64       `json:"loss,omitempty" doc:"Mean loss of the move by engines' values. Missing if unknown."`

	Code position.Point `json:"-"`
}

// The verdicts on a guess.
const (
	DrillRight = "right"
	DrillAlso  = "also"
	DrillWrong = "wrong"
)

// longestComment bounds the comment of an answer, in bytes.
const longestComment = 4000

// ReadMove reads a move as people type it in the position of a card. The error is a request error if it is no
// legal move.
func (c *DrillCard) ReadMove(text string) (position.Point, error) {
	mover := c.Node.Step.Position.(registry.Mover)
	code, err := mover.ReadMove(strings.TrimSpace(text))
	if err != nil {
		return 0, &archive.RequestError{Part: "move", Err: err}
	}
	if _, err := c.after(code); err != nil {
		return 0, &archive.RequestError{Part: "move", Err: err}
	}
	return code, nil
}

// after returns what tells the position after a move from all others but its images.
func (c *DrillCard) after(code position.Point) (string, error) {
	p := c.Node.Step.Position.Clone()
	if fault, done := p.(registry.Mover).Play(code); !done || fault != "" {
		return "", fmt.Errorf("%s is against the rules: %s", c.name(code), fault)
	}
	return p.Subject(), nil
}

// name returns what players call a move in the position.
func (c *DrillCard) name(code position.Point) string {
	return c.Node.Step.Position.(registry.Mover).Name(code, false)
}

// move returns a move of the position.
func (c *DrillCard) move(code position.Point) DrillMove {
	return DrillMove{Name: c.name(code), Text: archive.NewMove(c.Node.Kind, reply(position.Move{Color: c.color, Point: code})).Point, Code: code}
}

// Answer compares a guess with the record and with what other games have. The guess is a move as people
// type it; "" gives up. If keep is set, the answer is kept among what the user said, also whether the user was
// helped by the choices.
func (vs *Views) Answer(ctx context.Context, c *DrillCard, guess string, helped, keep bool) (*DrillAnswer, error) {
	a := &DrillAnswer{Ref: c.Ref, Verdict: DrillWrong, Game: c.Game, Right: []DrillMove{}, Moves: []DrillMove{}, Played: c.Ref, After: c.answer}
	for _, code := range c.right {
		a.Right = append(a.Right, c.move(code))
	}
	if c.answer != nil {
		m := c.move(c.answer.Step.Move.Point)
		a.Record = &m
	}
	if err := vs.addMoves(ctx, c, a); err != nil {
		return nil, err
	}
	if strings.TrimSpace(guess) != "" {
		code, err := c.ReadMove(guess)
		if err != nil {
			return nil, err
		}
		given := c.move(code)
		after, err := c.after(code)
		if err != nil {
			return nil, err
		}
		for i := range a.Moves {
			if same, err := c.after(a.Moves[i].Code); err == nil && same == after {
				given.Games, given.Score, given.Loss = a.Moves[i].Games, a.Moves[i].Score, a.Moves[i].Loss
				a.Verdict = DrillAlso
			}
		}
		if c.Mistake {
			if played, err := c.after(c.answer.Step.Move.Point); err == nil && played == after {
				a.Verdict = DrillAlso
			}
		}
		for _, right := range a.Right {
			if same, err := c.after(right.Code); err == nil && same == after {
				a.Verdict = DrillRight
			}
		}
		a.Given = &given
	}
	c.explain(a)
	if !keep {
		return a, nil
	}
	quality := map[string]int{DrillRight: qualityRight, DrillAlso: qualityHelp, DrillWrong: qualityWrong}[a.Verdict]
	if helped {
		quality = min(quality, qualityHelp)
	}
	v := vs.View(c.Game.Archive)
	if _, err := v.AddReview(archive.Review{Position: c.subject, Game: c.Game.ID, Node: c.Node.Node, Next: c.Next, Quality: quality}); err != nil {
		return nil, err
	}
	reviews, err := v.ReviewsOf(c.subject)
	if err != nil {
		return nil, err
	}
	state := scheduleOf(reviews)
	a.State = &state
	return a, nil
}

// shownMoves is how many moves of other games an answer has.
const shownMoves = 20

// addMoves adds what games of the archive have in the position.
func (vs *Views) addMoves(ctx context.Context, c *DrillCard, a *DrillAnswer) error {
	q, err := archive.ParseQuery(c.Node.Whole())
	if err != nil {
		return err
	}
	next, err := vs.Next(ctx, &archive.Search{Query: q}, &NextOptions{By: "-", Limit: shownMoves})
	if archive.KindOf(err) == archive.KindUsage {
		return nil // an archive of an earlier version, whose positions cannot be asked for
	}
	if err != nil {
		return err
	}
	a.Games = next.Games
	for _, n := range next.Next {
		switch {
		case n.Loss == nil:
		case n.Loss.Points != nil:
			a.Unit = unitPoints
		case n.Loss.Percent != nil && a.Unit == "":
			a.Unit = unitPercent
		}
	}
	for _, n := range next.Next {
		if n.Played.Color != c.color {
			continue
		}
		m := c.move(n.Played.Point)
		if m.Games, m.Score = n.Games, scoreOf(&n.Won, c.color); n.Loss != nil {
			if m.Loss = n.Loss.Points; a.Unit == unitPercent {
				m.Loss = n.Loss.Percent
			}
		}
		a.Moves = append(a.Moves, m)
		for i := range a.Right {
			if same, err := c.after(m.Code); err == nil {
				if right, err := c.after(a.Right[i].Code); err == nil && right == same {
					m.Name, m.Text, m.Code = a.Right[i].Name, a.Right[i].Text, a.Right[i].Code // and no image of it
					a.Right[i] = m
					a.Moves[len(a.Moves)-1] = m
				}
			}
		}
	}
	return nil
}

// scoreOf returns the score of a side, nil without results.
func scoreOf(won *archive.Results, color position.Color) *archive.Share {
	switch {
	case color == position.White:
		return won.WhiteShare
	case won.BlackScore != nil:
		return won.BlackScore
	}
	return won.BlackShare
}

// explain adds what the record says of the move.
func (c *DrillCard) explain(a *DrillAnswer) {
	if c.answer == nil {
		p := c.Node.Step.Position.Clone()
		for _, m := range c.line {
			mover := p.(registry.Mover)
			a.Line = append(a.Line, mover.Name(m.Point, false))
			if _, done := mover.Play(m.Point); !done {
				break
			}
		}
		return
	}
	a.Played = c.answer.Ref
	if !strings.Contains(a.Played, ":") && c.Game.Archive > 0 {
		a.Played = fmt.Sprintf("%d:%s", c.Game.Archive, a.Played)
	}
	for _, text := range c.answer.Texts {
		if text.Property == "C" || text.Property == "N" {
			a.Comment = strings.TrimSpace(a.Comment + "\n" + text.Text)
		}
	}
	if len(a.Comment) > longestComment {
		a.Comment = strings.ToValidUTF8(a.Comment[:longestComment], "") + "…"
	}
	if l := c.answer.Loss; l != nil {
		a.Best = l.Best
		switch {
		case a.Unit != unitPercent && l.Points != nil:
			a.Loss, a.Unit = l.Points, unitPoints
		case a.Unit != unitPoints && l.Percent != nil:
			a.Loss, a.Unit = l.Percent, unitPercent
		}
	}
}

// Choices returns some moves of which one is right, in no telling order: those of the answer, those of
// other games, and others that the rules allow.
func (c *DrillCard) Choices(a *DrillAnswer) []DrillMove {
	const most = 4
	list := slices.Clone(a.Right[:min(len(a.Right), 1)])
	seen := map[string]bool{}
	take := func(m DrillMove) {
		if after, err := c.after(m.Code); err == nil && len(list) < most && !seen[after] {
			seen[after] = true
			list = append(list, m)
		}
	}
	for _, m := range a.Right {
		if after, err := c.after(m.Code); err == nil {
			seen[after] = true
		}
	}
	for _, m := range a.Moves {
		take(m)
	}
	legal := c.Node.Step.Position.(registry.Mover).Moves()
	rng := rand.New(rand.NewPCG(uint64(c.Game.ID), uint64(c.Node.Node)))
	for _, i := range rng.Perm(len(legal)) {
		if len(list) == most {
			break
		}
		if code, err := c.ReadMove(legal[i].Text); err == nil && code != position.Pass {
			take(c.move(code))
		}
	}
	slices.SortFunc(list, func(x, y DrillMove) int { return strings.Compare(x.Name, y.Name) })
	return list
}

// DrillReview is a position in which the user answered.
type DrillReview struct {
	Ref   string        `json:"ref" doc:"The place where it was asked last. Empty if the game is gone."`
	Game  *archive.Game `json:"game,omitempty" doc:"The game. Missing if it is gone."`
	State DrillState    `json:"state" doc:"What the answers come to."`
}

// DrillReviews returns the positions in which the user answered, those that are due first.
func (vs *Views) DrillReviews() ([]DrillReview, error) {
	list := []DrillReview{}
	for i, v := range vs.All() {
		all, err := v.Reviews()
		if err != nil {
			return nil, err
		}
		for _, reviews := range all {
			r := DrillReview{State: scheduleOf(reviews)}
			last := reviews[len(reviews)-1]
			if g, err := v.Game(last.Game); err == nil {
				g.Archive = vs.Number(i)
				if r.Game, r.Ref = g, ""; last.Node < int(g.Segment().Facts(g.Local()).Nodes) {
					if r.Ref, err = g.RefAt(last.Node); err != nil {
						return nil, err
					}
				}
			}
			list = append(list, r)
		}
	}
	slices.SortStableFunc(list, func(a, b DrillReview) int { return a.State.Due.Compare(b.State.Due) })
	return list, nil
}

// ForgetDrills forgets the answers at places, or all of them if there are no places, and returns in how many positions
// there were some.
func (vs *Views) ForgetDrills(ctx context.Context, refs []string) (int, error) {
	forgotten := 0
	for i, v := range vs.All() {
		all, err := v.Reviews()
		if err != nil {
			return forgotten, err
		}
		gone := []archive.PositionKey{}
		for _, reviews := range all {
			last := reviews[len(reviews)-1]
			is := len(refs) == 0
			if g, err := v.Game(last.Game); err == nil && !is {
				g.Archive = vs.Number(i)
				ref, err := g.RefAt(last.Node)
				is = err == nil && slices.Contains(refs, ref)
			}
			if is {
				gone = append(gone, last.Position)
			}
		}
		if len(gone) == 0 {
			continue
		}
		n, err := v.ForgetReviews(gone)
		if err != nil {
			return forgotten, err
		}
		forgotten += n
	}
	return forgotten, ctx.Err()
}

// Board is the position after the record's move, nil for problems.
func (a *DrillAnswer) Board() *Board {
	if a.After == nil || a.After.Step == nil {
		return nil
	}
	shown, ok := a.After.Step.Position.(registry.Shown)
	if !ok {
		return nil
	}
	return shown.Data()
}

// A DrillPlay is a move that needs nothing but its point.
type DrillPlay struct {
	X    int    `json:"x"` // from the left, from 0
	Y    int    `json:"y"` // from the top, from 0
	Text string `json:"text"`
}

// Plays returns the legal moves by their points, nil in games whose pieces move and on boards of hexagons.
func (c *DrillCard) Plays() []DrillPlay {
	board := c.Board()
	list := []DrillPlay{}
	for _, m := range c.Node.Step.Position.(registry.Mover).Moves() {
		if m.From != nil || board.Cells == "hexes" {
			return nil
		}
		if m.To >= 0 {
			list = append(list, DrillPlay{m.To % board.Cols, m.To / board.Cols, m.Name})
		}
	}
	return list
}
