package answer

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
	"kifudb/archive/export"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// An answerFormat is a way to print an answer.
type answerFormat struct {
	Name, about string
	pages       bool // shows a page unless --limit says otherwise; others all games
	columns     bool // has --fields
	print       func(context.Context, *Answer) error
}

// Formats are the formats of the search command, in the order of help texts.
func Formats() []answerFormat {
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
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// FormatHelp lists the formats.
func FormatHelp() string {
	var b strings.Builder
	for _, f := range Formats() {
		fmt.Fprintf(&b, "  %-6s %s\n", f.Name, f.about)
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
			return answerFormat{}, run.Usage("%s and --%s exclude each other", by, short)
		}
		name, by = short, "--"+short
	}
	if name == "" {
		name = "table"
	}
	list := Formats()
	i := slices.IndexFunc(list, func(f answerFormat) bool { return f.Name == name })
	if i < 0 {
		return answerFormat{}, run.Usage("--format: there is no format %q; expected one of %s", name, formatNames())
	}
	return list[i], nil
}

func printAnswerCount(ctx context.Context, a *Answer) error {
	p, err := a.count(ctx)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(a.Out, p.Total); err != nil {
		return err
	}
	return printFacets(a.Out, p)
}

func printAnswerIDs(ctx context.Context, a *Answer) error {
	a.Search.PerGame = 1
	return a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error {
		_, err := fmt.Fprintln(b, g.Name())
		return err
	})
}

func printAnswerSGF(ctx context.Context, a *Answer) error {
	a.Search.PerGame = 1
	var records *export.RecordWriter
	err := a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error {
		if records == nil {
			records = export.NewRecordWriter(b, export.RecordOptions{})
		}
		return records.Write(g)
	})
	if err != nil || records == nil {
		return err
	}
	written, err := records.Finish()
	if err == nil {
		run.SayMixed(written, a.Streams)
	}
	return err
}

func printAnswerTable(ctx context.Context, a *Answer) error {
	var shown time.Duration // when the page was, if the total was not known then
	first, long := a.beginning()
	if !long {
		first.First = func(p *archive.Page) error {
			if err := a.printPage(p); err != nil {
				return err
			}
			shown = time.Since(a.Began)
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
		if _, err := fmt.Fprintf(a.Out, "next page: --cursor %s\n", p.Next); err != nil {
			return err
		}
	}
	if p.Total == 0 {
		printMeant(a.Out, p.Meant)
		return whyNothing(ctx, a.Out, a.views, a.Search)
	}
	return printFacets(a.Out, p)
}

// printPage prints the games of a page, with the user's note above.
func (a *Answer) printPage(p *archive.Page) error {
	if err := a.printNote(p); err != nil {
		return err
	}
	return a.printGames(p.Games)
}

func (a *Answer) printNote(p *archive.Page) error {
	if p.Note == "" {
		return nil
	}
	_, err := fmt.Fprintf(a.Out, "Note on this position: %s\n", plaintext.Printable(p.Note))
	return err
}

// printGames prints the list, with the columns asked for.
func (a *Answer) printGames(games []*archive.Game) error {
	if a.shown == nil {
		return PrintGames(a.Out, games)
	}
	t := a.fieldTable()
	for _, g := range games {
		t.Add(a.fieldCells(g)...)
	}
	return t.Print(a.Out)
}

// fieldTable is a list of games with the columns asked for.
func (a *Answer) fieldTable() *table.Table {
	t := table.New(columnNames(a.shown)...)
	var rest []int // the last ones go first
	for i, col := range a.shown {
		t.Keep(i)
		t.Limit(i, 60)
		if how, ok := Shortenings[col.Name]; ok {
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
func (a *Answer) fieldCells(g *archive.Game) (cells []table.Cell) {
	for i, found := range archive.MarkedCells(a.shown, g) {
		if name := a.shown[i].Name; name == "file" || name == "folder" {
			found = archive.Marked{Text: phrase.NearFile(found.Text)}
		}
		cells = append(cells, table.Cell{Text: table.Ink(found)})
	}
	return cells
}

// Shortenings are how fields are shortened that are not mere words.
var Shortenings = map[string]*table.Shortening{
	"date": table.Dates, "black": table.Names, "white": table.Names, "player": table.Names, "result": table.Results, "file": table.Paths, "folder": table.Paths,
}

func columnNames(columns []archive.Column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return names
}

func printAnswerJSON(ctx context.Context, a *Answer) error {
	first, long := a.beginning()
	p, err := a.page(ctx, first)
	if err != nil {
		return err
	}
	if long = long && p.Next != ""; long || a.shown != nil {
		return a.printGamesJSON(ctx, p, long)
	}
	return terminal.PrintJSON(a.Out, p)
}

// object is a game as JSON: all that is known of it, or the fields asked for.
func (a *Answer) object(g *archive.Game) any {
	if a.shown == nil {
		return g
	}
	return archive.Row{Columns: a.shown, Game: g}
}

func printAnswerLines(ctx context.Context, a *Answer) error {
	if len(a.Search.Facets) > 0 {
		return a.printFacetRows(ctx, func(f facetRow) error { return terminal.PrintJSONLine(a.Out, f) })
	}
	return a.stream(ctx, func(b *bufio.Writer, g *archive.Game) error { return terminal.PrintJSONLine(b, a.object(g)) })
}

func printAnswerCSV(ctx context.Context, a *Answer) error { return a.printRows(ctx, ',') }
func printAnswerTSV(ctx context.Context, a *Answer) error { return a.printRows(ctx, '\t') }

// printRows prints values with a separator between. Tabs and line breaks in
// values become spaces, so that a line is a game.
func (a *Answer) printRows(ctx context.Context, separator rune) error {
	// A writer of CSV writes into a buffer that w is, if it is one, and leaves it there.
	line := func(w io.Writer) func(values []string) error {
		if separator == '\t' { // no quotation marks: a value is all between two tabs
			return func(values []string) error {
				for i := range values {
					values[i] = plaintext.Printable(values[i])
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
	if len(a.Search.Facets) > 0 {
		two := slices.ContainsFunc(a.Search.Facets, func(facet string) bool { return strings.Contains(facet, ",") })
		write := line(a.Out)
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
	if err := line(a.Out)(columnNames(columns)); err != nil {
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
func (a *Answer) printFacetRows(ctx context.Context, print func(facetRow) error) error {
	p, err := a.count(ctx)
	if err != nil {
		return err
	}
	return printFacetRows(p, print)
}
