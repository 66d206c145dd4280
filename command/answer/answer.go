package answer

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

// Flags say what of an answer is printed, and how.
func Flags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: DefaultLimit, Usage: "show at most `N` games, 0 for all"},
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
		run.RecordsFlag(),
		&cli.BoolFlag{Name: "explain", Usage: "say how the query was understood and answered"},
		&cli.BoolFlag{Name: "fail", Usage: "exit with 1 if nothing is found"},
	}
}

// Options are what the flags of Flags say.
type Options struct {
	Format        answerFormat
	columns       string // asked for, or ""
	Search        archive.Search
	explain, fail bool
	onlyFacets    bool
}

// SearchFor returns the search for a query.
func (o *Options) SearchFor(q archive.Query) *archive.Search {
	s := o.Search
	s.Query = q
	return &s
}

// NewOptions reads the flags that say what of an answer to print.
func NewOptions(c *cli.Context) (o Options, err error) {
	if o.Format, err = chosenAnswerFormat(c); err != nil {
		return o, err
	}
	o.columns, o.explain, o.fail = c.String("fields"), c.Bool("explain"), c.Bool("fail")
	o.Search = archive.Search{
		Records: c.Bool("records"), Sort: c.String("sort"), Cursor: c.String("cursor"),
		Limit: c.Int("limit"), Offset: c.Int("offset"), FacetLimit: c.Int("facet-limit"), Facets: c.StringSlice("facet"), FacetSort: c.String("facet-sort"),
	}
	s := &o.Search
	if !o.Format.pages && !c.IsSet("limit") {
		s.Limit = 0
	}
	if s.Limit < 0 || s.Offset < 0 || s.FacetLimit < 0 {
		return o, run.Usage("--limit, --offset and --facet-limit cannot be negative")
	}
	if !c.IsSet("facet-limit") {
		s.FacetLimit = archive.FacetLimitUsual
	}
	if c.IsSet("cursor") && s.Cursor == "" {
		return o, run.Usage("--cursor needs the token that a page printed")
	}
	if o.columns != "" && !o.Format.columns {
		return o, run.Usage("--fields does not belong to --format %s", o.Format.Name)
	}
	o.onlyFacets = c.Bool("only-facets")
	switch facets := len(s.Facets) > 0; {
	case facets && (o.Format.Name == "sgf" || o.Format.Name == "ids"):
		return o, run.Usage("--facet does not belong to --format %s", o.Format.Name)
	case !facets && (o.onlyFacets || c.IsSet("facet-sort")):
		return o, run.Usage("--only-facets and --facet-sort need a --facet")
	}
	return o, nil
}

// Print runs a query and prints what is asked for of its answer.
func Print(ctx context.Context, a *Answer) (err error) {
	if a.Options.columns != "" {
		if a.shown, err = a.views.Columns(a.Options.columns); err != nil {
			return err
		}
		a.Search.Shown = a.shown
	}
	progress := run.NewProgress(ctx, a.Streams, "stopping")
	a.Search.Progress = progress.Looked
	a.Search.Watch = run.Watched(progress, func(p *archive.Page) string { return run.SoFar(p.Total, nil) })
	err = a.Options.Format.print(ctx, a)
	progress.Finish()
	if err != nil {
		return err
	}
	run.SayNotices(a.Streams, a.notices)
	if slices.ContainsFunc(a.Search.Facets, func(facet string) bool { return facet != "game" && facet != "size" }) {
		mixed, err := ask.Of(a.views).NoteKinds(ctx, a.Search)
		if err != nil {
			return err
		}
		run.SayNotices(a.Streams, mixed)
	}
	if a.folded > 0 && !a.Options.Format.pages {
		fmt.Fprintf(a.Err, "kifudb: %s\n", FoldedWords(a.folded))
	}
	if a.Options.explain {
		if err := explain(ctx, a.Err, a.views, a.Search); err != nil {
			return err
		}
	}
	if a.found == 0 && a.Options.fail {
		return &run.Error{Status: run.ExitFailed}
	}
	return nil
}

// printCount says how much of the answer was shown, what may be missing from it,
// and how long all of that took; if the games were shown earlier, also when.
func (a *Answer) printCount(p *archive.Page, listed int, shown time.Duration) error {
	line := phrase.Games(p.Total)
	switch {
	case p.Total == 0:
		line = "nothing found"
	case listed < p.Total && !a.Options.onlyFacets:
		line = fmt.Sprintf("%s of %s games shown (--limit 0 for all)", phrase.Number(listed), phrase.Number(p.Total))
	}
	if p.Folded > 0 {
		line += "; " + FoldedWords(p.Folded)
	}
	if unindexed := a.views.Unindexed(); unindexed > 0 {
		line += fmt.Sprintf("; comments of %s not yet indexed", phrase.GamesAre(unindexed))
	}
	line += ", " + phrase.Duration(time.Since(a.Began)).String()
	if shown > 0 {
		line += "; shown after " + phrase.Duration(shown).String()
	}
	_, err := fmt.Fprintln(a.Out, line)
	return err
}

// DefaultLimit is how many games a list for people shows unless asked otherwise.
const DefaultLimit = 30

// An Answer is a question of the search command and how it is to be printed.
type Answer struct {
	run.Streams
	Options Options
	views   *archive.Views
	Search  *archive.Search
	shown   []archive.Column // the columns asked for, nil if none are

	// What became known while it was printed.
	found   int // games that the query finds, or those printed where it does not count
	folded  int // records left out because another one of their game stands for them
	notices []archive.Notice
}

// New begins the answer to a question of these archives.
func New(o Options, q archive.Query, vs *archive.Views, s run.Streams) *Answer {
	return &Answer{Streams: s, Options: o, views: vs, Search: o.SearchFor(q)}
}

// stream prints the games of an answer that is read as it comes: a line is out
// at most a tenth of a second after it was found.
func (a *Answer) stream(ctx context.Context, write func(*bufio.Writer, *archive.Game) error) error {
	const wait = 100 * time.Millisecond
	b := bufio.NewWriterSize(a.Out, 64<<10)
	var flushed time.Time
	end, err := a.views.Each(ctx, a.Search, func(g *archive.Game) error {
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
		_, err = fmt.Fprintf(a.Err, "kifudb: there are more games (--limit 0 for all); the next page: --cursor %s\n", end.Next)
	}
	return err
}

// count counts the games, and the facets if any are asked for.
func (a *Answer) count(ctx context.Context) (*archive.Page, error) {
	p, err := a.views.Count(ctx, a.Search)
	if err == nil {
		a.found, a.folded, a.notices = p.Total, p.Folded, p.Notices
	}
	return p, err
}

// page looks for the games of a page, if any are wanted.
func (a *Answer) page(ctx context.Context, s *archive.Search) (*archive.Page, error) {
	if a.Options.onlyFacets {
		return a.count(ctx)
	}
	p, err := a.views.Search(ctx, s)
	if err == nil {
		a.found, a.folded, a.notices = p.Total, p.Folded, p.Notices
	}
	return p, err
}
