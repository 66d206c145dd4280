package book

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func correctListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list corrections, and what the records say",
		ArgsUsage: "[GAMES...] [QUERY...]",
		UsageText: `kifudb correct list
kifudb correct list player:shusaku`,
		Description: "Without GAMES, all corrections are listed, including those to removed games.\n\n" + run.ChangeHelp,
		Flags:       []cli.Flag{run.SourceFlag(), run.JSONFlag()},
		Action:      run.Action(newCorrectListOptions, runCorrectList),
	}
}

// correctListOptions are the games whose corrections are listed or withdrawn.
type correctListOptions struct {
	archive    string
	games      run.Selection
	all        bool
	properties []string // those to withdraw, all if empty
}

func newCorrectListOptions(c *cli.Context) (o correctListOptions, err error) {
	o.games = run.Selected(c)
	o.all = c.NArg() == 0 && o.games.Source == ""
	if !o.all {
		if err := o.games.Check("correct list"); err != nil {
			return o, err
		}
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runCorrectList(ctx context.Context, o correctListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	var ids []archive.GameID
	if !o.all {
		if ids, err = o.games.Choose(ctx, v, s); err != nil {
			return err
		}
		ids = slices.Concat([]archive.GameID{}, ids) // not nil
	}
	list, err := v.Corrections(ids)
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, list)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.Out, "there are no corrections; 'kifudb correct GAME FIELD=VALUE' makes one")
		return err
	}
	return printKept(s, list)
}

func printKept(s run.Streams, list []archive.KeptCorrection) error {
	t := table.New("game", "field", "corrected", "record", "")
	t.AlignRight(0)
	t.Limit(2, 50)
	t.Limit(3, 50)
	for _, c := range list {
		removed := ""
		if c.Removed {
			removed = "(the game is removed)"
		}
		t.Row(fmt.Sprint(c.Game), c.Field, orNothing(c.Text), orNothing(c.Recorded), removed)
	}
	return t.Print(s.Out)
}

func correctRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "withdraw corrections: the records were right",
		ArgsUsage: "GAMES...|QUERY [FIELD...]",
		UsageText: `kifudb correct remove 12 date
kifudb correct remove 12 14..16
kifudb correct remove 'has:correction event:cup' event`,
		Description: "Without FIELD, all corrections to the games are withdrawn. A query of several\nwords must be one argument.\n\n" + run.ChangeHelp,
		Flags:       []cli.Flag{run.SourceFlag(), run.JSONFlag()},
		Action:      run.Action(newCorrectRemoveOptions, runCorrectRemove),
	}
}

func newCorrectRemoveOptions(c *cli.Context) (o correctListOptions, err error) {
	args := c.Args().Slice()
	games := 0
	if c.String("source") == "" {
		for games < len(args) && (args[games] == run.FromInput || archive.AreReferences(args[games])) {
			games++
		}
		games = max(games, min(1, len(args))) // one query
	}
	o.games = run.Selection{Words: args[:games], Source: c.String("source")}
	if err := o.games.Check("correct remove"); err != nil {
		return o, err
	}
	for _, field := range args[games:] {
		property, err := archive.CorrectedProperty(field)
		if err != nil {
			return o, err
		}
		o.properties = append(o.properties, property)
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runCorrectRemove(ctx context.Context, o correctListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	gone, err := v.Uncorrect(ids, o.properties)
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, gone)
	}
	if len(gone) == 0 {
		_, err := fmt.Fprintf(s.Out, "nothing changed: there are no such corrections in %s\n", phrase.Games(len(ids)))
		return err
	}
	if err := printKept(s, gone); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "withdrawn: %s\n'kifudb correct undo' takes it back\n", valuesOf(len(gone)))
	return err
}
