package command

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
)

// defaultLimit is how many games a list for people shows unless asked otherwise.
const defaultLimit = 30

func searchCommand() *cli.Command {
	return &cli.Command{
		Name:      "search",
		Usage:     "find games by names, dates, texts, positions and patterns",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb search shusaku                          words anywhere in names, events, comments
kifudb search player:shusaku date:1846..1853   fields and ranges
kifudb search 'C:"ladder breaker" -handicap:>0'
kifudb search 'pos:"Q16 D4 Q3"'                a whole position, by moves
kifudb search pos:123@40                       the position of game 123 after move 40
kifudb search pat:@corner.txt                  a pattern from a file
kifudb search 'pat:NE[..X./.O../....]' result:B+R
kifudb search '*'                              every game
kifudb search 7-12 player:shusaku              games by their numbers, or those of them
kifudb search honinbo --facet player,decade    how many games of whom and when
kifudb search honinbo --format csv --fields id,date,black,white > games.csv`,
		Description: gamesHelp + "\n\nSeveral arguments form one query; all of its terms must match.\n\n" + fieldHelp() + `
'kifudb help query' explains the language, 'kifudb help patterns' what is asked of
boards, with an example of each. Options of pos:, pat: and seq::
` + optionHelp() + `
Formats:
` + formatHelp() + `
--fields takes fields of the query language, SGF identifiers, year, month, decade,
century, folder, tag, and for what was found: hits, move, found, snippet, comment,
name. Lower-case names give values as they were understood (komi 7.5), identifiers
the text of the record (KM 750). Tables and json show one page, other formats all
games, unless --limit is given; --cursor shows the next page.

--facet takes the same names, except those about hits. For each value it counts the
games, and gives the share of the decided ones that each side won. --facet year
--facet result prints two tables; --facet year,result one, with a line for each
year and a column for each result. With csv, tsv, jsonl and --only-facets, facets
are printed instead of the list.

Exit status 0 with or without hits; with --fail, 1 if there are none.`,
		Flags:  answerFlags(),
		Action: action(newSearchOptions, runSearch),
	}
}

// answerFlags say what of an answer is printed, and how.
func answerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` games, 0 for all"},
		&cli.IntFlag{Name: "offset", DefaultText: "none", Usage: "leave out the first `N` games"},
		&cli.StringFlag{Name: "sort", Usage: "order by `FIELDS`, as in date,moves,komi,black,rating; -field or field:desc descends"},
		&cli.StringFlag{Name: "cursor", Usage: "begin after the page that printed this `TOKEN`"},
		&cli.StringFlag{Name: "format", Usage: "print in `FORMAT`: " + formatNames()},
		&cli.StringFlag{Name: "fields", Usage: "show `FIELDS` in table, json, jsonl, csv and tsv, as in id,date,black,white,komi,AP"},
		&cli.BoolFlag{Name: "json", Usage: "--format json"},
		&cli.BoolFlag{Name: "csv", Usage: "--format csv"},
		&cli.BoolFlag{Name: "ids", Usage: "--format ids"},
		&cli.BoolFlag{Name: "count", Usage: "--format count"},
		&cli.StringSliceFlag{Name: "facet", Usage: "count all games found by the values of `FIELD`, or of two as a table: year,result; may be given more than once"},
		&cli.IntFlag{Name: "facet-limit", Usage: "show the `N` most frequent values of each facet, 0 for all", DefaultText: "12; all years, decades and centuries"},
		&cli.StringFlag{Name: "facet-sort", Usage: "list values by `ORDER`: count, or value; otherwise years, ranks and numbers by value, others by count"},
		&cli.BoolFlag{Name: "only-facets", Usage: "print facets without the games"},
		recordsFlag(),
		&cli.BoolFlag{Name: "explain", Usage: "say how the query was understood and answered"},
		&cli.BoolFlag{Name: "fail", Usage: "exit with 1 if nothing is found"},
	}
}

// fieldHelp lists the fields of the language.
func fieldHelp() string {
	var b strings.Builder
	b.WriteString("Fields, with their other names:\n")
	for _, f := range archive.Fields() {
		name := strings.Join(append([]string{f.Name}, f.Twins...), " ")
		fmt.Fprintf(&b, "  %-24s %s\n", name, f.About)
	}
	return b.String()
}

// searchOptions say what is searched for, and what of the answer is printed.
type searchOptions struct {
	archives []string
	games    askedGames
	answer   answerOptions
}

func newSearchOptions(c *cli.Context) (o searchOptions, err error) {
	o.games = gamesAsked(c)
	_, words := o.games.split()
	query, err := parseQuery(words)
	if err != nil {
		return o, err
	}
	if o.answer, err = newAnswerOptions(c); err != nil {
		return o, err
	}
	if err := o.answer.searchFor(query).Check(); err != nil {
		return o, err
	}
	o.archives, err = archivePaths(c)
	return o, err
}

func runSearch(ctx context.Context, o searchOptions, s streams) error {
	vs, done, err := openViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	a := newAnswer(o.answer, archive.Query{}, vs, s)
	if err := o.games.restrict(vs, a.search, s); err != nil {
		return err
	}
	return printAnswer(ctx, a)
}

// answerOptions are what the flags of answerFlags say.
type answerOptions struct {
	format        answerFormat
	columns       string // asked for, or ""
	search        archive.Search
	explain, fail bool
	onlyFacets    bool
}

// newAnswerOptions reads the flags that say what of an answer to print.
func newAnswerOptions(c *cli.Context) (o answerOptions, err error) {
	if o.format, err = chosenAnswerFormat(c); err != nil {
		return o, err
	}
	o.columns, o.explain, o.fail = c.String("fields"), c.Bool("explain"), c.Bool("fail")
	o.search = archive.Search{
		Records: c.Bool("records"), Sort: c.String("sort"), Cursor: c.String("cursor"),
		Limit: c.Int("limit"), Offset: c.Int("offset"), FacetLimit: c.Int("facet-limit"), Facets: c.StringSlice("facet"), FacetSort: c.String("facet-sort"),
	}
	s := &o.search
	if !o.format.pages && !c.IsSet("limit") {
		s.Limit = 0
	}
	if s.Limit < 0 || s.Offset < 0 || s.FacetLimit < 0 {
		return o, usage("--limit, --offset and --facet-limit cannot be negative")
	}
	if !c.IsSet("facet-limit") {
		s.FacetLimit = archive.FacetLimitUsual
	}
	if c.IsSet("cursor") && s.Cursor == "" {
		return o, usage("--cursor needs the token that a page printed")
	}
	if o.columns != "" && !o.format.columns {
		return o, usage("--fields does not belong to --format %s", o.format.name)
	}
	o.onlyFacets = c.Bool("only-facets")
	switch facets := len(s.Facets) > 0; {
	case facets && (o.format.name == "sgf" || o.format.name == "ids"):
		return o, usage("--facet does not belong to --format %s", o.format.name)
	case !facets && (o.onlyFacets || c.IsSet("facet-sort")):
		return o, usage("--only-facets and --facet-sort need a --facet")
	}
	return o, nil
}

// searchFor returns the search for a query.
func (o *answerOptions) searchFor(q archive.Query) *archive.Search {
	s := o.search
	s.Query = q
	return &s
}

// printAnswer runs a query and prints what is asked for of its answer.
func printAnswer(ctx context.Context, a *answer) (err error) {
	if a.options.columns != "" {
		if a.shown, err = a.views.Columns(a.options.columns); err != nil {
			return err
		}
		a.search.Shown = a.shown
	}
	progress := newProgress(ctx, a.streams, "stopping")
	a.search.Progress = progress.looked
	a.search.Watch = watched(progress, func(p *archive.Page) string { return sofar(p.Total, nil) })
	err = a.options.format.print(ctx, a)
	progress.finish()
	if err != nil {
		return err
	}
	sayNotices(a.streams, a.notices)
	if a.folded > 0 && !a.options.format.pages {
		fmt.Fprintf(a.err, "kifudb: %s\n", foldedWords(a.folded))
	}
	if a.options.explain {
		if err := explain(ctx, a.err, a.views, a.search); err != nil {
			return err
		}
	}
	if a.found == 0 && a.options.fail {
		return &exitError{status: ExitFailed}
	}
	return nil
}

// printCount says how much of the answer was shown, what may be missing from it,
// and how long all of that took; if the games were shown earlier, also when.
func (a *answer) printCount(p *archive.Page, listed int, shown time.Duration) error {
	line := phrase.Games(p.Total)
	switch {
	case p.Total == 0:
		line = "nothing found"
	case listed < p.Total && !a.options.onlyFacets:
		line = fmt.Sprintf("%s of %s games shown (--limit 0 for all)", phrase.Number(listed), phrase.Number(p.Total))
	}
	if p.Folded > 0 {
		line += "; " + foldedWords(p.Folded)
	}
	if unindexed := a.views.Unindexed(); unindexed > 0 {
		line += fmt.Sprintf("; comments of %s not yet indexed", phrase.GamesAre(unindexed))
	}
	line += ", " + phrase.Duration(time.Since(a.began)).String()
	if shown > 0 {
		line += "; shown after " + phrase.Duration(shown).String()
	}
	_, err := fmt.Fprintln(a.out, line)
	return err
}
