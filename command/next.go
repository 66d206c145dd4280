package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/position"
	"kifudb/query"
)

func nextCommand() *cli.Command {
	return &cli.Command{
		Name:      "next",
		Usage:     "show what was played next at a position or pattern",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb next 'pos:"Q16 D4 Q3"'
kifudb next pos:123@40 date:1990..1999
kifudb next pat:@corner.txt anchor:corner player:dosaku`,
		Description: `The query must hold one pos:, pat: or seq:; its other terms choose the games.
Moves are given as on the board that was asked for; moves that mean the same
by symmetry are counted together.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` moves, 0 for all"},
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
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	s, err := db.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	table, err := query.Next(c.Context, s, q, &query.Options{ReadFile: readPatternFile(c.App.Reader)})
	if errors.Is(err, query.ErrNoBoard) {
		return usage("%v", err)
	}
	if err != nil {
		return queryError(err)
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, nextJSON(q, table))
	}
	return printNext(c.App.Writer, table, c.Int("limit"))
}

func printNext(w io.Writer, table *query.Table, limit int) error {
	if table.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	t := newTable("", "move", "games", "share", "black won", "white won", "draw", "tenuki first")
	t.alignRight(2, 3, 4, 5, 6, 7)
	shown := 0
	for _, c := range table.Continuations {
		if shown == limit && limit > 0 {
			break
		}
		shown++
		decided := c.Won.Black + c.Won.White + c.Won.Draw
		t.row(colorSign(c.Move.Color), moveWord(c.Move), number(c.Games), percent(c.Games, table.Games),
			percent(c.Won.Black, decided), percent(c.Won.White, decided), percent(c.Won.Draw, decided),
			percent(c.Tenuki, c.Hits))
	}
	t.rowIf(table.Ended > 0, "", "nothing", number(table.Ended), "", "", "", "", "")
	if err := t.print(w); err != nil {
		return err
	}
	more := ""
	if n := len(table.Continuations); shown < n {
		more = fmt.Sprintf("; %d of %d moves shown (--limit 0 for all)", shown, n)
	}
	_, err := fmt.Fprintf(w, "%s games, found %s times%s\n", number(table.Games), number(table.Hits), more)
	return err
}

func nextJSON(q query.Query, table *query.Table) map[string]any {
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
			nextMove: nextMove{Color: c.Move.Color.Letter(), Point: sgfPoint(c.Move.Point)},
			Games:    c.Games, Hits: c.Hits, Later: c.Tenuki, Result: c.Won,
		})
	}
	return map[string]any{
		"query": q.String(), "games": table.Games, "hits": table.Hits,
		"ended": table.Ended, "won": table.Won, "next": moves,
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

// moveWord writes a move's point in SGF coordinates. Patterns have no other:
// they lie anywhere.
func moveWord(m position.Move) string {
	if m.Point == position.Pass {
		return "pass"
	}
	return sgfPoint(m.Point)
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
