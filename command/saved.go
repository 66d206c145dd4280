package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/user"
)

func savedCommand() *cli.Command {
	return &cli.Command{
		Name:  "saved",
		Usage: "save searches, and see what is new in them",
		UsageText: `kifudb saved add ladders 'C:ladder player:cho'
kifudb saved list                       all, with how many games are new
kifudb saved show ladders --new         what is new since the last look
kifudb search saved:ladders date:>1990  a saved search in another
kifudb saved export > searches.txt      as text, for version control`,
		Description: `A game is new in a saved search if the search found no record of it when it was
last looked at. Saving a search and showing it are looks.`,
		Subcommands: []*cli.Command{
			savedAddCommand(),
			savedListCommand(),
			savedShowCommand(),
			savedRemoveCommand(),
			savedExportCommand(),
			savedImportCommand(),
		},
		Action: needsSubcommand,
	}
}

// noSearch tells what to do about a saved search that is not there.
func noSearch(err error) error {
	if errors.Is(err, user.ErrNoSearch) {
		return fmt.Errorf("%w; 'kifudb saved list' shows all", err)
	}
	return err
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
			&cli.BoolFlag{Name: "replace", Usage: "put it in place of the one of that name"},
			jsonFlag(),
		},
		Action: runSavedAdd,
	}
}

func runSavedAdd(c *cli.Context) error {
	if c.NArg() < 2 {
		return usage("saved add needs a name and a query")
	}
	name := c.Args().First()
	if err := user.CheckSearchName(name); err != nil {
		return usage("%v", err)
	}
	q, err := parseQuery(c.Args().Tail())
	if err != nil {
		return err
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	saved, before, notices, err := v.Save(c.Context, name, q, c.Bool("replace"))
	sayNotices(c, notices)
	if errors.Is(err, user.ErrSearchExists) {
		return fmt.Errorf("%w; --replace puts this one in its place", err)
	}
	if err != nil {
		return err
	}
	games := int(saved.Seen.GetCardinality())
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"name": name, "query": saved.Query, "games": games})
	}
	if _, err := fmt.Fprintf(c.App.Writer, "saved %s: %s, %s\n", name, printable(saved.Query), countOf(games)); err != nil || before == nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "in place of %s\n", printable(before.Query))
	return err
}

func savedListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the saved searches: games, and how many of them are new or gone",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "new", Usage: "only searches in which something is new or gone"},
			jsonFlag(),
		},
		Description: "Exit status 3: a search cannot be run, for the reason that stands beside it.",
		Action:      runSavedList,
	}
}

func runSavedList(c *cli.Context) error {
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	all, notices, err := v.SavedStates(c.Context)
	if err != nil {
		return err
	}
	sayNotices(c, notices)
	list := []archive.SavedState{}
	failed := 0
	for _, state := range all {
		if state.Error != "" {
			failed++
		}
		if !c.Bool("new") || state.New > 0 || state.Gone > 0 || state.Error != "" {
			list = append(list, state)
		}
	}
	if err := printSavedList(c, list, len(all)); err != nil || failed == 0 {
		return err
	}
	return &exitError{status: ExitPartial, err: fmt.Errorf("%s of %s saved searches cannot be run", number(failed), number(len(all)))}
}

func printSavedList(c *cli.Context, list []archive.SavedState, all int) error {
	w := c.App.Writer
	if c.Bool("json") {
		return printJSON(w, list)
	}
	if len(list) == 0 {
		text := "nothing is new"
		if all == 0 {
			text = "no search is saved; 'kifudb saved add NAME QUERY' saves one"
		}
		_, err := fmt.Fprintln(w, text)
		return err
	}
	t := newTable("name", "games", "new", "gone", "looked at", "query")
	t.alignRight(1, 2, 3)
	t.limit(5, 80)
	for _, state := range list {
		what := state.Query
		games, fresh, gone := number(state.Games), number(state.New), number(state.Gone)
		if state.Error != "" {
			games, fresh, gone, what = "-", "-", "-", state.Query+": "+state.Error
		}
		t.row(state.Name, games, fresh, gone, localTime(state.Looked), what)
	}
	return t.print(w)
}

func savedShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "search for what was saved, as 'kifudb search' does",
		ArgsUsage: "NAME",
		UsageText: `kifudb saved show ladders --new         what is new since the last look
kifudb saved show ladders --new --keep  the same, and it stays new
kifudb saved show ladders --facet player`,
		Description: `The games are seen then, but with --keep, and with --count and --facet, which do
not show them. With --new, those that are on a later page stay new.`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "new", Usage: "only games that were not found at the last look"},
			&cli.BoolFlag{Name: "keep", Usage: "leave new what is new"},
		}, answerFlags()...),
		Action: runSavedShow,
	}
}

func runSavedShow(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage("saved show needs the name of one saved search")
	}
	f, err := chosenAnswerFormat(c)
	if err != nil {
		return err
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	saved, notices, err := v.Saved(c.Context, c.Args().First())
	if err != nil {
		return noSearch(err)
	}
	sayNotices(c, notices)
	a, err := newAnswer(c, f, saved.Query)
	if err != nil {
		return err
	}
	if c.Bool("new") {
		a.search.Among = saved.New
	}
	if err := printSaved(c, f, a, v, saved); err != nil {
		return err
	}
	if c.Bool("keep") || f.name == "count" || len(a.search.Facets) > 0 {
		return nil
	}
	var shown []archive.GameID
	if c.Bool("new") { // those of later pages stay new
		if shown, err = v.PageIDs(c.Context, &a.search); err != nil {
			return err
		}
		shown = append([]archive.GameID{}, shown...)
	}
	return v.Looked(saved, shown)
}

// printSaved prints what a saved search finds and what it finds no more.
func printSaved(c *cli.Context, f answerFormat, a *answer, v *archive.View, saved *archive.Saved) error {
	w := c.App.Writer
	if f.name == "table" && a.search.Among != nil && a.search.Among.IsEmpty() {
		if _, err := fmt.Fprintf(w, "nothing new in %s since %s\n", saved.Search.Name, localTime(saved.Search.Looked)); err != nil {
			return err
		}
	} else if err := printAnswer(c, f, a, v); err != nil {
		return err
	}
	if f.name != "table" || saved.Gone.IsEmpty() {
		return nil
	}
	_, err := fmt.Fprintf(w, "found no more since the last look: %s\n", idList(archive.IDsIn(saved.Gone)))
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
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage("saved remove needs the name of one saved search")
			}
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			removed, err := db.RemoveSearch(c.Args().First())
			if err != nil {
				return noSearch(err)
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{"name": removed.Name, "query": removed.Query})
			}
			_, err = fmt.Fprintf(c.App.Writer, "removed %s: %s\n", removed.Name, printable(removed.Query))
			return err
		},
	}
}
