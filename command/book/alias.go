package book

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// AliasCommand is the command alias.
func AliasCommand() *cli.Command {
	return &cli.Command{
		Name:  "alias",
		Usage: "say which names are one player's, or one event's",
		UsageText: `kifudb alias add Shusaku "Kuwahara Shusaku" 本因坊秀策
kifudb search player:秀策                  finds the games of all three
kifudb search player=Shusaku              finds this spelling only
kifudb alias suggest                      names in the archive that may be the same
kifudb alias import players.txt           from a list of your own
kifudb alias add --event Meijin 名人戦`,
		Description: `Names are compared without case, accents, titles and ranks: "Honinbo Shusaku",
"shusaku" and "Shusaku 4d" are one name even without an alias. The names of a pair
or a relay, "A & B", count for each of the players. player:, black:, white:,
opponent: and event: follow aliases; field=VALUE and words without a field do not.
Events are compared without edition and year unless an alias includes one:
Meijin = 名人戦 covers all of them.

Aliases are stored apart from the records: no record is changed, and neither
imports nor 'kifudb rebuild' affect them.`,
		Subcommands: []*cli.Command{
			aliasListCommand(),
			aliasAddCommand(),
			aliasMergeCommand(),
			aliasRemoveCommand(),
			aliasUndoCommand(),
			aliasSuggestCommand(),
			aliasImportCommand(),
			aliasExportCommand(),
		},
	}
}

func eventFlag() cli.Flag {
	return &cli.BoolFlag{Name: "event", Usage: "names of events instead of players"}
}

// aliasOptions are those of all commands on aliases.
type aliasOptions struct {
	archive string
	kind    archive.AliasKind
	words   []string // the arguments
	line    string   // what undo says that it took back
}

func newAliasOptions(c *cli.Context) (o aliasOptions, err error) {
	if c.Bool("event") {
		o.kind = archive.Events
	}
	o.words, o.line = slices.Clone(c.Args().Slice()), commandLine(c)
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// aliasAction makes a command on aliases that takes at least so many arguments, and
// at most so many unless that is negative; what it needs is said otherwise.
func aliasAction(least, most int, needs string, do func(*archive.Archive, aliasOptions, run.Streams) error) cli.ActionFunc {
	options := func(c *cli.Context) (aliasOptions, error) {
		if n := c.NArg(); n < least || most >= 0 && n > most {
			return aliasOptions{}, run.Usage("%s", needs)
		}
		return newAliasOptions(c)
	}
	return run.Action(options, func(_ context.Context, o aliasOptions, s run.Streams) error {
		a, err := run.OpenArchive(o.archive, nil)
		if err != nil {
			return err
		}
		defer a.Close()
		return do(a, o, s)
	})
}

func aliasListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the aliases, or those of a name",
		ArgsUsage: "[NAME]",
		UsageText: `kifudb alias list
kifudb alias list kobayashi
kifudb alias list --event --json`,
		Flags:  []cli.Flag{eventFlag(), run.JSONFlag()},
		Action: aliasAction(0, -1, "", runAliasList),
	}
}

func runAliasList(a *archive.Archive, o aliasOptions, s run.Streams) error {
	groups, err := a.Aliases(o.kind).Groups(strings.Join(o.words, " "))
	switch {
	case err != nil:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, groups)
	case len(groups) == 0:
		_, err := fmt.Fprintln(s.Out, "no aliases; 'kifudb alias add NAME SPELLING' makes one, 'kifudb alias suggest' looks for some")
		return err
	}
	t := table.New(o.kind.String(), "also")
	for _, g := range groups {
		t.Row(g.Name, strings.Join(g.Spellings[1:], ", "))
	}
	return t.Print(s.Out)
}

// printAliasChange prints the group that came of a change.
func printAliasChange(c *archive.AliasChange, s run.Streams) error {
	if s.JSON {
		return terminal.PrintJSON(s.Out, c)
	}
	line := "'kifudb alias undo' takes it back"
	if !c.Changed {
		line = "known already"
	}
	_, err := fmt.Fprintf(s.Out, "%s\n%s\n", plaintext.Printable(strings.Join(c.Group.Spellings, " = ")), line)
	return err
}

// commandLine is what undo says that it took back.
func commandLine(c *cli.Context) string {
	words := []string{"alias", c.Command.Name}
	if c.Bool("event") {
		words = append(words, "--event")
	}
	for _, arg := range c.Args().Slice() {
		if strings.ContainsAny(arg, " \t\"") {
			arg = fmt.Sprintf("%q", arg)
		}
		words = append(words, arg)
	}
	const most = 200
	line := strings.Join(words, " ")
	if len(line) > most {
		line = strings.ToValidUTF8(line[:most], "") + "…"
	}
	return line
}

func aliasAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "say that several spellings are one name",
		ArgsUsage: "NAME SPELLING...",
		UsageText: `kifudb alias add Shusaku "Kuwahara Shusaku" 本因坊秀策
kifudb alias add --event Meijin 名人戦`,
		Description: `If one of the spellings already belongs to a name, the others join it; otherwise
the first becomes the preferred spelling. Spellings that already belong to
different names are refused; 'kifudb alias merge' makes two names one.`,
		Flags:  []cli.Flag{eventFlag(), run.JSONFlag()},
		Action: aliasAction(2, -1, "alias add needs a name and another spelling of it", runAliasAdd),
	}
}

func runAliasAdd(a *archive.Archive, o aliasOptions, s run.Streams) error {
	c, err := a.Aliases(o.kind).Add(o.line, o.words...)
	if err != nil {
		return err
	}
	return printAliasChange(c, s)
}

func aliasMergeCommand() *cli.Command {
	return &cli.Command{
		Name:        "merge",
		Usage:       "merge two names with all their spellings",
		ArgsUsage:   "NAME NAME",
		UsageText:   `kifudb alias merge "Fujisawa Shuko" "Fujisawa Hideyuki"`,
		Description: "The preferred spelling of the first stays the preferred one.",
		Flags:       []cli.Flag{eventFlag(), run.JSONFlag()},
		Action:      aliasAction(2, 2, "alias merge needs two names", runAliasMerge),
	}
}

func runAliasMerge(a *archive.Archive, o aliasOptions, s run.Streams) error {
	c, err := a.Aliases(o.kind).Merge(o.line, o.words[0], o.words[1])
	if err != nil {
		return err
	}
	return printAliasChange(c, s)
}

func aliasRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "separate a spelling from its name, or forget a whole name",
		ArgsUsage: "NAME [SPELLING...]",
		UsageText: `kifudb alias remove Shusaku Shuwa     takes one spelling out
kifudb alias remove Shusaku           forgets all spellings of Shusaku`,
		Flags:  []cli.Flag{eventFlag(), run.JSONFlag()},
		Action: aliasAction(1, -1, "alias remove needs a name", runAliasRemove),
	}
}

func runAliasRemove(a *archive.Archive, o aliasOptions, s run.Streams) error {
	r, err := a.Aliases(o.kind).Remove(o.line, o.words[0], o.words[1:]...)
	switch {
	case err != nil:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, r)
	}
	_, err = fmt.Fprintf(s.Out, "each is a separate name now: %s\n'kifudb alias undo' takes it back\n", plaintext.Printable(strings.Join(r.Removed, ", ")))
	return err
}

func aliasUndoCommand() *cli.Command {
	return &cli.Command{
		Name:  "undo",
		Usage: "undo the last change to the aliases",
		Description: `Run it again to undo the change before that, up to 20 changes in all. An import
counts as one change.`,
		Action: aliasAction(0, -1, "", runAliasUndo),
	}
}

func runAliasUndo(a *archive.Archive, _ aliasOptions, s run.Streams) error {
	what, err := a.UndoAliases()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "taken back: %s\n", plaintext.Printable(what))
	return err
}
