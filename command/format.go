package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// An answerFormat is a way to print an answer.
type answerFormat struct {
	name, about string
	pages       bool // shows a page unless --limit says otherwise; others all games
	columns     bool // has --fields
	print       func(context.Context, *answer) error
}

// formats are the formats of the search command, in the order of help texts.
func formats() []answerFormat {
	return []answerFormat{
		{"table", "a list for people, the default", true, true, printAnswerTable},
		{"json", "one object: query, total, games with all their hits, facets, next page", true, true, printAnswerJSON},
		{"jsonl", "an object per game, one on each line", false, true, printAnswerLines},
		{"csv", "comma-separated values for spreadsheets, with a header line", false, true, printAnswerCSV},
		{"tsv", "values separated by tabs, for awk and cut", false, true, printAnswerTSV},
		{"sgf", "the records, byte for byte, as one collection; games of a merged tree each by itself (export joins them)", false, false, printAnswerSGF},
		{"ids", "the games' numbers", false, false, printAnswerIDs},
		{"count", "the number of games", false, false, printAnswerCount},
	}
}

func formatNames() string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// formatHelp lists the formats.
func formatHelp() string {
	var b strings.Builder
	for _, f := range formats() {
		fmt.Fprintf(&b, "  %-6s %s\n", f.name, f.about)
	}
	return b.String()
}

// chosenAnswerFormat returns the format that --format or its short forms choose.
func chosenAnswerFormat(c *cli.Context) (answerFormat, error) {
	name, by := c.String("format"), "--format"
	for _, short := range [...]string{"json", "csv", "ids", "count"} {
		if !c.Bool(short) {
			continue
		}
		if name != "" && name != short {
			return answerFormat{}, usage("%s and --%s exclude each other", by, short)
		}
		name, by = short, "--"+short
	}
	if name == "" {
		name = "table"
	}
	list := formats()
	i := slices.IndexFunc(list, func(f answerFormat) bool { return f.name == name })
	if i < 0 {
		return answerFormat{}, usage("--format: there is no format %q; expected one of %s", name, formatNames())
	}
	return list[i], nil
}

func printAnswerCount(ctx context.Context, a *answer) error {
	p, err := a.count(ctx)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(a.out, p.Total); err != nil {
		return err
	}
	return printFacets(a.out, p)
}

func printAnswerIDs(ctx context.Context, a *answer) error {
	a.search.PerGame = 1
	return a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error {
		_, err := fmt.Fprintln(b, g.Name())
		return err
	})
}

func printAnswerSGF(ctx context.Context, a *answer) error {
	a.search.PerGame = 1
	var records *archive.RecordWriter
	err := a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error {
		if records == nil {
			records = archive.NewRecordWriter(b, archive.RecordOptions{})
		}
		return records.Write(g)
	})
	if err != nil || records == nil {
		return err
	}
	written, err := records.Finish()
	if err == nil {
		sayMixed(written, a.streams)
	}
	return err
}

func printAnswerTable(ctx context.Context, a *answer) error {
	var shown time.Duration // when the page was, if the total was not known then
	first, long := a.beginning()
	if !long {
		first.First = func(p *archive.Page) error {
			if err := a.printPage(p); err != nil {
				return err
			}
			shown = time.Since(a.began)
			return nil
		}
	}
	p, err := a.page(ctx, first)
	if err != nil {
		return err
	}
	listed := len(p.Games)
	switch {
	case long && p.Next != "":
		if listed, err = a.printLongTable(ctx, p); err != nil {
			return err
		}
	case shown == 0:
		if err := a.printPage(p); err != nil {
			return err
		}
	}
	if err := a.printCount(p, listed, shown); err != nil {
		return err
	}
	if p.Next != "" {
		if _, err := fmt.Fprintf(a.out, "next page: --cursor %s\n", p.Next); err != nil {
			return err
		}
	}
	if p.Total == 0 {
		printMeant(a.out, p.Meant)
		return whyNothing(ctx, a.out, a.views, a.search)
	}
	return printFacets(a.out, p)
}

// printPage prints the games of a page, with the user's note above.
func (a *answer) printPage(p *archive.Page) error {
	if err := a.printNote(p); err != nil {
		return err
	}
	return a.printGames(p.Games)
}

func (a *answer) printNote(p *archive.Page) error {
	if p.Note == "" {
		return nil
	}
	_, err := fmt.Fprintf(a.out, "Note on this position: %s\n", terminal.Printable(p.Note))
	return err
}

// printGames prints the list, with the columns asked for.
func (a *answer) printGames(games []*archive.Game) error {
	if a.shown == nil {
		return printGames(a.out, games)
	}
	t := a.fieldTable()
	for _, g := range games {
		t.Add(a.fieldCells(g)...)
	}
	return t.Print(a.out)
}

// fieldTable is a list of games with the columns asked for.
func (a *answer) fieldTable() *table.Table {
	t := table.New(columnNames(a.shown)...)
	var rest []int // the last ones go first
	for i, col := range a.shown {
		t.Keep(i)
		t.Limit(i, 60)
		if how, ok := shortenings[col.Name]; ok {
			t.Shorten(how, i)
			if how == table.Paths {
				t.Limit(i, 0) // to be opened
			}
		}
		if col.Number {
			t.AlignRight(i)
		}
		if i > 0 {
			rest = append(rest, len(a.shown)-i)
		}
	}
	t.Spare(rest...)
	return t
}

// fieldCells is a row of a fieldTable.
func (a *answer) fieldCells(g *archive.Game) (cells []table.Cell) {
	for i, found := range archive.MarkedCells(a.shown, g) {
		if name := a.shown[i].Name; name == "file" || name == "folder" {
			found = archive.Marked{Text: phrase.NearFile(found.Text)}
		}
		cells = append(cells, table.Cell{Text: table.Ink(found)})
	}
	return cells
}

// shortenings are how fields are shortened that are not mere words.
var shortenings = map[string]*table.Shortening{
	"date": table.Dates, "black": table.Names, "white": table.Names, "player": table.Names, "result": table.Results, "file": table.Paths, "folder": table.Paths,
}

func columnNames(columns []archive.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

func printAnswerJSON(ctx context.Context, a *answer) error {
	first, long := a.beginning()
	p, err := a.page(ctx, first)
	if err != nil {
		return err
	}
	if long = long && p.Next != ""; long || a.shown != nil {
		return a.printGamesJSON(ctx, p, long)
	}
	return terminal.PrintJSON(a.out, p)
}

// object is a game as JSON: all that is known of it, or the fields asked for.
func (a *answer) object(g *archive.Game) any {
	if a.shown == nil {
		return g
	}
	return archive.Row{Columns: a.shown, Game: g}
}

func printAnswerLines(ctx context.Context, a *answer) error {
	if len(a.search.Facets) > 0 {
		return a.printFacetRows(ctx, func(f facetRow) error { return terminal.PrintJSONLine(a.out, f) })
	}
	return a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error { return terminal.PrintJSONLine(b, a.object(g)) })
}

func printAnswerCSV(ctx context.Context, a *answer) error { return a.printRows(ctx, ',') }
func printAnswerTSV(ctx context.Context, a *answer) error { return a.printRows(ctx, '\t') }

// printRows prints values with a separator between. Tabs and line breaks in
// values become spaces, so that a line is a game.
func (a *answer) printRows(ctx context.Context, separator rune) error {
	// A writer of CSV writes into a buffer that w is, if it is one, and leaves it there.
	line := func(w io.Writer) func(values []string) error {
		if separator == '\t' { // no quotation marks: a value is all between two tabs
			return func(values []string) error {
				for i := range values {
					values[i] = terminal.Printable(values[i])
				}
				_, err := fmt.Fprintln(w, strings.Join(values, "\t"))
				return err
			}
		}
		c := table.NewCSV(w)
		return func(values []string) error {
			if err := c.Write(values...); err != nil {
				return err
			}
			if _, ok := w.(*bufio.Writer); ok {
				return nil
			}
			return c.End()
		}
	}
	if len(a.search.Facets) > 0 {
		two := slices.ContainsFunc(a.search.Facets, func(facet string) bool { return strings.Contains(facet, ",") })
		write := line(a.out)
		if err := write(facetRow{}.heads(two)); err != nil {
			return err
		}
		return a.printFacetRows(ctx, func(f facetRow) error { return write(f.cells(two)) })
	}
	columns := a.shown
	if columns == nil {
		var err error
		if columns, err = a.views.Columns(""); err != nil {
			return err
		}
	}
	if err := line(a.out)(columnNames(columns)); err != nil {
		return err
	}
	var write func(values []string) error
	return a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error {
		if write == nil {
			write = line(b)
		}
		return write(archive.Cells(columns, g))
	})
}

// printFacetRows prints the facets that are asked for, a line for each value.
func (a *answer) printFacetRows(ctx context.Context, print func(facetRow) error) error {
	p, err := a.count(ctx)
	if err != nil {
		return err
	}
	return printFacetRows(p, print)
}
