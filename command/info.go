package command

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "show what is in the archive and how much space it takes",
		UsageText: "kifudb info [--json]",
		Description: `Counts the games by board, encoding and problems, and the bytes by their use:
"records" are the raw records, compressed; "positions" and "columns" are the indexes
of positions and patterns; "scripts" are the moves; the "dictionary" has names,
events and the like; the last two are the indexes of words in names and comments.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with everything in full"},
		},
		Action: run.Action(newInfoOptions, runInfo),
	}
}

type infoOptions struct{ archive string }

func newInfoOptions(c *cli.Context) (o infoOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runInfo(_ context.Context, o infoOptions, s run.Streams) error {
	vs, done, err := run.OpenViews([]string{o.archive}, s)
	if err != nil {
		return err
	}
	defer done()
	a, err := vs.View(0).Inventory()
	if err != nil {
		return err
	}
	a.Version = archive.Version()
	if s.JSON {
		return terminal.PrintJSON(s.Out, a)
	}
	return printInventory(s.Out, a)
}

func printInventory(w io.Writer, a *archive.Inventory) error {
	if _, err := fmt.Fprintf(w, "Archive %s\nformat %d, read by kifudb %s\n\n", a.Archive, a.Format, a.Version); err != nil {
		return err
	}
	t := table.New("", "", "")
	t.AlignRight(1)
	t.Whole(0)
	t.Row("games", phrase.Number(a.Games), "")
	t.RowIf(a.Removed > 0, "removed", phrase.Number(a.Removed), "'kifudb remove --list' shows them, 'kifudb compact' deletes them for good")
	t.RowIf(a.Indexed < a.IDs, "comments indexed", phrase.Number(a.Indexed), "games; the next import goes on")
	t.RowIf(a.Indexed == a.IDs && a.IDs > 0, "comments indexed", "all", "")
	board := a.PartBytes[archive.PartBoard] > 0
	t.RowIf(board && a.Observed < a.IDs, "board indexed", phrase.Number(a.Observed), "games; 'kifudb index --board' goes on")
	t.RowIf(board && a.Observed == a.IDs && a.IDs > 0, "board indexed", "all", "")
	t.Row("segments", phrase.Number(a.Segments), "")
	t.Row("bytes", phrase.Number(int(a.Bytes)), perGame(a.Bytes, a.Games))
	t.RowIf(a.RawBytes > 0, "raw records", phrase.Number(int(a.RawBytes)), fmt.Sprintf("%s; the archive is %.2f times as large", perGame(a.RawBytes, a.Games), float64(a.Bytes)/float64(max(a.RawBytes, 1))))
	t.RowIf(a.Oldest != "", "dates", "", a.Oldest+" to "+a.Newest)
	if err := t.Print(w); err != nil {
		return err
	}
	if a.Games == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t = table.New("part", "bytes", "a game", "share")
	t.AlignRight(1, 2, 3)
	for _, part := range a.Parts {
		t.Row(part.Name, phrase.Number(int(part.Bytes)), phrase.Number(int(part.Bytes)/a.Games), fmt.Sprintf("%.1f %%", 100*float64(part.Bytes)/float64(max(a.Bytes, 1))))
	}
	if err := t.Print(w); err != nil {
		return err
	}
	for _, list := range []struct {
		head, field string
		counts      map[string]int
	}{{"board", "", a.Boards}, {"charset", "charset", a.Charsets}, {"problem", "problem", a.Problems}} {
		if err := printCounts(w, list.head, list.field, list.counts); err != nil {
			return err
		}
	}
	return nil
}

// printCounts prints the most frequent values of a field with their games.
func printCounts(w io.Writer, head, field string, counts map[string]int) error {
	const most = 12
	if len(counts) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := table.New(head, "games", "")
	t.AlignRight(1)
	rest := 0
	for i, name := range phrase.ByCount(counts) {
		if i >= most {
			rest += counts[name]
			continue
		}
		search := ""
		if field != "" && i == 0 {
			search = fmt.Sprintf("kifudb search %s:%s", field, name)
		}
		t.Row(name, phrase.Number(counts[name]), search)
	}
	t.RowIf(rest > 0, fmt.Sprintf("%d others", len(counts)-most), phrase.Number(rest), "all with --json")
	return t.Print(w)
}

func perGame(bytes int64, games int) string {
	if games == 0 {
		return ""
	}
	return fmt.Sprintf("%s a game", phrase.Number(int(bytes)/games))
}
