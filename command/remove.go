package command

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

func removeCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "take games out of the archive, or bring them back",
		ArgsUsage: "ID...|QUERY...",
		UsageText: `kifudb remove 12 40..60                games by their numbers
kifudb remove 'problem:empty moves:0'  all games that a query finds
kifudb remove --source old/collection.zip
kifudb remove --dry-run QUERY          say which, and leave them
kifudb remove --undo                   bring back what was removed last
kifudb remove --undo 12 40..60         or certain games, or with --all each of them
kifudb remove --list                   what is removed and can be brought back`,
		Description: selectionHelp + `

Removed games are found by nothing any more, at once. They take their space
until 'kifudb compact' deletes them for good; until then --undo brings them
back, under the same numbers. The numbers are never given to other games.
Importing the same records again does not bring them back.`,
		Flags: []cli.Flag{
			sourceFlag(),
			&cli.BoolFlag{Name: "dry-run", Usage: "say which games it would be, and change nothing"},
			&cli.BoolFlag{Name: "undo", Usage: "bring games back; without arguments those of the last removal"},
			&cli.BoolFlag{Name: "all", Usage: "with --undo: all removed games"},
			&cli.BoolFlag{Name: "list", Usage: "list the removed games"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "list at most `N` games, 0 for all"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: action(newRemoveOptions, runRemove),
	}
}

type removeOptions struct {
	archive string
	games   askedGames
	undo    bool
	all     bool // with undo: each removed game
	list    bool
	dryRun  bool
	limit   int
}

func newRemoveOptions(c *cli.Context) (o removeOptions, err error) {
	o = removeOptions{
		games: gamesAsked(c), undo: c.Bool("undo"), all: c.Bool("all"),
		list: c.Bool("list"), dryRun: c.Bool("dry-run"), limit: c.Int("limit"),
	}
	switch named := len(o.games.words) > 0; {
	case o.undo && o.list, o.list && (named || o.games.source != ""):
		return o, usage("--list stands alone")
	case o.all && !o.undo:
		return o, usage("--all is for --undo")
	case o.limit < 0:
		return o, usage("--limit cannot be negative")
	case o.undo && o.all && (named || o.games.source != ""), o.undo && named && o.games.source != "":
		return o, usage("--undo takes one of: numbers of games, --source, --all, or nothing for the last removal")
	case o.undo && named && !archive.AreIDs(o.games.words):
		return o, usage("--undo takes the numbers of games, as 'kifudb remove --list' says them; queries do not find removed games")
	}
	if !o.undo && !o.list {
		if err := o.games.check("remove"); err != nil {
			return o, err
		}
	}
	if c.Bool("json") && !c.IsSet("limit") {
		o.limit = 0
	}
	o.archive, err = archivePath(c)
	return o, err
}

func runRemove(ctx context.Context, o removeOptions, s streams) error {
	a, err := archive.Open(o.archive, &archive.Options{ReadFile: readPatternFile(s.in)})
	if err != nil {
		return err
	}
	defer a.Close()
	choose := func(v *archive.View) ([]archive.GameID, error) {
		if o.undo {
			return o.removed(v)
		}
		return o.games.choose(ctx, v)
	}
	switch {
	case o.list:
		return listChosen(a, func(v *archive.View) ([]archive.GameID, error) { return v.Removed(""), nil },
			"removed; 'kifudb remove --undo' with their numbers brings them back, until 'kifudb compact'", o.limit, s)
	case o.dryRun && o.undo:
		return listChosen(a, choose, "would be brought back", o.limit, s)
	case o.dryRun:
		return listChosen(a, choose, "would be removed", o.limit, s)
	case o.undo:
		done, err := a.BringBack(choose)
		if err != nil {
			return err
		}
		return printBroughtBack(done, s)
	}
	done, err := a.Remove(choose)
	if err != nil {
		return err
	}
	return printRemoved(done, s)
}

// removed returns the removed games that are to be brought back.
func (o *removeOptions) removed(v *archive.View) ([]archive.GameID, error) {
	switch {
	case o.all:
		return v.Removed(""), nil
	case o.games.source != "":
		return v.Removed(o.games.source), nil
	case len(o.games.words) == 0:
		return v.LastRemoved(), nil
	}
	return v.NumberedRemoved(o.games.words)
}

// listChosen prints games and, in a few words, what of them.
func listChosen(a *archive.Archive, choose func(*archive.View) ([]archive.GameID, error), what string, limit int, s streams) error {
	v, err := a.View()
	if err != nil {
		return err
	}
	defer v.Close()
	ids, err := choose(v)
	if err != nil {
		return err
	}
	list, err := v.List(ids, limit)
	if err != nil {
		return err
	}
	if s.json {
		return printJSON(s.out, list)
	}
	if err := printGames(s.out, list.Games); err != nil {
		return err
	}
	if len(list.Games) < list.Total {
		_, err = fmt.Fprintf(s.out, "%s %s (%s shown, --limit 0 for all)\n", countOf(list.Total), what, number(len(list.Games)))
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s %s\n", countOf(list.Total), what)
	return err
}

func printRemoved(r *archive.Removal, s streams) error {
	if s.json {
		return printJSON(s.out, r)
	}
	if r.Games == 0 {
		_, err := fmt.Fprintln(s.out, "nothing removed")
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s removed: %s\n'kifudb remove --undo' brings back what was removed last, until 'kifudb compact'\n", countOf(r.Games), idList(r.IDs))
	return err
}

func printBroughtBack(b *archive.BroughtBack, s streams) error {
	if s.json {
		return printJSON(s.out, b)
	}
	if b.Games == 0 {
		_, err := fmt.Fprintln(s.out, "nothing brought back")
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s brought back: %s\n", countOf(b.Games), idList(b.IDs))
	return err
}
