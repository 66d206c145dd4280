package book

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/lazy"
)

// CorrectCommand is the command correct.
func CorrectCommand() *cli.Command {
	return &cli.Command{
		Name:  "correct",
		Usage: "correct dates, names and results without changing the records",
		UsageText: `kifudb correct 12 date=1846-09-11 black="Honinbo Shusaku"
kifudb correct 12 event=                        the record should say nothing here
kifudb correct 12 14..16 colors=swap            exchange the players, and who won
kifudb correct 'player:jowa date=1840' date=1830 --dry-run
kifudb correct list                             what is corrected, and what records say
kifudb correct remove 12 date                   the record was right
kifudb correct undo                             undo the last change
kifudb correct import table.csv --dry-run       many at once: game,field,value
kifudb search has:correction                    the games that are corrected`,
		Description: `Corrections are stored apart from the records, like tags and notes: neither imports
nor 'kifudb rebuild' affect them, and a record keeps them when its file is edited.
Games are found, sorted, counted and shown as corrected. = and raw: find what the
records say, as in date=1840 or raw:jowa. Duplicates are still found by what the
records say. 'kifudb export' writes records as they came, unless --corrected is
given.`,
		Subcommands: []*cli.Command{
			correctSetCommand(),
			correctListCommand(),
			correctRemoveCommand(),
			undoCommand("corrections", (*archive.View).UndoCorrections),
			correctExportCommand(),
			correctImportCommand(),
		},
	}
}

func dryRunFlag() cli.Flag {
	return &cli.BoolFlag{Name: "dry-run", Usage: "only show what would change"}
}

func forcedFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "accept values that kifudb does not understand, such as an impossible date"}
}

func correctSetCommand() *cli.Command {
	return &cli.Command{
		Name:      "set",
		Usage:     "correct games; the word set may be left out",
		ArgsUsage: "[GAMES...] [QUERY...] FIELD=VALUE...",
		UsageText: `kifudb correct 12 date=1846-09-11 black="Honinbo Shusaku"
kifudb correct set --source ~/sgf/cup.zip event="Osaka Cup" round=`,
		Description: `Games come first; put a query that looks like a correction in parentheses:
'(date=1840)'. ` + run.ChangeHelp + `

FIELD is a field of the query language that stands for one property: date, black,
white, blackrank, whiterank, result, komi, handicap, event, round, place, title,
rules and so on, or an SGF identifier. The value replaces whatever the record says
there; an empty value means that it should say nothing. Giving the record's own value
ends the correction. A date, result, komi, handicap, rank or time that cannot be
understood, or only by guessing, is refused unless --force is given.

colors=swap exchanges the players with their ranks and teams, and the winner in the
result. Moves stay as they are.`,
		Flags:  []cli.Flag{run.SourceFlag(), dryRunFlag(), forcedFlag(), run.JSONFlag()},
		Action: run.Action(newCorrectOptions, runCorrect),
	}
}

// correctOptions are games, and what they should say.
type correctOptions struct {
	archive string
	games   run.Selection
	wanted  []archive.Wanted
	dryRun  bool
}

// correctionForm is an argument FIELD=VALUE.
var correctionForm = lazy.Regexp(`^([A-Za-z][A-Za-z0-9]*)=`)

func newCorrectOptions(c *cli.Context) (o correctOptions, err error) {
	args := c.Args().Slice()
	from := slices.IndexFunc(args, correctionForm().MatchString)
	if from < 0 {
		return o, run.Usage("correct needs FIELD=VALUE, as in 12 date=1846-09-11; see 'kifudb help correct'")
	}
	o.games = run.Selection{Words: args[:from], Source: c.String("source")}
	if from == 0 && o.games.Source == "" {
		return o, run.Usage("correct needs games before %s: numbers or a query; put a query that begins like this in parentheses: '(%s)'", args[0], args[0])
	}
	if err := o.games.Check("correct"); err != nil {
		return o, err
	}
	for _, arg := range args[from:] {
		if !correctionForm().MatchString(arg) {
			return o, run.Usage("%q is not FIELD=VALUE; put games before all corrections, and values with spaces in quotation marks", arg)
		}
		field, text, _ := strings.Cut(arg, "=")
		w, err := archive.NewWanted(field, text, c.Bool("force"))
		if err != nil {
			return o, err
		}
		o.wanted = append(o.wanted, w)
	}
	o.dryRun = c.Bool("dry-run")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runCorrect(ctx context.Context, o correctOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	plan, err := v.PlanCorrections(ids, o.wanted)
	if err != nil {
		return err
	}
	if plan.DryRun = o.dryRun; !o.dryRun && len(plan.Changes) > 0 {
		if err := v.Correct(plan.Changes); err != nil {
			return err
		}
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, plan)
	}
	return printCorrections(s, plan)
}

// printCorrections shows what changes, and how to take it back.
func printCorrections(s run.Streams, plan *archive.Corrections) error {
	const most = 50 // rows
	if len(plan.Changes) == 0 {
		words := phrase.Number(plan.Games) + " games have these values already"
		switch plan.Games {
		case 0:
			words = "no game matches"
		case 1:
			words = "the game has these values already"
		}
		_, err := fmt.Fprintf(s.Out, "nothing changed: %s\n", words)
		return err
	}
	recorded := slices.ContainsFunc(plan.Changes, func(c archive.CorrectionChange) bool { return c.Recorded != c.Before })
	heads := []string{"game", "field", "before", "after"}
	if recorded {
		heads = append(heads, "record")
	}
	t := table.New(heads...)
	t.AlignRight(0)
	for column := 2; column < len(heads); column++ {
		t.Limit(column, 50)
	}
	for _, c := range plan.Changes[:min(most, len(plan.Changes))] {
		row := []string{fmt.Sprint(c.Game), c.Field, orNothing(c.Before), orNothing(c.After)}
		if recorded {
			row = append(row, orNothing(c.Recorded))
		}
		t.Row(row...)
	}
	if err := t.Print(s.Out); err != nil {
		return err
	}
	if more := len(plan.Changes) - most; more > 0 {
		if _, err := fmt.Fprintf(s.Out, "and %s more (--json lists all)\n", phrase.Number(more)); err != nil {
			return err
		}
	}
	values := fmt.Sprintf("%s of %s", valuesOf(len(plan.Changes)), phrase.Games(plan.Changed))
	words := values + " corrected\n'kifudb correct undo' takes it back\n"
	if plan.DryRun {
		words = values + " would be corrected; nothing was changed\n"
	}
	_, err := fmt.Fprint(s.Out, words)
	return err
}

// orNothing marks a value that is not there.
func orNothing(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

func valuesOf(n int) string {
	if n == 1 {
		return "1 value"
	}
	return phrase.Number(n) + " values"
}
