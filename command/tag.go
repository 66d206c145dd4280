package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/user"
)

func tagCommand() *cli.Command {
	return &cli.Command{
		Name:  "tag",
		Usage: "put tags of your own on games, and find them by tag:NAME",
		UsageText: `kifudb tag add joseki 12 40..60         games by their numbers
kifudb tag add to-read player:shusaku   all games that a query finds
kifudb tag list                         all tags and how many games have them
kifudb search tag:joseki -tag:to-read   tags in searches; has:tag, tag:jo*
kifudb tag export > tags.txt            as text, for version control`,
		Description: `Tags are kept beside the records: imports and 'kifudb rebuild' leave them alone,
and a record that changed keeps its tags. Names have letters, digits and - _ / .
and are compared without case.`,
		Subcommands: []*cli.Command{
			tagAddCommand(),
			tagRemoveCommand(),
			tagListCommand(),
			tagRenameCommand(),
			tagUndoCommand(),
			tagExportCommand(),
			tagImportCommand(),
		},
		Action: needsSubcommand,
	}
}

// needsSubcommand is the action of a command that does nothing by itself.
func needsSubcommand(c *cli.Context) error {
	if c.Args().Present() {
		return usage("%s has no command %q; 'kifudb help %s' lists them", c.Command.Name, c.Args().First(), c.Command.Name)
	}
	return cli.ShowSubcommandHelp(c)
}

// openUser opens the archive, which must exist, and what the user added to it.
func openUser(c *cli.Context) (*user.DB, *archive.View, func(), error) {
	v, done, err := openView(c)
	if err != nil {
		return nil, nil, nil, err
	}
	return v.User(), v, done, nil
}

func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

func tagAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "put a tag on games",
		ArgsUsage: "TAG ID...|QUERY...",
		UsageText: `kifudb tag add joseki 12 40..60
kifudb tag add dosaku/best 'player:dosaku result:B+R'
kifudb tag add book --source ~/sgf/book.zip`,
		Description: selectionHelp,
		Flags:       []cli.Flag{sourceFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			v, done, err := openView(c)
			if err != nil {
				return err
			}
			defer done()
			name, ids, err := tagAndGames(c, v)
			if err != nil {
				return err
			}
			added, err := v.Tag(name, ids)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{"tag": name, "games": len(ids), "added": added})
			}
			return printTagged(c, added, len(ids), "tagged "+name, "had it already")
		},
	}
}

// tagAndGames reads the arguments TAG and ID...|QUERY....
func tagAndGames(c *cli.Context, v *archive.View) (string, []archive.GameID, error) {
	if !c.Args().Present() {
		return "", nil, usage("tag %s needs a tag and games", c.Command.Name)
	}
	name := c.Args().First()
	if err := user.CheckTag(name); err != nil {
		return "", nil, usage("%v", err)
	}
	ids, err := selectGamesOf(c, v, c.Args().Tail())
	return name, ids, err
}

// printTagged says which games were changed, and how to take it back.
func printTagged(c *cli.Context, changed []archive.GameID, asked int, what, others string) error {
	w := c.App.Writer
	if len(changed) == 0 {
		_, err := fmt.Fprintf(w, "nothing changed: %s of %s games %s\n", number(asked), number(asked), others)
		return err
	}
	rest := ""
	if n := asked - len(changed); n > 0 {
		rest = fmt.Sprintf(" (%s %s)", number(n), others)
	}
	_, err := fmt.Fprintf(w, "%s %s: %s%s\n'kifudb tag undo' takes it back\n", countOf(len(changed)), what, idList(changed), rest)
	return err
}

func tagRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "take a tag from games",
		ArgsUsage: "TAG ID...|QUERY...",
		UsageText: `kifudb tag remove to-read 12
kifudb tag remove to-read tag:read
kifudb tag remove to-read --all`,
		Description: selectionHelp,
		Flags: []cli.Flag{
			sourceFlag(),
			&cli.BoolFlag{Name: "all", Usage: "from all games, removed ones included"},
			jsonFlag(),
		},
		Action: func(c *cli.Context) error {
			v, done, err := openView(c)
			if err != nil {
				return err
			}
			defer done()
			name, asked := c.Args().First(), 0
			var from []archive.GameID
			if c.Bool("all") {
				if c.NArg() != 1 || c.String("source") != "" {
					return usage("tag remove --all needs a tag and nothing else")
				}
			} else {
				if name, from, err = tagAndGames(c, v); err != nil {
					return err
				}
				asked, from = len(from), append([]archive.GameID{}, from...)
			}
			ids, err := v.Untag(name, from)
			if err != nil {
				return noTag(err)
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, map[string]any{"tag": name, "removed": ids})
			}
			return printTagged(c, ids, max(asked, len(ids)), "no longer tagged "+name, "did not have it")
		},
	}
}

// noTag tells what to do about a tag that is not there.
func noTag(err error) error {
	if errors.Is(err, user.ErrNoTag) {
		return fmt.Errorf("%w; 'kifudb tag list' shows all", err)
	}
	return err
}

func tagListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the tags, with how many games have them",
		UsageText: `kifudb tag list`,
		Description: `Records of one game count once, as in searches, unless --records is given. Games
that were removed from the archive do not count; they have their tags again when
they are brought back.`,
		Flags: []cli.Flag{recordsFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			v, done, err := openView(c)
			if err != nil {
				return err
			}
			defer done()
			list, notices, err := v.Tags(c.Context, c.Bool("records"))
			if err != nil {
				return err
			}
			sayNotices(c, notices)
			if c.Bool("json") {
				return printJSON(c.App.Writer, list)
			}
			if len(list) == 0 {
				_, err := fmt.Fprintln(c.App.Writer, "no game has a tag; 'kifudb tag add TAG ID' puts one on it")
				return err
			}
			t := newTable("tag", "games", "")
			t.alignRight(1)
			for _, tag := range list {
				var notes []string
				if tag.Records > 0 {
					notes = append(notes, fmt.Sprintf("in %s records", number(tag.Records)))
				}
				if tag.Removed > 0 {
					notes = append(notes, fmt.Sprintf("and %s removed", number(tag.Removed)))
				}
				t.row(tag.Tag, number(tag.Games), strings.Join(notes, " "))
			}
			return t.print(c.App.Writer)
		},
	}
}

func tagRenameCommand() *cli.Command {
	return &cli.Command{
		Name:      "rename",
		Usage:     "give a tag another name",
		ArgsUsage: "TAG NAME",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "merge", Usage: "if there is a tag of that name, make one of the two"}},
		Action: func(c *cli.Context) error {
			if c.NArg() != 2 {
				return usage("tag rename needs a tag and its new name")
			}
			from, to := c.Args().Get(0), c.Args().Get(1)
			if err := user.CheckTag(to); err != nil {
				return usage("%v", err)
			}
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			err = db.RenameTag(from, to, c.Bool("merge"))
			if errors.Is(err, user.ErrTagExists) {
				return fmt.Errorf("%w; --merge makes one of the two", err)
			}
			if err != nil {
				return noTag(err)
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s is now %s\n'kifudb tag undo' takes it back\n", printable(from), to)
			return err
		},
	}
}

func tagUndoCommand() *cli.Command {
	return &cli.Command{
		Name:        "undo",
		Usage:       "take back the last change of tags",
		Description: `Changes are taken back one after the other, the last one first, up to 20 of them.`,
		Action: func(c *cli.Context) error {
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			what, err := db.UndoTags()
			if errors.Is(err, user.ErrNothingToUndo) {
				return errors.New("no change of tags is left to take back")
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.App.Writer, "taken back: %s\n", printable(what))
			return err
		},
	}
}
