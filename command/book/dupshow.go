package book

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/position"
)

func dupShowCommand() *cli.Command {
	return run.Reaching(run.SeveralArchives, &cli.Command{
		Name:      "show",
		Usage:     "show the records of a game side by side, and where they first differ",
		ArgsUsage: "ID",
		UsageText: `kifudb dup show 123                    all records of the game of record 123
kifudb dup show 123 --limit 0          even if there are many`,
		Description: `Compares each record with the preferred one. It shows game information only
where it differs. The board is that of the preferred record, before the
first move that differs.`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: 4, Usage: "show at most `N` records, 0 for all"},
			&cli.BoolFlag{Name: "ascii", Usage: "draw the board with ASCII characters only"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: run.Action(newDupShowOptions, runDupShow),
	})
}

type dupShowOptions struct {
	archives []string
	ref      string
	limit    int
	ascii    bool
}

func newDupShowOptions(c *cli.Context) (o dupShowOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("dup show needs the number of a game")
	}
	if o.ref, o.limit, o.ascii = c.Args().First(), c.Int("limit"), c.Bool("ascii"); o.limit < 0 {
		return o, run.Usage("--limit cannot be negative")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runDupShow(ctx context.Context, o dupShowOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	compared, ok, err := ask.Of(vs).CompareRecords(ctx, o.ref, o.limit)
	switch {
	case err != nil:
		return err
	case !ok:
		return fmt.Errorf("game %s has one record only", o.ref)
	case s.JSON:
		return terminal.PrintJSON(s.Out, compared)
	}
	return printDuplicates(s.Out, compared, o.ascii)
}

// printDuplicates prints the records side by side.
func printDuplicates(w io.Writer, c *ask.Comparison, ascii bool) error {
	records := c.Records
	line := fmt.Sprintf("%s records of one game; %s is preferred: it %s", phrase.Number(c.Total), c.Name(c.Preferred), c.Because)
	if len(records) < c.Total {
		line += fmt.Sprintf(" (%d shown, --limit 0 for all)", len(records))
	}
	if _, err := fmt.Fprintln(w, line); err != nil {
		return err
	}
	heads := []string{""}
	for _, r := range records {
		heads = append(heads, c.Name(r.ID))
	}
	t := table.New(heads...)
	width := 60
	if terminal := terminal.Width(w); terminal > 0 {
		width = max(16, (terminal-14)/len(records)-2)
	}
	for i := range records {
		t.Limit(i+1, width)
	}
	row := func(head string, always bool, cell func(*ask.ComparedRecord) string) {
		cells := []string{head}
		differ := false
		for i, r := range records {
			text := cell(r)
			cells = append(cells, text)
			differ = differ || i > 0 && text != cells[1]
		}
		t.RowIf(always || differ, cells...)
	}
	row("kind", true, func(r *ask.ComparedRecord) string { return strings.Join(r.Kinds, ", ") })
	row("file", true, func(r *ask.ComparedRecord) string {
		return table.CutPath(table.Plain(phrase.NearFile(r.File)), width).Text
	})
	row("game in it", false, func(r *ask.ComparedRecord) string { return fmt.Sprint(r.Number) })
	row("encoding", true, func(r *ask.ComparedRecord) string { return r.Charset.Name })
	row("problems", false, func(r *ask.ComparedRecord) string { return strings.Join(r.Problems, ", ") })
	row("moves", true, func(r *ask.ComparedRecord) string { return fmt.Sprint(r.Moves) })
	row("comments", false, func(r *ask.ComparedRecord) string { return yesNo(r.Comments) })
	row("variations", false, func(r *ask.ComparedRecord) string { return yesNo(r.Variations) })
	row("board", false, func(r *ask.ComparedRecord) string { return lies(r.Difference) })
	row("main line", true, func(r *ask.ComparedRecord) string { return differenceWords(r.Difference) })
	for _, ident := range identsOf(records) {
		row(ident, false, func(r *ask.ComparedRecord) string { return valueOf(r, ident) })
	}
	if err := t.Print(w); err != nil {
		return err
	}
	for _, r := range records[1:] {
		if err := printDifference(w, c, r, ascii); err != nil {
			return err
		}
	}
	return nil
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// identsOf returns the identifiers of all values, in the order of the records.
func identsOf(records []*ask.ComparedRecord) []string {
	var idents []string
	for _, r := range records {
		for _, v := range r.Info {
			if !slices.Contains(idents, v.Property) {
				idents = append(idents, v.Property)
			}
		}
	}
	return idents
}

// valueOf returns what a record has for an identifier.
func valueOf(r *ask.ComparedRecord, ident string) string {
	var texts []string
	for _, v := range r.Info {
		if v.Property == ident {
			texts = append(texts, v.Text)
		}
	}
	return strings.Join(texts, "; ")
}

// symmetryWords say how a record lies when it is laid on another, by number.
var symmetryWords = [8]string{
	"", "mirrored left to right", "mirrored top to bottom", "turned by 180°",
	"mirrored at the diagonal", "turned by 90°", "turned by 270°", "mirrored at the other diagonal",
}

// lies says how a record lies on the preferred one, whose difference is nil.
func lies(d *ask.Difference) string {
	if d == nil {
		return ""
	}
	words := []string{}
	if s := symmetryWords[d.Symmetry&7]; s != "" {
		words = append(words, s)
	}
	if d.Swapped {
		words = append(words, "colors exchanged")
	}
	return strings.Join(words, ", ")
}

// differenceWords says in short how the main line differs.
func differenceWords(d *ask.Difference) string {
	switch {
	case d == nil:
		return ""
	case d.Same:
		return "the same"
	case d.OurStone == nil:
		return fmt.Sprintf("ends before move %d", d.Move)
	case d.TheirStone == nil:
		return fmt.Sprintf("goes on with move %d", d.Move)
	case d.Edits == 0:
		return fmt.Sprintf("differs from move %d on", d.Move)
	}
	return fmt.Sprintf("differs at move %d, %s in %s", d.Move, countOfDifferences(d.Edits), phrase.Number(d.Shared))
}

func countOfDifferences(n int) string {
	if n == 1 {
		return "1 difference"
	}
	return phrase.Number(n) + " differences"
}

// printDifference draws the board before the first difference, with both
// moves.
func printDifference(w io.Writer, c *ask.Comparison, r *ask.ComparedRecord, ascii bool) error {
	board, d, preferred := c.Before(r), r.Difference, c.Records[0]
	if board == nil {
		return nil
	}
	diagram := position.NewDiagram(board)
	diagram.Labels = map[position.Point]string{}
	say := func(record archive.GameID, s *ask.Stone, label string) string {
		id := c.Name(record)
		switch {
		case s == nil:
			return fmt.Sprintf("%s ends here", id)
		case s.Point == position.Pass:
			return fmt.Sprintf("%s: %s passes", id, s.Color)
		}
		diagram.Labels[s.Point] += label
		if !s.Played {
			return fmt.Sprintf("%s: %s is set up at %s (%s)", id, s.Color, preferred.PointName(s.Point), label)
		}
		return fmt.Sprintf("%s: %s at %s (%s)", id, s.Color, preferred.PointName(s.Point), label)
	}
	words := say(preferred.ID, d.TheirStone, "a") + "; " + say(r.ID, d.OurStone, "b")
	_, err := fmt.Fprintf(w, "\nMove %d. %s\n\n%s", d.Move, words, diagram.Format(answer.StyleFor(w, ascii)))
	return err
}
