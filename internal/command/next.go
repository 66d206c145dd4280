package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/game"
	"kifudb/position"
)

func nextCommand() *cli.Command {
	return &cli.Command{
		Name:      "next",
		Usage:     "show what was played next at a position or pattern",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb next 'pos:"Q16 D4 Q3"'
kifudb next pos:123@40 date:1990..1999
kifudb next pat:@corner.txt player:dosaku
kifudb next 'pos:"startpos moves 7g7f 3c3d"'   shogi`,
		Description: `The query must hold one pos:, pat: or seq:; its other terms choose the games.
Moves are given as on the board that was asked for; moves that mean the same
by symmetry are counted together.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` moves, 0 for all"},
			recordsFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: action(newNextOptions, runNext),
	}
}

type nextOptions struct {
	archives []string
	search   archive.Search
	limit    int // moves to show, 0 for all
}

func newNextOptions(c *cli.Context) (o nextOptions, err error) {
	if o.search.Query, err = onlyQuery(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records, o.limit = c.Bool("records"), c.Int("limit")
	o.archives, err = archivePaths(c)
	return o, err
}

func runNext(ctx context.Context, o nextOptions, s streams) error {
	vs, done, err := openViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	var finish func()
	o.search.Progress, finish = searchProgress(s.err)
	next, err := vs.Next(ctx, &o.search)
	finish()
	if err != nil {
		return err
	}
	sayNotices(s, next.Notices)
	if s.json {
		return printJSON(s.out, next)
	}
	if err := printNext(s.out, next, o.limit); err != nil {
		return err
	}
	return printOwnNote(s.out, "Note on this position", next.Note)
}

// printNext draws what was asked for, with the continuations as letters on it,
// and the table of the continuations.
func printNext(w io.Writer, next *archive.Continuations, limit int) error {
	if next.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	asked, shown := next.Asked, next.Next
	if limit > 0 && len(shown) > limit {
		shown = shown[:limit]
	}
	labels := map[position.Point]string{}
	if points(asked) { // its moves are not points
		labels = labelMoves(shown)
	}
	if err := drawAsked(w, asked, labels); err != nil {
		return err
	}
	tenuki := "tenuki first"
	if !points(asked) { // a whole position does not last
		tenuki = ""
	}
	t := newTable("", "", "move", "games", "share", "black won", "white won", "draw", "decided", tenuki)
	t.alignRight(3, 4, 5, 6, 7, 8, 9)
	t.whole(0, 1, 2)
	t.spare(9, 4, 7)
	for _, c := range shown {
		decided := c.Won.Decided
		later := percent(c.AfterTenuki, c.Hits)
		if tenuki == "" {
			later = ""
		}
		t.row(labels[c.Played.Point], colorSign(c.Played.Color), moveWord(c.Played, asked), number(c.Games), percent(c.Games, next.Games),
			percent(c.Won.Black, decided), percent(c.Won.White, decided), percent(c.Won.Draw, decided), number(decided),
			later)
	}
	t.rowIf(next.Ended > 0, "", "", "nothing", number(next.Ended), "", "", "", "", "", "")
	if err := t.print(w); err != nil {
		return err
	}
	more := ""
	if next.Folded > 0 {
		more = "; " + foldedWords(next.Folded)
	}
	if n := len(next.Next); len(shown) < n {
		more += fmt.Sprintf("; %d of %d moves shown (--limit 0 for all)", len(shown), n)
	}
	times := "once"
	if next.Hits != 1 {
		times = number(next.Hits) + " times"
	}
	_, err := fmt.Fprintf(w, "%s, found %s%s\n", countOf(next.Games), times, more)
	return err
}

// labelMoves gives the points of the first continuations a letter each.
func labelMoves(continuations []archive.Continuation) map[position.Point]string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	labels := map[position.Point]string{}
	for _, c := range continuations {
		if p := c.Played.Point; p != position.Pass && labels[p] == "" && len(labels) < len(letters) {
			labels[p] = letters[len(labels) : len(labels)+1]
		}
	}
	return labels
}

// points reports whether the moves of what was asked for are stones on points, which
// letters can mark.
func points(asked archive.Asked) bool { return asked.Position == nil || asked.Goban() != nil }

func drawAsked(w io.Writer, asked archive.Asked, labels map[position.Point]string) error {
	var drawing string
	switch {
	case asked.Position != nil:
		drawer, ok := asked.Position.(game.Drawer)
		if !ok {
			return nil
		}
		drawing = drawer.Draw(game.Drawing{Style: styleFor(w, false), Labels: labels})
	case asked.Pattern != nil:
		drawing = asked.Pattern.Format(labels)
	default:
		return nil
	}
	_, err := io.WriteString(w, strings.TrimRight(drawing, "\n")+"\n\n")
	return err
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
func moveWord(m position.Move, asked archive.Asked) string {
	switch {
	case asked.Position != nil:
		if mover, ok := asked.Position.(game.Mover); ok {
			return mover.Name(m.Point, false)
		}
		return "?"
	case m.Point == position.Pass:
		return "pass"
	}
	return fmt.Sprintf("%d,%d", m.Point.X()+1, m.Point.Y()+1)
}

func percent(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
