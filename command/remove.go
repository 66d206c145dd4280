package command

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/indexer"
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
		Action: runRemove,
	}
}

func runRemove(c *cli.Context) error {
	undo, list := c.Bool("undo"), c.Bool("list")
	switch {
	case undo && list, list && (c.Args().Present() || c.String("source") != ""):
		return usage("--list stands alone")
	case c.Bool("all") && !undo:
		return usage("--all is for --undo")
	case c.Int("limit") < 0:
		return usage("--limit cannot be negative")
	}
	if list || c.Bool("dry-run") {
		v, done, err := openView(c)
		if err != nil {
			return err
		}
		defer done()
		if list {
			return listGames(c, v, v.Removed(""), "removed; 'kifudb remove --undo' with their numbers brings them back, until 'kifudb compact'")
		}
		ids, err := gamesToMark(c, v)
		if err != nil {
			return err
		}
		what := "would be removed"
		if undo {
			what = "would be brought back"
		}
		return listGames(c, v, ids, what)
	}
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		return err
	}
	defer w.Close()
	v, done, err := openView(c) // nobody changes it while there is a writer
	if err != nil {
		return err
	}
	defer done()
	ids, err := gamesToMark(c, v)
	if err != nil {
		return err
	}
	mark, what := w.Remove, "removed"
	if undo {
		mark, what = w.Restore, "brought back"
	}
	if err := mark(ids...); err != nil {
		return err
	}
	return printMarked(c.App.Writer, c.Bool("json"), ids, what, undo)
}

// gamesToMark returns the games that are to be removed, or with --undo to be
// brought back.
func gamesToMark(c *cli.Context, v *archive.View) ([]archive.GameID, error) {
	source := c.String("source")
	switch {
	case !c.Bool("undo"):
		return selectGames(c, v)
	case c.Bool("all") && !c.Args().Present() && source == "":
		return v.Removed(""), nil
	case c.Bool("all"), source != "" && c.Args().Present():
		return nil, usage("--undo takes one of: numbers of games, --source, --all, or nothing for the last removal")
	case source != "":
		return v.Removed(source), nil
	case !c.Args().Present():
		return v.LastRemoved(), nil
	case !archive.AreIDs(c.Args().Slice()):
		return nil, usage("--undo takes the numbers of games, as 'kifudb remove --list' says them; queries do not find removed games")
	}
	return v.NumberedRemoved(c.Args().Slice())
}

// listGames prints games and, in a few words, what of them.
func listGames(c *cli.Context, v *archive.View, ids []archive.GameID, what string) error {
	w, limit := c.App.Writer, c.Int("limit")
	if c.Bool("json") && !c.IsSet("limit") {
		limit = 0
	}
	shown := ids
	if limit > 0 {
		shown = ids[:min(limit, len(ids))]
	}
	games, err := v.Games(shown)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(w, map[string]any{"total": len(ids), "games": games})
	}
	if err := printGames(w, games); err != nil {
		return err
	}
	if len(games) < len(ids) {
		_, err = fmt.Fprintf(w, "%s %s (%s shown, --limit 0 for all)\n", countOf(len(ids)), what, number(len(games)))
		return err
	}
	_, err = fmt.Fprintf(w, "%s %s\n", countOf(len(ids)), what)
	return err
}

func printMarked(w io.Writer, asJSON bool, ids []archive.GameID, what string, undo bool) error {
	if asJSON {
		if ids == nil {
			ids = []archive.GameID{}
		}
		name := "removed"
		if undo {
			name = "restored"
		}
		return printJSON(w, map[string]any{name: len(ids), "ids": ids})
	}
	if len(ids) == 0 {
		_, err := fmt.Fprintf(w, "nothing %s\n", what)
		return err
	}
	_, err := fmt.Fprintf(w, "%s %s: %s\n", countOf(len(ids)), what, idList(ids))
	if err == nil && !undo {
		_, err = fmt.Fprintln(w, "'kifudb remove --undo' brings back what was removed last, until 'kifudb compact'")
	}
	return err
}
