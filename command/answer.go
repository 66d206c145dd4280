package command

import (
	"bufio"
	"context"
	"fmt"
	"kifudb/archive"
	"kifudb/command/phrase"
	"time"

	"github.com/urfave/cli/v2"
)

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

// answerOptions are what the flags of answerFlags say.
type answerOptions struct {
	format        answerFormat
	columns       string // asked for, or ""
	search        archive.Search
	explain, fail bool
	onlyFacets    bool
}

// searchFor returns the search for a query.
func (o *answerOptions) searchFor(q archive.Query) *archive.Search {
	s := o.search
	s.Query = q
	return &s
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

// defaultLimit is how many games a list for people shows unless asked otherwise.
const defaultLimit = 30

// An answer is a question of the search command and how it is to be printed.
type answer struct {
	streams
	options answerOptions
	views   *archive.Views
	search  *archive.Search
	shown   []archive.Column // the columns asked for, nil if none are

	// What became known while it was printed.
	found   int // games that the query finds, or those printed where it does not count
	folded  int // records left out because another one of their game stands for them
	notices []archive.Notice
}

func newAnswer(o answerOptions, q archive.Query, vs *archive.Views, s streams) *answer {
	return &answer{streams: s, options: o, views: vs, search: o.searchFor(q)}
}

// stream prints the games of an answer that is read as it comes: a line is out
// at most a tenth of a second after it was found.
func (a *answer) stream(ctx context.Context, write func(*bufio.Writer, *archive.Game) error) error {
	const wait = 100 * time.Millisecond
	b := bufio.NewWriterSize(a.out, 64<<10)
	var flushed time.Time
	end, err := a.views.Each(ctx, a.search, func(g *archive.Game) error {
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
	if err != nil {
		return err
	}
	a.found, a.folded, a.notices = end.Games, end.Folded, end.Notices
	if end.Next != "" {
		_, err = fmt.Fprintf(a.err, "kifudb: there are more games (--limit 0 for all); the next page: --cursor %s\n", end.Next)
	}
	return err
}

// count counts the games, and the facets if any are asked for.
func (a *answer) count(ctx context.Context) (*archive.Page, error) {
	p, err := a.views.Count(ctx, a.search)
	if err == nil {
		a.found, a.folded, a.notices = p.Total, p.Folded, p.Notices
	}
	return p, err
}

// page looks for the games of a page, if any are wanted.
func (a *answer) page(ctx context.Context, s *archive.Search) (*archive.Page, error) {
	if a.options.onlyFacets {
		return a.count(ctx)
	}
	p, err := a.views.Search(ctx, s)
	if err == nil {
		a.found, a.folded, a.notices = p.Total, p.Folded, p.Notices
	}
	return p, err
}
