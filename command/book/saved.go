package book

import (
	"context"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// SavedCommand is the command saved.
func SavedCommand() *cli.Command {
	return &cli.Command{
		Name:  "saved",
		Usage: "save searches, and see what is new in them",
		UsageText: `kifudb saved add ladders 'C:ladder player:cho'
kifudb saved list                       all, with how many games are new
kifudb saved show ladders --new         what is new since the last look
kifudb search saved:ladders date:>1990  a saved search in another
kifudb saved export > searches.txt      as text, for version control`,
		Description: `A game is new in a saved search if the search did not find any record of it when
you last looked. Saving a search and showing it both count as looking.`,
		Subcommands: []*cli.Command{
			savedAddCommand(),
			savedListCommand(),
			savedShowCommand(),
			savedRemoveCommand(),
			savedExportCommand(),
			savedImportCommand(),
		},
	}
}

func savedAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "save a search under a name",
		ArgsUsage: "NAME QUERY...",
		UsageText: `kifudb saved add ladders 'C:ladder player:cho'
kifudb saved add my-corner pat:@corner.txt anchor:corner`,
		Description: `Names are like those of tags. Files that the query names with @ are saved with
it, as they are now.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "replace", Usage: "replace the one of that name"},
			run.JSONFlag(),
		},
		Action: run.Action(newSavedAddOptions, runSavedAdd),
	}
}

type savedAddOptions struct {
	archive string
	name    string
	query   archive.Query
	replace bool
}

func newSavedAddOptions(c *cli.Context) (o savedAddOptions, err error) {
	if c.NArg() < 2 {
		return o, run.Usage("saved add needs a name and a query")
	}
	o.name, o.replace = c.Args().First(), c.Bool("replace")
	if err := archive.CheckSearchName(o.name); err != nil {
		return o, err
	}
	if o.query, err = run.OnlyQuery(c, c.Args().Tail()); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runSavedAdd(ctx context.Context, o savedAddOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	saved, before, notices, err := v.Save(ctx, o.name, o.query, o.replace)
	run.SayNotices(s, notices)
	if err != nil {
		return err
	}
	games := int(saved.Seen.GetCardinality())
	if s.JSON {
		return terminal.PrintJSON(s.Out, map[string]any{"name": o.name, "query": saved.Query, "games": games})
	}
	if _, err := fmt.Fprintf(s.Out, "saved %s: %s, %s\n", o.name, plaintext.Printable(saved.Query), phrase.Games(games)); err != nil || before == nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "in place of %s\n", plaintext.Printable(before.Query))
	return err
}

func savedListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the saved searches: games, and how many of them are new or gone",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "new", Usage: "only searches in which something is new or gone"},
			run.JSONFlag(),
		},
		Description: "Exit status 3: a search cannot be run; the list gives the reason.",
		Action:      run.Action(newSavedListOptions, runSavedList),
	}
}

type savedListOptions struct {
	archive string
	news    bool // only searches in which something is new or gone
}

func newSavedListOptions(c *cli.Context) (o savedListOptions, err error) {
	o.news = c.Bool("new")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runSavedList(ctx context.Context, o savedListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	all, notices, err := v.SavedStates(ctx)
	if err != nil {
		return err
	}
	run.SayNotices(s, notices)
	list := []archive.SavedState{}
	failed := 0
	for _, state := range all {
		if state.Error != "" {
			failed++
		}
		if !o.news || state.New > 0 || state.Gone > 0 || state.Error != "" {
			list = append(list, state)
		}
	}
	if err := printSavedList(s, list, len(all)); err != nil || failed == 0 {
		return err
	}
	return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("%s of %s saved searches cannot be run", phrase.Number(failed), phrase.Number(len(all)))}
}

func printSavedList(s run.Streams, list []archive.SavedState, all int) error {
	w := s.Out
	if s.JSON {
		return terminal.PrintJSON(w, list)
	}
	if len(list) == 0 {
		text := "nothing is new"
		if all == 0 {
			text = "there are no saved searches; 'kifudb saved add NAME QUERY' makes one"
		}
		_, err := fmt.Fprintln(w, text)
		return err
	}
	t := table.New("name", "games", "new", "gone", "looked at", "query")
	t.AlignRight(1, 2, 3)
	t.Whole(4)
	t.Spare(4)
	t.Limit(5, 80)
	for _, state := range list {
		what := state.Query
		games, fresh, gone := phrase.Number(state.Games), phrase.Number(state.New), phrase.Number(state.Gone)
		if state.Error != "" {
			games, fresh, gone, what = "-", "-", "-", state.Query+": "+state.Error
		}
		t.Row(state.Name, games, fresh, gone, localTime(state.Looked), what)
	}
	return t.Print(w)
}

func savedShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "search for what was saved, as 'kifudb search' does",
		ArgsUsage: "NAME",
		UsageText: `kifudb saved show ladders --new         what is new since the last look
kifudb saved show ladders --new --keep  the same, and it stays new
kifudb saved show ladders --facet player`,
		Description: `The games found count as seen from then on, except with --keep, --count or
--facet. With --new, games on later pages stay new.`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "new", Usage: "only games that were not found at the last look"},
			&cli.BoolFlag{Name: "keep", Usage: "do not count this as a look: what is new stays new"},
		}, answer.Flags()...),
		Action: run.Action(newSavedShowOptions, runSavedShow),
	}
}

type savedShowOptions struct {
	archive string
	name    string
	news    bool // only games that were not found at the last look
	keep    bool // they stay new
	answer  answer.Options
}

func newSavedShowOptions(c *cli.Context) (o savedShowOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("saved show needs the name of one saved search")
	}
	o.name, o.news, o.keep = c.Args().First(), c.Bool("new"), c.Bool("keep")
	if o.answer, err = answer.NewOptions(c); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runSavedShow(ctx context.Context, o savedShowOptions, s run.Streams) error {
	vs, done, err := run.OpenViews([]string{o.archive}, s)
	if err != nil {
		return err
	}
	defer done()
	v := vs.View(0)
	saved, notices, err := v.Saved(ctx, o.name)
	if err != nil {
		return err
	}
	run.SayNotices(s, notices)
	a := answer.New(o.answer, saved.Query, vs, s)
	if err := a.Search.Check(); err != nil {
		return err
	}
	if o.news {
		a.Search.Among = archive.GamesOf(saved.New)
	}
	if err := printSaved(ctx, a, saved); err != nil {
		return err
	}
	if o.keep || o.answer.Format.Name == "count" || len(a.Search.Facets) > 0 {
		return nil
	}
	var shown []archive.GameID
	if o.news { // those of later pages stay new
		if shown, err = v.PageIDs(ctx, a.Search); err != nil {
			return err
		}
		shown = append([]archive.GameID{}, shown...)
	}
	return v.Looked(saved, shown)
}

// printSaved prints what a saved search finds and what it finds no more.
func printSaved(ctx context.Context, a *answer.Answer, saved *archive.Saved) error {
	table := a.Options.Format.Name == "table"
	if table && a.Search.Among != nil && a.Search.Among.Len() == 0 {
		if _, err := fmt.Fprintf(a.Out, "nothing new in %s since %s\n", saved.Search.Name, localTime(saved.Search.Looked)); err != nil {
			return err
		}
	} else if err := answer.Print(ctx, a); err != nil {
		return err
	}
	if !table || saved.Gone.IsEmpty() {
		return nil
	}
	_, err := fmt.Fprintf(a.Out, "no longer found since the last look: %s\n", run.IDList(archive.IDsIn(saved.Gone)))
	return err
}

// localTime writes a time for people, to the minute.
func localTime(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Local().Format("2006-01-02 15:04")
}

func savedRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:        "remove",
		Usage:       "forget a saved search, and print it",
		ArgsUsage:   "NAME",
		Description: "What is printed can be saved again with 'kifudb saved add'.",
		Flags:       []cli.Flag{run.JSONFlag()},
		Action:      run.Action(newSavedRemoveOptions, runSavedRemove),
	}
}

type savedRemoveOptions struct{ archive, name string }

func newSavedRemoveOptions(c *cli.Context) (o savedRemoveOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("saved remove needs the name of one saved search")
	}
	o.name = c.Args().First()
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runSavedRemove(_ context.Context, o savedRemoveOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	removed, err := v.RemoveSearch(o.name)
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, map[string]any{"name": removed.Name, "query": removed.Query})
	}
	_, err = fmt.Fprintf(s.Out, "removed %s: %s\n", removed.Name, plaintext.Printable(removed.Query))
	return err
}
