package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/urfave/cli/v2"

	"kifudb/duplicate"
	"kifudb/query"
	"kifudb/store"
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

// foundGames returns the games that a query finds, in whatever part of them the
// options choose.
func foundGames(ctx context.Context, s *store.Snapshot, q query.Query, o query.Options) (*roaring.Bitmap, error) {
	o.PerGame = 1
	ids, err := gamesOf(ctx, s, q, &o)
	games := roaring.New()
	for _, id := range ids {
		games.Add(uint32(id))
	}
	return games, err
}

// unseen returns the games of which no record is among those that were seen.
func unseen(games, seen *roaring.Bitmap, clusters *duplicate.Clusters) *roaring.Bitmap {
	fresh := roaring.AndNot(games, seen)
	if clusters == nil {
		return fresh
	}
	was := map[int]bool{} // a cluster was seen, by its number
	for _, id := range fresh.ToArray() {
		number, _, ok := clusters.Of(store.GameID(id))
		if !ok {
			continue
		}
		known, ok := was[number]
		if !ok {
			known = slices.ContainsFunc(clusters.Cluster(number).Members, func(m duplicate.Member) bool { return seen.Contains(uint32(m.ID)) })
			was[number] = known
		}
		if known {
			fresh.Remove(id)
		}
	}
	return fresh
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
	o, err := queryOptions(c)
	if err != nil {
		return err
	}
	if q, err = q.Inline(o.ReadFile); err != nil {
		return err
	}
	db, s, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	if err := q.CheckSavedAs(name, o); err != nil {
		return err
	}
	countOnce(c, s, o)
	games, err := foundGames(c.Context, s, q, *o)
	if err != nil {
		return err
	}
	before, err := db.AddSearch(user.Search{Name: name, Query: q.String(), Seen: games, Looked: time.Now(), Generation: s.Generation()}, c.Bool("replace"))
	if errors.Is(err, user.ErrSearchExists) {
		return fmt.Errorf("%w; --replace puts this one in its place", err)
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"name": name, "query": q.String(), "games": games.GetCardinality()})
	}
	if _, err := fmt.Fprintf(c.App.Writer, "saved %s: %s, %s\n", name, printable(q.String()), countOf(int(games.GetCardinality()))); err != nil || before == nil {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "in place of %s\n", printable(before.Query))
	return err
}

// savedState is a saved search as lists show it.
type savedState struct {
	Name   string    `json:"name"`
	Query  string    `json:"query"`
	Games  int       `json:"games"`
	New    int       `json:"new"`
	Gone   int       `json:"gone"`
	Looked time.Time `json:"looked,omitzero"`
	Error  string    `json:"error,omitempty"`
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
	db, s, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	searches, err := db.Searches()
	if err != nil {
		return err
	}
	o, err := queryOptions(c)
	if err != nil {
		return err
	}
	if len(searches) > 0 {
		countOnce(c, s, o)
	}
	list := []savedState{}
	failed := 0
	for _, saved := range searches {
		state := savedState{Name: saved.Name, Query: saved.Query, Looked: saved.Looked.UTC()}
		games, err := runSaved(c.Context, s, saved, o)
		switch {
		case c.Context.Err() != nil:
			return c.Context.Err()
		case err != nil:
			failed++
			state.Error = err.Error()
		default:
			state.Games = int(games.GetCardinality())
			state.New = int(unseen(games, saved.Seen, o.Clusters).GetCardinality())
			state.Gone = int(unseen(saved.Seen, games, o.Clusters).GetCardinality())
		}
		if !c.Bool("new") || state.New > 0 || state.Gone > 0 || state.Error != "" {
			list = append(list, state)
		}
	}
	if err := printSavedList(c, list, len(searches)); err != nil || failed == 0 {
		return err
	}
	return &exitError{status: ExitPartial, err: fmt.Errorf("%s of %s saved searches cannot be run", number(failed), number(len(searches)))}
}

func printSavedList(c *cli.Context, list []savedState, all int) error {
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

// runSaved returns the games that a saved search finds now.
func runSaved(ctx context.Context, s *store.Snapshot, saved user.Search, o *query.Options) (*roaring.Bitmap, error) {
	q, err := query.Parse(saved.Query)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", saved.Name, err)
	}
	return foundGames(ctx, s, q, *o)
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
	db, s, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	saved, err := db.Search(c.Args().First())
	if err != nil {
		return noSearch(err)
	}
	q, err := query.Parse(saved.Query)
	if err != nil {
		return fmt.Errorf("%s: %w", saved.Name, err)
	}
	a, err := newAnswer(c, f, q)
	if err != nil {
		return err
	}
	countOnce(c, s, a.options)
	games, err := foundGames(c.Context, s, q, query.Options{ReadFile: a.options.ReadFile, User: db, Charset: a.options.Charset, Clusters: a.options.Clusters})
	if err != nil {
		return err
	}
	fresh, gone := unseen(games, saved.Seen, a.options.Clusters), unseen(saved.Seen, games, a.options.Clusters)
	if c.Bool("new") {
		a.options.Among = fresh
	}
	if err := printSaved(c, f, a, s, saved, gone); err != nil {
		return err
	}
	if c.Bool("keep") || f.name == "count" || len(a.facets) > 0 {
		return nil
	}
	if c.Bool("new") {
		page, err := foundGames(c.Context, s, q, *a.options)
		if err != nil {
			return err
		}
		games.AndNot(roaring.AndNot(fresh, page)) // those of later pages stay new
	}
	saved.Seen, saved.Looked, saved.Generation = games, time.Now(), s.Generation()
	return db.Looked(saved)
}

// printSaved prints what a saved search finds and what it finds no more.
func printSaved(c *cli.Context, f format, a *answer, s *store.Snapshot, saved user.Search, gone *roaring.Bitmap) error {
	w := c.App.Writer
	if f.name == "table" && a.options.Among != nil && a.options.Among.IsEmpty() {
		if _, err := fmt.Fprintf(w, "nothing new in %s since %s\n", saved.Name, localTime(saved.Looked)); err != nil {
			return err
		}
	} else if err := printAnswer(c, f, a, s); err != nil {
		return err
	}
	if f.name != "table" || gone.IsEmpty() {
		return nil
	}
	_, err := fmt.Fprintf(w, "found no more since the last look: %s\n", idList(gameIDs(gone)))
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
