package study

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
)

// The commands players, events and collections list names, and show the page of one.

// PlayersCommand is the command players.
func PlayersCommand() *cli.Command {
	return namesCommand(ask.PlayerNames, "list players with their games, results, years and ranks; or one player's page",
		`kifudb players                           those with most games first
kifudb players date:1980s --sort score   by results; few games count little
kifudb players cho                       those whose names contain the word
kifudb players 'Cho Chikun'              a page: colors, opponents, years, ranks, openings
kifudb players 'Cho Chikun' date:1980s   the same of some games`)
}

// EventsCommand is the command events.
func EventsCommand() *cli.Command {
	return namesCommand(ask.EventNames, "list events with their games and years; or one event's page",
		`kifudb events --sort first
kifudb events castle                  those whose names contain the word
kifudb events 'Castle Game'           a page: years, players`)
}

// CollectionsCommand is the command collections.
func CollectionsCommand() *cli.Command {
	return namesCommand(ask.CollectionNames, "list the folders and containers that records came from; or one's page",
		`kifudb collections
kifudb collections player:shusaku     those with his games
kifudb collections games/1846.zip     a page: years, players`)
}

func namesCommand(kind ask.NameKind, about, examples string) *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      string(kind),
		Usage:     about,
		ArgsUsage: "[NAME] [QUERY...]",
		UsageText: examples,
		Description: `Words without a field are a name; everything else is a query that chooses the
games. If only one name contains the words, or one matches them exactly, its page
is printed; otherwise all names that contain them are listed. Spellings that you
joined by 'kifudb alias' are one name, and several records of a game count
once. If the games are of several kinds, as 'kifudb stats --by game' lists them,
each has a list of its own, in which scores can be compared; game:go in the query
leaves one. CSV then has a column with the game, and JSON has the lists in by_game.`,
		Flags: append(run.FlagsOf(ask.NamesOptions{}),
			&cli.BoolFlag{Name: "list", Usage: "print the list even if only one name is found"},
			run.RecordsFlag(),
			run.JSONFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print the list as CSV with a header"},
		),
		Action: run.Action(func(c *cli.Context) (namesOptions, error) { return newNamesOptions(c, kind) }, runNames),
	})
}

type namesOptions struct {
	archives  []string
	search    archive.Search
	names     ask.NamesOptions
	list, csv bool
}

func newNamesOptions(c *cli.Context, kind ask.NameKind) (o namesOptions, err error) {
	var fields []string
	o.names.Kind = kind
	run.SetOptions(c, &o.names)
	var words []string
	for _, arg := range c.Args().Slice() {
		if isName(arg) {
			words = append(words, arg)
		} else {
			fields = append(fields, arg)
		}
	}
	o.names.Words = strings.Join(words, " ")
	if o.search.Query, err = run.OnlyQuery(c, fields); err != nil {
		return o, err
	}
	if err := o.names.Check(); err != nil {
		return o, err
	}
	o.search.Records, o.list, o.csv = c.Bool("records"), c.Bool("list"), c.Bool("csv")
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

// isName reports whether an argument is a name, and not a query with fields, or one
// for every game.
func isName(arg string) bool {
	if arg == archive.EveryGame {
		return false
	}
	q, err := archive.ParseQuery(arg)
	return err != nil && !strings.ContainsAny(arg, ":=<>~") || err == nil && archive.IsWords(q)
}

func runNames(ctx context.Context, o namesOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	progress := run.NewProgress(ctx, s, "stopping")
	o.search.Progress, o.names.Watch = progress.Looked, run.Watched(progress, namesSoFar)
	list, err := ask.Of(vs).Names(ctx, &o.search, &o.names)
	var page *ask.NamePage
	if name, ok := onlyName(list, &o); err == nil && ok {
		page, err = ask.Of(vs).NamePage(ctx, &o.search, o.names.Kind, name)
	}
	progress.Finish()
	if err != nil {
		return err
	}
	if page != nil {
		for _, part := range append(page.ByGame, page) {
			run.SayNotices(s, part.Notices)
		}
	} else {
		run.SayNotices(s, list.Notices)
	}
	for _, part := range list.ByGame {
		if page == nil {
			run.SayNotices(s, part.Notices)
		}
	}
	switch {
	case page != nil && s.JSON:
		return terminal.PrintJSON(s.Out, page)
	case page != nil && len(page.ByGame) == 0:
		return printNamePage(s.Out, page, o.names.Limit)
	case page != nil:
		return printNamePages(s.Out, page.ByGame, o.names.Limit)
	case s.JSON:
		return terminal.PrintJSON(s.Out, list)
	case o.csv:
		return printNamesCSV(s.Out, list)
	case len(list.ByGame) == 0:
		return printNames(s.Out, list, &o)
	}
	for i, part := range list.ByGame {
		if err := printGame(s.Out, i, part.Game); err != nil {
			return err
		}
		if err := printNames(s.Out, part, &o); err != nil {
			return err
		}
	}
	return nil
}

// printNamePages prints the page of each game of a name.
func printNamePages(w io.Writer, pages []*ask.NamePage, limit int) error {
	for i, part := range pages {
		if err := printGame(w, i, part.Game); err != nil {
			return err
		}
		if err := printNamePage(w, part, limit); err != nil {
			return err
		}
	}
	return nil
}

// onlyName returns the name that has a page: the only one that is found, or the one
// that is just what was asked for.
func onlyName(list *ask.NameList, o *namesOptions) (string, bool) {
	if list == nil || o.names.Words == "" || o.list || o.csv {
		return "", false
	}
	for _, n := range list.Names {
		if strings.EqualFold(n.Name, o.names.Words) {
			return n.Name, true
		}
	}
	if len(list.Names) == 1 && list.Distinct == 1 {
		return list.Names[0].Name, true
	}
	return "", false
}

func namesSoFar(list *ask.NameList) string {
	var parts []string
	for _, n := range list.Names[:min(len(list.Names), run.ManyParts)] {
		parts = append(parts, n.Name+" "+phrase.Number(n.Games))
	}
	return run.SoFar(list.Provenance.Games, parts)
}

func printNames(w io.Writer, list *ask.NameList, o *namesOptions) error {
	if list.Distinct == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if err := nameTable(string(list.Kind), list.Names).Print(w); err != nil {
		return err
	}
	notes := []string{phrase.Games(list.Provenance.Games)}
	if n := list.Provenance.Records - list.Provenance.Games; n > 0 {
		notes = append(notes, answer.FoldedWords(n))
	}
	if of := list.Distinct - list.Few; len(list.Names) < of {
		notes = append(notes, fmt.Sprintf("%s of %s %s shown (--limit 0 for all)", phrase.Number(len(list.Names)), phrase.Number(of), list.Kind))
	}
	if list.Few > 0 {
		notes = append(notes, fmt.Sprintf("%s left out for too few games (--min)", phrase.Number(list.Few)))
	}
	if list.Without > 0 {
		notes = append(notes, phrase.Games(list.Without)+" without a name")
	}
	if list.Shrunken {
		notes = append(notes, "in the order of estimates in which few games count little")
	}
	if o.names.Words != "" {
		notes = append(notes, "a full name shows its page")
	}
	_, err := fmt.Fprintln(w, strings.Join(notes, "; "))
	return err
}

// nameTable lists names with results: for players their own, for others by color.
func nameTable(head string, list []ask.NameEntry) *table.Table {
	players := len(list) > 0 && list[0].Outcome != nil
	heads := []string{head, "games"}
	if players {
		heads = append(heads, "won", "lost", "drawn", "score", "95 %", "years", "ranks")
	} else {
		heads = append(heads, "black won", "white won", "draw", "decided", "years")
	}
	t := table.New(heads...)
	t.Limit(0, 60)
	for i := 1; i < len(heads); i++ {
		t.AlignRight(i)
	}
	if how, ok := answer.Shortenings[map[string]string{"players": "player", "opponents": "player", "collections": "folder"}[head]]; ok {
		t.Shorten(how, 0)
	}
	if players {
		t.Spare(8, 4, 6, 3, 2)
	} else {
		t.Spare(4, 5, 3, 2)
	}
	for _, n := range list {
		row := []string{n.Name, phrase.Number(n.Games)}
		years := n.Years()
		if players {
			score, interval := scoreWords(n.Outcome)
			row = append(row, phrase.Number(n.Outcome.Won), phrase.Number(n.Outcome.Lost), zeroBlank(n.Outcome.Drawn), score, interval, years, n.Ranks())
		} else {
			of := n.Won.Decided
			row = append(row, phrase.Percent(n.Won.Black, of), phrase.Percent(n.Won.White, of), phrase.Percent(n.Won.Draw, of), phrase.Number(of), years)
		}
		t.Row(row...)
	}
	return t
}

// scoreWords writes a score, where no game was drawn the share of wins, with its
// interval.
func scoreWords(o *ask.Outcome) (score, interval string) {
	s := o.OwnScore()
	if s == nil {
		return "–", ""
	}
	return fmt.Sprintf("%.1f %%", 100*s.Value), fmt.Sprintf("%.1f–%.1f", 100*s.Low, 100*s.High)
}

func zeroBlank(n int) string {
	if n == 0 {
		return ""
	}
	return phrase.Number(n)
}

func printNamesCSV(w io.Writer, list *ask.NameList) error {
	out := table.NewCSV(w)
	var game []string
	if len(list.ByGame) > 0 {
		game = []string{"game"}
	}
	if err := out.Write(append(game, "name", "games", "won", "lost", "drawn", "unknown", "black_won", "white_won", "draw", "decided", "first_year", "last_year", "lowest", "highest")...); err != nil {
		return err
	}
	if len(list.ByGame) == 0 {
		if err := writeNamesCSV(out, list); err != nil {
			return err
		}
	}
	for _, part := range list.ByGame {
		if err := writeNamesCSV(out, part, part.Game); err != nil {
			return err
		}
	}
	return out.End()
}

// writeNamesCSV writes the rows of names, each after the same cells.
func writeNamesCSV(out table.CSV, list *ask.NameList, first ...string) error {
	for _, n := range list.Names {
		own := []string{"", "", "", ""}
		if o := n.Outcome; o != nil {
			own = []string{fmt.Sprint(o.Won), fmt.Sprint(o.Lost), fmt.Sprint(o.Drawn), fmt.Sprint(o.Unknown)}
		}
		row := slices.Concat(first, []string{n.Name, fmt.Sprint(n.Games)}, own, []string{
			fmt.Sprint(n.Won.Black), fmt.Sprint(n.Won.White), fmt.Sprint(n.Won.Draw), fmt.Sprint(n.Won.Decided),
			yearCell(n.FirstYear), yearCell(n.LastYear), n.Lowest, n.Highest,
		})
		if err := out.Write(row...); err != nil {
			return err
		}
	}
	return nil
}

func yearCell(year int) string {
	if year == 0 {
		return ""
	}
	return fmt.Sprint(year)
}
