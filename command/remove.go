package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/terminal"
)

func removeCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "take games out of the archive, or bring them back",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb remove 12 40-60                games by their numbers
kifudb remove 'problem:empty moves:0'  all games that a query finds
kifudb remove --source old/collection.zip
kifudb remove --dry-run QUERY          say which, and leave them
kifudb remove --undo                   bring back what was removed last
kifudb remove --undo 12 40-60         or certain games, or with --all each of them
kifudb remove --list                   what is removed and can be brought back`,
		Description: changeHelp + `

Removed games disappear from all searches at once. They occupy their space until
'kifudb compact' deletes them for good; until then --undo brings them back under
the same numbers, which are never given to other games. Importing the same
records again does not bring them back.`,
		Flags: []cli.Flag{
			sourceFlag(),
			&cli.BoolFlag{Name: "dry-run", Usage: "say which games would be affected, and change nothing"},
			&cli.BoolFlag{Name: "undo", Usage: "bring games back; without arguments those of the last removal"},
			&cli.BoolFlag{Name: "all", Usage: "with --undo: all removed games"},
			&cli.BoolFlag{Name: "list", Usage: "list the removed games"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "list at most `N` games, 0 for all"},
			failFlag(),
			jsonFlag(),
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
	fail    bool // if no game is found
	limit   int
}

func newRemoveOptions(c *cli.Context) (o removeOptions, err error) {
	o = removeOptions{
		games: gamesAsked(c), undo: c.Bool("undo"), all: c.Bool("all"),
		list: c.Bool("list"), dryRun: c.Bool("dry-run"), limit: c.Int("limit"), fail: c.Bool("fail"),
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
	case o.undo && named && !archive.AreReferences(o.games.words...):
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
	a, err := openArchive(o.archive, &archive.Options{ReadFile: readPatternFile(s.in)})
	if err != nil {
		return err
	}
	defer a.Close()
	choose := o.removed
	if !o.undo && !o.list {
		if choose, err = o.games.chooser(ctx, s); err != nil {
			return err
		}
	}
	switch {
	case o.list:
		return o.listChosen(ctx, a, func(v *archive.View) ([]archive.GameID, error) { return v.Removed(""), nil },
			"removed; 'kifudb remove --undo' with their numbers brings them back, until 'kifudb compact'", s)
	case o.dryRun && o.undo:
		return o.listChosen(ctx, a, choose, "would be brought back", s)
	case o.dryRun:
		return o.listChosen(ctx, a, choose, "would be removed", s)
	case o.undo:
		done, err := a.BringBack(ctx, choose)
		if err != nil {
			return err
		}
		return errors.Join(printBroughtBack(done, s), failIfNone(o.fail, done.Records))
	}
	done, err := a.Remove(ctx, choose)
	if err != nil {
		return err
	}
	return errors.Join(printRemoved(done, s), failIfNone(o.fail, done.Records))
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
func (o *removeOptions) listChosen(ctx context.Context, a *archive.Archive, choose func(*archive.View) ([]archive.GameID, error), what string, s streams) error {
	v, err := a.View()
	if err != nil {
		return err
	}
	defer v.Close()
	ids, err := choose(v)
	if err != nil {
		return err
	}
	list, err := v.List(ids, o.limit)
	if err != nil {
		return err
	}
	if s.json {
		return errors.Join(terminal.PrintJSON(s.out, list), failIfNone(o.fail, list.Total))
	}
	if err := printGames(s.out, list.Games); err != nil {
		return err
	}
	count := phrase.Records(list.Total) // removed ones are not known to be of one game
	if !o.undo && !o.list {
		games, notices := v.CountGames(ctx, ids)
		sayNotices(s, notices)
		count = phrase.RecordsOfGames(list.Total, games)
	}
	shown := ""
	if len(list.Games) < list.Total {
		shown = fmt.Sprintf(" (%s shown, --limit 0 for all)", phrase.Number(len(list.Games)))
	}
	_, err = fmt.Fprintf(s.out, "%s %s%s\n", count, what, shown)
	return errors.Join(err, failIfNone(o.fail, list.Total))
}

func printRemoved(r *archive.Removal, s streams) error {
	if s.json {
		return terminal.PrintJSON(s.out, r)
	}
	if r.Records == 0 {
		_, err := fmt.Fprintln(s.out, "no game matches; nothing removed")
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s removed: %s\n'kifudb remove --undo' brings back what was removed last, until 'kifudb compact'\n", phrase.RecordsOfGames(r.Records, r.Games), idList(r.IDs))
	return err
}

func printBroughtBack(b *archive.BroughtBack, s streams) error {
	if s.json {
		return terminal.PrintJSON(s.out, b)
	}
	if b.Records == 0 {
		_, err := fmt.Fprintln(s.out, "nothing brought back")
		return err
	}
	_, err := fmt.Fprintf(s.out, "%s brought back: %s\n", phrase.RecordsOfGames(b.Records, b.Games), idList(b.IDs))
	return err
}
