package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
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
		Description: run.ChangeHelp + `

Removed games disappear from all searches at once. They occupy their space until
'kifudb compact' deletes them for good; until then --undo brings them back under
the same numbers, which are never given to other games. Importing the same
records again does not bring them back.`,
		Flags: []cli.Flag{
			run.SourceFlag(),
			&cli.BoolFlag{Name: "dry-run", Usage: "say which games would be affected, and change nothing"},
			&cli.BoolFlag{Name: "undo", Usage: "bring games back; without arguments those of the last removal"},
			&cli.BoolFlag{Name: "all", Usage: "with --undo: all removed games"},
			&cli.BoolFlag{Name: "list", Usage: "list the removed games"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: answer.DefaultLimit, Usage: "list at most `N` games, 0 for all"},
			run.FailFlag(),
			run.JSONFlag(),
		},
		Action: run.Action(newRemoveOptions, runRemove),
	}
}

type removeOptions struct {
	archive string
	games   run.Selection
	undo    bool
	all     bool // with undo: each removed game
	list    bool
	dryRun  bool
	fail    bool // if no game is found
	limit   int
}

func newRemoveOptions(c *cli.Context) (o removeOptions, err error) {
	o = removeOptions{
		games: run.Selected(c), undo: c.Bool("undo"), all: c.Bool("all"),
		list: c.Bool("list"), dryRun: c.Bool("dry-run"), limit: c.Int("limit"), fail: c.Bool("fail"),
	}
	switch named := len(o.games.Words) > 0; {
	case o.undo && o.list, o.list && (named || o.games.Source != ""):
		return o, run.Usage("--list stands alone")
	case o.all && !o.undo:
		return o, run.Usage("--all is for --undo")
	case o.limit < 0:
		return o, run.Usage("--limit cannot be negative")
	case o.undo && o.all && (named || o.games.Source != ""), o.undo && named && o.games.Source != "":
		return o, run.Usage("--undo takes one of: numbers of games, --source, --all, or nothing for the last removal")
	case o.undo && named && !archive.AreReferences(o.games.Words...):
		return o, run.Usage("--undo takes the numbers of games, as 'kifudb remove --list' says them; queries do not find removed games")
	}
	if !o.undo && !o.list {
		if err := o.games.Check("remove"); err != nil {
			return o, err
		}
	}
	if c.Bool("json") && !c.IsSet("limit") {
		o.limit = 0
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runRemove(ctx context.Context, o removeOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, &archive.Options{ReadFile: run.ReadPatternFile(s.In)})
	if err != nil {
		return err
	}
	defer a.Close()
	choose := o.removed
	if !o.undo && !o.list {
		if choose, err = o.games.Chooser(ctx, s); err != nil {
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
		return errors.Join(printBroughtBack(done, s), run.FailIfNone(o.fail, done.Records))
	}
	done, err := a.Remove(ctx, choose)
	if err != nil {
		return err
	}
	return errors.Join(printRemoved(done, s), run.FailIfNone(o.fail, done.Records))
}

// removed returns the removed games that are to be brought back.
func (o *removeOptions) removed(v *archive.View) ([]archive.GameID, error) {
	switch {
	case o.all:
		return v.Removed(""), nil
	case o.games.Source != "":
		return v.Removed(o.games.Source), nil
	case len(o.games.Words) == 0:
		return v.LastRemoved(), nil
	}
	return v.NumberedRemoved(o.games.Words)
}

// listChosen prints games and, in a few words, what of them.
func (o *removeOptions) listChosen(ctx context.Context, a *archive.Archive, choose func(*archive.View) ([]archive.GameID, error), what string, s run.Streams) error {
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
	if s.JSON {
		return errors.Join(terminal.PrintJSON(s.Out, list), run.FailIfNone(o.fail, list.Total))
	}
	if err := answer.PrintGames(s.Out, list.Games); err != nil {
		return err
	}
	count := phrase.Records(list.Total) // removed ones are not known to be of one game
	if !o.undo && !o.list {
		games, notices := v.CountGames(ctx, ids)
		run.SayNotices(s, notices)
		count = phrase.RecordsOfGames(list.Total, games)
	}
	shown := ""
	if len(list.Games) < list.Total {
		shown = fmt.Sprintf(" (%s shown, --limit 0 for all)", phrase.Number(len(list.Games)))
	}
	_, err = fmt.Fprintf(s.Out, "%s %s%s\n", count, what, shown)
	return errors.Join(err, run.FailIfNone(o.fail, list.Total))
}

func printRemoved(r *archive.Removal, s run.Streams) error {
	if s.JSON {
		return terminal.PrintJSON(s.Out, r)
	}
	if r.Records == 0 {
		_, err := fmt.Fprintln(s.Out, "no game matches; nothing removed")
		return err
	}
	_, err := fmt.Fprintf(s.Out, "%s removed: %s\n'kifudb remove --undo' brings back what was removed last, until 'kifudb compact'\n", phrase.RecordsOfGames(r.Records, r.Games), run.IDList(r.IDs))
	return err
}

func printBroughtBack(b *archive.BroughtBack, s run.Streams) error {
	if s.JSON {
		return terminal.PrintJSON(s.Out, b)
	}
	if b.Records == 0 {
		_, err := fmt.Fprintln(s.Out, "nothing brought back")
		return err
	}
	_, err := fmt.Fprintf(s.Out, "%s brought back: %s\n", phrase.RecordsOfGames(b.Records, b.Games), run.IDList(b.IDs))
	return err
}
