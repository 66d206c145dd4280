package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/alias"
	"kifudb/store"
	"kifudb/user"
)

func aliasCommand() *cli.Command {
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
"shusaku" and "Shusaku 4d" are one name without any alias. A name in a pair or a
relay, "A & B", counts for each of its players. player:, black:, white:,
opponent: and event: follow aliases; field=VALUE does not, and nor do words
without a field. Events are compared without their edition and year, unless an
alias has one: Meijin = 名人戦 is about all of them.

Aliases are kept beside the records: no record is changed, and imports and
'kifudb rebuild' leave them alone.`,
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
		Action: needsSubcommand,
	}
}

func eventFlag() cli.Flag {
	return &cli.BoolFlag{Name: "event", Usage: "names of events instead of players"}
}

// aliasKind says what the names of a command are of.
func aliasKind(c *cli.Context) alias.Kind {
	if c.Bool("event") {
		return alias.Events
	}
	return alias.Players
}

// A groupView is a group for machines.
type groupView struct {
	Name      string   `json:"name"`
	Spellings []string `json:"spellings"`
}

func viewGroup(g *alias.Group) groupView { return groupView{g.Name(), g.Spellings} }

func aliasListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the aliases, or those of a name",
		ArgsUsage: "[NAME]",
		UsageText: `kifudb alias list
kifudb alias list kobayashi
kifudb alias list --event --json`,
		Flags: []cli.Flag{eventFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			table, err := db.Aliases(aliasKind(c))
			if err != nil {
				return err
			}
			groups := table.Groups()
			if c.Args().Present() {
				if groups, err = groupsOf(table, strings.Join(c.Args().Slice(), " ")); err != nil {
					return err
				}
			}
			return printGroups(c, groups)
		},
	}
}

// groupsOf returns the groups with a spelling that holds some words, or that is
// the same name.
func groupsOf(table *alias.Table, text string) ([]alias.Group, error) {
	m, err := store.TextQuery{Text: text, Kind: store.Prefix}.Matcher()
	if err != nil {
		return nil, usage("%v", err)
	}
	var same *alias.Group
	if n, err := table.Kind().Spelling(text); err == nil {
		same, _ = table.Find(n)
	}
	var found []alias.Group
	for _, g := range table.Groups() {
		match := same != nil && g.ID == same.ID
		for _, s := range g.Spellings {
			match = match || m.Match(s)
		}
		if match {
			found = append(found, g)
		}
	}
	return found, nil
}

func printGroups(c *cli.Context, groups []alias.Group) error {
	if c.Bool("json") {
		list := []groupView{}
		for i := range groups {
			list = append(list, viewGroup(&groups[i]))
		}
		return printJSON(c.App.Writer, list)
	}
	if len(groups) == 0 {
		_, err := fmt.Fprintln(c.App.Writer, "no aliases; 'kifudb alias add NAME SPELLING' makes one, 'kifudb alias suggest' looks for some")
		return err
	}
	t := newTable(aliasKind(c).String(), "also")
	for _, g := range groups {
		t.row(g.Name(), strings.Join(g.Spellings[1:], ", "))
	}
	return t.print(c.App.Writer)
}

// changeAliases changes the aliases and prints the group that came of it.
func changeAliases(c *cli.Context, do func(*alias.Table) (g *alias.Group, changed bool, err error)) error {
	db, _, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	var g *alias.Group
	var changed bool
	err = db.ChangeAliases(aliasKind(c), commandLine(c), func(t *alias.Table) (err error) {
		g, changed, err = do(t)
		return err
	})
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"changed": changed, "group": viewGroup(g)})
	}
	line := printable(strings.Join(g.Spellings, " = "))
	if !changed {
		_, err = fmt.Fprintf(c.App.Writer, "%s\nknown already\n", line)
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s\n'kifudb alias undo' takes it back\n", line)
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
		Usage:     "say that names are the same",
		ArgsUsage: "NAME SPELLING...",
		UsageText: `kifudb alias add Shusaku "Kuwahara Shusaku" 本因坊秀策
kifudb alias add --event Meijin 名人戦`,
		Description: `If one of them is known, the others join it; otherwise the first is the
preferred one. Names that belong to different ones already are refused: if they
are one after all, 'kifudb alias merge' says so.`,
		Flags: []cli.Flag{eventFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() < 2 {
				return usage("alias add needs a name and another spelling of it")
			}
			return changeAliases(c, func(t *alias.Table) (*alias.Group, bool, error) {
				g, added, err := t.Add(c.Args().Slice()...)
				return g, len(added) > 0, err
			})
		},
	}
}

func aliasMergeCommand() *cli.Command {
	return &cli.Command{
		Name:        "merge",
		Usage:       "make one of two names with all their spellings",
		ArgsUsage:   "NAME NAME",
		UsageText:   `kifudb alias merge "Fujisawa Shuko" "Fujisawa Hideyuki"`,
		Description: "The preferred spelling of the first stays the preferred one.",
		Flags:       []cli.Flag{eventFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() != 2 {
				return usage("alias merge needs two names")
			}
			return changeAliases(c, func(t *alias.Table) (*alias.Group, bool, error) {
				return t.Merge(c.Args().Get(0), c.Args().Get(1))
			})
		},
	}
}

func aliasRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "say that spellings are not the same name after all",
		ArgsUsage: "NAME [SPELLING...]",
		UsageText: `kifudb alias remove Shusaku Shuwa     takes one spelling out
kifudb alias remove Shusaku           all that is said of Shusaku`,
		Flags: []cli.Flag{eventFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usage("alias remove needs a name")
			}
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			var removed []string
			err = db.ChangeAliases(aliasKind(c), commandLine(c), func(t *alias.Table) (err error) {
				removed, err = t.Remove(c.Args().First(), c.Args().Tail()...)
				return err
			})
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{"removed": removed})
			}
			_, err = fmt.Fprintf(c.App.Writer, "each is a name of its own: %s\n'kifudb alias undo' takes it back\n", printable(strings.Join(removed, ", ")))
			return err
		},
	}
}

func aliasUndoCommand() *cli.Command {
	return &cli.Command{
		Name:        "undo",
		Usage:       "take back the last change of aliases",
		Description: `Changes are taken back one after the other, the last one first, up to 20 of them; an import is one change.`,
		Action: func(c *cli.Context) error {
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			what, err := db.UndoAliases()
			if errors.Is(err, user.ErrNothingToUndo) {
				return errors.New("no change of aliases is left to take back")
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.App.Writer, "taken back: %s\n", printable(what))
			return err
		},
	}
}
