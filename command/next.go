package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/query"
)

func nextCommand() *cli.Command {
	return &cli.Command{
		Name:      "next",
		Usage:     "show what was played next at a position or pattern",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb next 'pos:"Q16 D4 Q3"'
kifudb next pos:123@40 date:1990..1999
kifudb next pat:@corner.txt anchor:corner player:dosaku
kifudb next 'pos:"startpos moves 7g7f 3c3d"'   shogi`,
		Description: `The query must hold one pos:, pat: or seq:; its other terms choose the games.
Moves are given as on the board that was asked for; moves that mean the same
by symmetry are counted together.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` moves, 0 for all"},
			recordsFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: runNext,
	}
}

func runNext(c *cli.Context) error {
	q, err := parseQuery(c.Args().Slice())
	if err != nil {
		return err
	}
	s, done, err := openSnapshot(c)
	if err != nil {
		return err
	}
	defer done()
	o, err := queryOptions(c)
	if err != nil {
		return err
	}
	countOnce(c, s, o)
	folded := 0
	o.Folded = func(records int) { folded += records }
	var finish func()
	o.Progress, finish = searchProgress(c.App.ErrWriter)
	table, err := query.Next(c.Context, s, q, o)
	finish()
	if errors.Is(err, query.ErrNoBoard) {
		return usage("%v", err)
	}
	if err != nil {
		return queryError(err)
	}
	asked, err := query.WhatIsAsked(s, q, o)
	if err != nil {
		return queryError(err)
	}
	note := askedNote(c.App.ErrWriter, s, q, o)
	if c.Bool("json") {
		out := nextJSON(q, table, asked, folded)
		if note != "" {
			out["note"] = note
		}
		return printJSON(c.App.Writer, out)
	}
	if err := printNext(c.App.Writer, table, asked, c.Int("limit"), folded); err != nil {
		return err
	}
	return printOwnNote(c.App.Writer, "Note on this position", note)
}

// printNext draws what was asked for, with the continuations as letters on it,
// and the table of the continuations.
func printNext(w io.Writer, table *query.Table, asked query.Asked, limit, folded int) error {
	if table.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	shown := table.Continuations
	if limit > 0 && len(shown) > limit {
		shown = shown[:limit]
	}
	labels := map[position.Point]string{}
	if asked.Shogi == nil { // its moves are no points
		labels = labelMoves(shown)
	}
	if err := drawAsked(w, asked, labels); err != nil {
		return err
	}
	tenuki := "tenuki first"
	if asked.Shogi != nil { // a whole position does not last
		tenuki = ""
	}
	t := newTable("", "", "move", "games", "share", "black won", "white won", "draw", tenuki)
	t.alignRight(3, 4, 5, 6, 7, 8)
	for _, c := range shown {
		decided := c.Won.Black + c.Won.White + c.Won.Draw
		later := percent(c.Tenuki, c.Hits)
		if tenuki == "" {
			later = ""
		}
		t.row(labels[c.Move.Point], colorSign(c.Move.Color), moveWord(c.Move, asked), number(c.Games), percent(c.Games, table.Games),
			percent(c.Won.Black, decided), percent(c.Won.White, decided), percent(c.Won.Draw, decided),
			later)
	}
	t.rowIf(table.Ended > 0, "", "", "nothing", number(table.Ended), "", "", "", "", "")
	if err := t.print(w); err != nil {
		return err
	}
	more := ""
	if folded > 0 {
		more = "; " + foldedWords(folded)
	}
	if n := len(table.Continuations); len(shown) < n {
		more += fmt.Sprintf("; %d of %d moves shown (--limit 0 for all)", len(shown), n)
	}
	times := "once"
	if table.Hits != 1 {
		times = number(table.Hits) + " times"
	}
	_, err := fmt.Fprintf(w, "%s, found %s%s\n", countOf(table.Games), times, more)
	return err
}

// labelMoves gives the points of the first continuations a letter each.
func labelMoves(continuations []query.Continuation) map[position.Point]string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	labels := map[position.Point]string{}
	for _, c := range continuations {
		if p := c.Move.Point; p != position.Pass && labels[p] == "" && len(labels) < len(letters) {
			labels[p] = letters[len(labels) : len(labels)+1]
		}
	}
	return labels
}

func drawAsked(w io.Writer, asked query.Asked, labels map[position.Point]string) error {
	var drawing string
	switch {
	case asked.Board != nil:
		d := position.NewDiagram(asked.Board)
		d.Labels = labels
		drawing = d.Format(styleFor(w, false))
	case asked.Shogi != nil:
		drawing = asked.Shogi.Draw(nil)
	case asked.Pattern != nil:
		drawing = asked.Pattern.Format(labels)
	default:
		return nil
	}
	_, err := io.WriteString(w, strings.TrimRight(drawing, "\n")+"\n\n")
	return err
}

func nextJSON(q query.Query, table *query.Table, asked query.Asked, folded int) map[string]any {
	game := gameGo
	if asked.Shogi != nil {
		game = gameShogi
	}
	type move struct {
		nextMove
		Games  int           `json:"games"`
		Hits   int           `json:"hits"`
		Later  int           `json:"afterTenuki"`
		Result query.Results `json:"won"`
	}
	moves := []move{}
	for _, c := range table.Continuations {
		moves = append(moves, move{
			nextMove: newNextMove(game, query.Reply{Move: c.Move}),
			Games:    c.Games, Hits: c.Hits, Later: c.Tenuki, Result: c.Won,
		})
	}
	return map[string]any{
		"query": q.String(), "games": table.Games, "hits": table.Hits,
		"folded": folded, "ended": table.Ended, "won": table.Won, "next": moves,
	}
}

func colorSign(c position.Color) string {
	switch c {
	case position.Black:
		return "●"
	case position.White:
		return "○"
	}
	return ""
}

// moveWord writes a move's point as the board's coordinates do; on a pattern,
// which may lie anywhere, by column and row from its upper left.
func moveWord(m position.Move, asked query.Asked) string {
	switch {
	case asked.Shogi != nil:
		if move, ok := shogi.MoveOf(uint16(m.Point)); ok {
			return shogiMove(asked.Shogi, move, false)
		}
		return "?"
	case m.Point == position.Pass:
		return "pass"
	case asked.Board != nil:
		return pointName(m.Point, asked.Board.Size())
	}
	return fmt.Sprintf("%d,%d", m.Point.X()+1, m.Point.Y()+1)
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
