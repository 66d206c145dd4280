package command

import (
	"context"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/help"
	"kifudb/command/run"
)

func searchCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
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
		Description: run.GamesHelp + "\n\nSeveral arguments form one query; all of its terms must match.\n\n" + help.FieldHelp() + `
'kifudb help query' explains the language, 'kifudb help patterns' what is asked of
boards, with an example of each. Options of pos:, pat: and seq::
` + help.OptionHelp() + `
Formats:
` + answer.FormatHelp() + `
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
		Flags:  answer.Flags(),
		Action: run.Action(newSearchOptions, runSearch),
	})
}

// searchOptions say what is searched for, and what of the answer is printed.
type searchOptions struct {
	archives []string
	games    run.Selection
	answer   answer.Options
}

func newSearchOptions(c *cli.Context) (o searchOptions, err error) {
	o.games = run.Selected(c)
	_, words := o.games.Split()
	query, err := run.ParseQuery(words)
	if err != nil {
		return o, err
	}
	if o.answer, err = answer.NewOptions(c); err != nil {
		return o, err
	}
	if err := o.answer.SearchFor(query).Check(); err != nil {
		return o, err
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runSearch(ctx context.Context, o searchOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	a := answer.New(o.answer, archive.Query{}, vs, s)
	if err := o.games.Restrict(vs, a.Search, s); err != nil {
		return err
	}
	return answer.Print(ctx, a)
}
