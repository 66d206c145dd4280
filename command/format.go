package command

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/query"
	"kifudb/store"
)

// An answer is a question of the search command and how it is to be printed.
type answer struct {
	w, notes io.Writer // the answer; what is said beside it
	snapshot *store.Snapshot
	query    query.Query
	options  *query.Options
	columns  []column // asked for, or nil
	facets   []string
	folded   int // records left out because another one of their game stands for them
	most     int // values shown of each facet, 0 for all
}

// A format is a way to print an answer. It returns the number of games that the
// query finds, or of those printed where it does not count.
type format struct {
	name, about string
	pages       bool // shows a page unless --limit says otherwise; others all games
	columns     bool // has --fields
	print       func(context.Context, *answer) (int, error)
}

// formats are the formats of the search command, in the order of help texts.
func formats() []format {
	return []format{
		{"table", "a list for people, the default", true, true, printAnswerTable},
		{"json", "one object: query, total, games with all their hits, facets, next page", true, true, printAnswerJSON},
		{"jsonl", "an object per game, one on each line", false, true, printAnswerLines},
		{"csv", "comma-separated values, with a line of heads", false, true, printAnswerCSV},
		{"tsv", "the same, separated by tabs", false, true, printAnswerTSV},
		{"sgf", "the records, byte for byte, as one collection", false, false, printAnswerSGF},
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
func chosenAnswerFormat(c *cli.Context) (format, error) {
	name, by := c.String("format"), "--format"
	for _, short := range [...]string{"json", "ids", "count"} {
		if !c.Bool(short) {
			continue
		}
		if name != "" && name != short {
			return format{}, usage("%s and --%s exclude each other", by, short)
		}
		name, by = short, "--"+short
	}
	if name == "" {
		name = "table"
	}
	list := formats()
	i := slices.IndexFunc(list, func(f format) bool { return f.name == name })
	if i < 0 {
		return format{}, usage("--format: there is no format %q; expected one of %s", name, formatNames())
	}
	return list[i], nil
}

// games yields the games of the page one after the other. If others follow,
// it says so by the cursor behind the last, as soon as that is known.
func (a *answer) games(ctx context.Context, next *string, yield func(*foundGame) error) (n int, err error) {
	o := *a.options
	if o.Limit > 0 {
		o.Limit++ // whether there is a next page
	}
	var game *foundGame
	pass := func() error {
		if game == nil {
			return nil
		}
		n++
		return yield(game)
	}
	for hit, err := range a.query.Run(ctx, a.snapshot, &o) {
		if err != nil {
			return n, err
		}
		if game == nil || game.ID != hit.Game {
			if err := pass(); err != nil {
				return n, err
			}
			if a.options.Limit > 0 && n == a.options.Limit {
				cursor, err := query.CursorAfter(a.snapshot, a.query, a.options, game.ID)
				*next = cursor.String()
				return n, err
			}
			if game, err = newFoundGame(a.snapshot, hit.Game); err != nil {
				return n, err
			}
		}
		if err := game.add(a.snapshot, hit); err != nil {
			return n, err
		}
	}
	return n, pass()
}

// stream prints the games of an answer that is read as it comes: a line is out
// at most a tenth of a second after it was found.
func (a *answer) stream(ctx context.Context, write func(*bufio.Writer, *foundGame) error) (int, error) {
	const wait = 100 * time.Millisecond
	b := bufio.NewWriterSize(a.w, 64<<10)
	var flushed time.Time
	next := ""
	n, err := a.games(ctx, &next, func(g *foundGame) error {
		if err := write(b, g); err != nil {
			return err
		}
		if time.Since(flushed) < wait {
			return nil
		}
		flushed = time.Now()
		return b.Flush()
	})
	if flushErr := b.Flush(); err == nil {
		err = flushErr
	}
	if err == nil && next != "" {
		_, err = fmt.Fprintf(a.notes, "kifudb: there are more; the next page: --cursor %s\n", next)
	}
	return n, err
}

func printAnswerCount(ctx context.Context, a *answer) (int, error) {
	n, facets, err := a.count(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := fmt.Fprintln(a.w, n); err != nil {
		return n, err
	}
	return n, printFacets(a.w, facets, a.most)
}

// count returns the number of games, and the facets if any are asked for.
func (a *answer) count(ctx context.Context) (int, []query.Facet, error) {
	a.folded = 0
	if len(a.facets) == 0 {
		n, err := a.query.Count(ctx, a.snapshot, a.options)
		return n, nil, err
	}
	facets, n, err := query.Facets(ctx, a.snapshot, a.query, a.facets, a.options)
	return n, facets, err
}

func printAnswerIDs(ctx context.Context, a *answer) (int, error) {
	a.options.PerGame = 1
	return a.stream(ctx, func(b *bufio.Writer, g *foundGame) error {
		_, err := fmt.Fprintln(b, g.ID)
		return err
	})
}

func printAnswerSGF(ctx context.Context, a *answer) (int, error) {
	a.options.PerGame = 1
	records := newRecordWriter(nil, false)
	n, err := a.stream(ctx, func(b *bufio.Writer, g *foundGame) error {
		return records.write(b, a.snapshot, g.ID)
	})
	if err == nil {
		err = records.finish(a.w, a.notes)
	}
	return n, err
}

func printAnswerTable(ctx context.Context, a *answer) (int, error) {
	start := time.Now()
	var games []foundGame
	next := ""
	if _, err := a.games(ctx, &next, func(g *foundGame) error {
		games = append(games, *g)
		return nil
	}); err != nil {
		return 0, err
	}
	took := time.Since(start)
	total := len(games)
	var facets []query.Facet
	if next != "" || a.options.Offset > 0 || a.options.After != nil || len(a.facets) > 0 {
		var err error
		if total, facets, err = a.count(ctx); err != nil {
			return 0, err
		}
	}
	if note := askedNote(a.notes, a.snapshot, a.query, a.options); note != "" {
		if _, err := fmt.Fprintf(a.w, "Note on this position: %s\n", printable(note)); err != nil {
			return total, err
		}
	}
	if err := a.printGames(games); err != nil {
		return total, err
	}
	if err := printCount(a.w, len(games), total, a.folded, took, a.snapshot.Text()); err != nil {
		return total, err
	}
	if next != "" {
		if _, err := fmt.Fprintf(a.w, "next page: --cursor %s\n", next); err != nil {
			return total, err
		}
	}
	if total == 0 {
		return 0, whyNothing(ctx, a.w, a.snapshot, a.query, a.options)
	}
	return total, printFacets(a.w, facets, a.most)
}

// printGames prints the list, with the columns asked for.
func (a *answer) printGames(games []foundGame) error {
	if a.columns == nil {
		return printGames(a.w, games)
	}
	t := newTable(columnNames(a.columns)...)
	width := 60
	if terminal := terminalWidth(a.w); terminal > 0 {
		width = max(12, terminal/len(a.columns)-2)
	}
	for i, col := range a.columns {
		if col.number {
			t.alignRight(i)
		} else {
			t.limit(i, width)
		}
	}
	for i := range games {
		t.row(cells(a.columns, &games[i])...)
	}
	return t.print(a.w)
}

// answerJSON is what search prints as JSON.
type answerJSON struct {
	Query  string        `json:"query"`
	Wider  []query.Wider `json:"wider,omitempty"` // terms that follow aliases
	Total  int           `json:"total"`
	Games  []any         `json:"games"`
	Folded int           `json:"folded,omitempty"` // records of these games that are not counted
	Next   string        `json:"next,omitempty"`   // the cursor of the next page
	Facets []facetsJSON  `json:"facets,omitempty"`
}

func printAnswerJSON(ctx context.Context, a *answer) (int, error) {
	out := answerJSON{Query: a.query.String(), Games: []any{}}
	var err error
	if out.Wider, err = a.query.Widened(a.snapshot, a.options); err != nil {
		return 0, err
	}
	if _, err := a.games(ctx, &out.Next, func(g *foundGame) error {
		out.Games = append(out.Games, a.object(g))
		return nil
	}); err != nil {
		return 0, err
	}
	out.Total = len(out.Games)
	if out.Next != "" || a.options.Offset > 0 || a.options.After != nil || len(a.facets) > 0 {
		total, facets, err := a.count(ctx)
		if err != nil {
			return 0, err
		}
		out.Total, out.Facets = total, newFacetsJSON(facets, a.most)
	}
	out.Folded = a.folded
	return out.Total, printJSON(a.w, out)
}

// object is a game as JSON: all that is known of it, or the fields asked for.
func (a *answer) object(g *foundGame) any {
	if a.columns == nil {
		return g
	}
	return &rowJSON{a.columns, g}
}

func printAnswerLines(ctx context.Context, a *answer) (int, error) {
	if len(a.facets) > 0 {
		return a.printFacetRows(ctx, func(f facetRow) error { return printJSONLine(a.w, f) })
	}
	return a.stream(ctx, func(b *bufio.Writer, g *foundGame) error { return printJSONLine(b, a.object(g)) })
}

func printAnswerCSV(ctx context.Context, a *answer) (int, error) { return a.printRows(ctx, ',') }
func printAnswerTSV(ctx context.Context, a *answer) (int, error) { return a.printRows(ctx, '\t') }

// printRows prints values with a separator between. Tabs and line breaks in
// values become spaces, so that a line is a game.
func (a *answer) printRows(ctx context.Context, separator rune) (int, error) {
	line := func(w io.Writer, values []string) error {
		for i := range values {
			values[i] = printable(values[i])
		}
		if separator == '\t' { // no quotation marks: a value is all between two tabs
			_, err := fmt.Fprintln(w, strings.Join(values, "\t"))
			return err
		}
		c := csv.NewWriter(w)
		if err := c.Write(values); err != nil {
			return err
		}
		c.Flush()
		return c.Error()
	}
	if len(a.facets) > 0 {
		if err := line(a.w, []string{"field", "value", "games"}); err != nil {
			return 0, err
		}
		return a.printFacetRows(ctx, func(f facetRow) error {
			return line(a.w, []string{f.Field, f.Value, fmt.Sprint(f.Games)})
		})
	}
	columns := a.columns
	if columns == nil {
		columns = usualColumns()
	}
	if err := line(a.w, columnNames(columns)); err != nil {
		return 0, err
	}
	return a.stream(ctx, func(b *bufio.Writer, g *foundGame) error { return line(b, cells(columns, g)) })
}
