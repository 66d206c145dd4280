package book

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// TagCommand is the command tag.
func TagCommand() *cli.Command {
	return &cli.Command{
		Name:  "tag",
		Usage: "put tags of your own on games, and find them by tag:NAME",
		UsageText: `kifudb tag add joseki 12 40-60         games by their numbers
kifudb tag add to-read player:shusaku   all games that a query finds
kifudb tag list                         all tags and how many games have them
kifudb search tag:joseki -tag:to-read   tags in searches; has:tag, tag:jo*
kifudb tag export > tags.txt            as text, for version control`,
		Description: `Tags are stored apart from the records: neither imports nor 'kifudb rebuild' affect
them, and a record keeps its tags when its file is edited. Names consist of
letters, digits and - _ / . and are compared without case.`,
		Subcommands: []*cli.Command{
			tagAddCommand(),
			tagRemoveCommand(),
			tagListCommand(),
			tagRenameCommand(),
			undoCommand("tags", (*archive.View).UndoTags),
			tagExportCommand(),
			tagImportCommand(),
		},
	}
}

func tagAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "put a tag on games",
		ArgsUsage: "TAG [GAMES...] [QUERY...]",
		UsageText: `kifudb tag add joseki 12 40-60
kifudb tag add dosaku/best 'player:dosaku result:B+R'
kifudb tag add book --source ~/sgf/book.zip`,
		Description: run.ChangeHelp,
		Flags:       []cli.Flag{run.SourceFlag(), run.FailFlag(), run.JSONFlag()},
		Action:      run.Action(newTagGamesOptions, runTagAdd),
	}
}

// tagGamesOptions are a tag, and the games that it is put on or taken from.
type tagGamesOptions struct {
	archive string
	tag     string
	games   run.Selection
	all     bool // games, removed ones included, that have the tag
	fail    bool // if no game is found
}

func newTagGamesOptions(c *cli.Context) (o tagGamesOptions, err error) {
	o.tag, o.all, o.fail = c.Args().First(), c.Bool("all"), c.Bool("fail")
	o.games = run.Selected(c)
	switch {
	case o.all && (c.NArg() != 1 || o.games.Source != ""):
		return o, run.Usage("tag remove --all needs a tag and nothing else")
	case o.tag == "":
		return o, run.Usage("tag %s needs a tag and games", c.Command.Name)
	}
	o.games.Words = o.games.Words[1:]
	if !o.all {
		if err := archive.CheckTag(o.tag); err != nil {
			return o, err
		}
		if err := o.games.Check(c.Command.Name); err != nil {
			return o, err
		}
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runTagAdd(ctx context.Context, o tagGamesOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	ids, err := o.games.Choose(ctx, v, s)
	if err != nil {
		return err
	}
	added, err := v.Tag(o.tag, ids)
	if err != nil {
		return err
	}
	return o.sayTagged(ctx, v, s, tagged{changed: added, asked: ids, key: "added", what: "tagged " + o.tag, others: "had it already"})
}

// tagged is what was done with a tag.
type tagged struct {
	changed, asked []archive.GameID
	key            string // of the changed games in JSON
	what, others   string // became of the games: of those that were changed, and the others
}

// sayTagged says which games were changed, and how to take it back.
func (o *tagGamesOptions) sayTagged(ctx context.Context, v *archive.View, s run.Streams, t tagged) error {
	fail := run.FailIfNone(o.fail, len(t.asked))
	counted := t.changed
	if s.JSON || len(counted) == 0 {
		counted = t.asked
	}
	games, notices := v.CountGames(ctx, counted)
	run.SayNotices(s, notices)
	if s.JSON {
		return errors.Join(terminal.PrintJSON(s.Out, map[string]any{"tag": o.tag, "records": len(t.asked), "games": games, t.key: t.changed}), fail)
	}
	var err error
	switch others := len(t.asked) - len(t.changed); {
	case len(t.asked) == 0:
		_, err = fmt.Fprintln(s.Out, "no game matches; nothing changed")
	case len(t.changed) == 0:
		_, err = fmt.Fprintf(s.Out, "nothing changed: %s %s\n", phrase.RecordsOfGames(others, games), t.others)
	default:
		rest := ""
		if others > 0 {
			rest = fmt.Sprintf(" (%s %s)", phrase.Number(others), t.others)
		}
		_, err = fmt.Fprintf(s.Out, "%s %s: %s%s\n'kifudb tag undo' takes it back\n", phrase.RecordsOfGames(len(t.changed), games), t.what, run.IDList(t.changed), rest)
	}
	return errors.Join(err, fail)
}

func tagRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "take a tag from games",
		ArgsUsage: "TAG [GAMES...] [QUERY...]",
		UsageText: `kifudb tag remove to-read 12
kifudb tag remove to-read tag:read
kifudb tag remove to-read --all`,
		Description: run.ChangeHelp,
		Flags: []cli.Flag{
			run.SourceFlag(),
			&cli.BoolFlag{Name: "all", Usage: "from all games, removed ones included"},
			run.FailFlag(),
			run.JSONFlag(),
		},
		Action: run.Action(newTagGamesOptions, runTagRemove),
	}
}

func runTagRemove(ctx context.Context, o tagGamesOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	var from []archive.GameID // nil is all
	if !o.all {
		if from, err = o.games.Choose(ctx, v, s); err != nil {
			return err
		}
		from = append([]archive.GameID{}, from...)
	}
	ids, err := v.Untag(o.tag, from)
	if err != nil {
		return err
	}
	if o.all {
		from = ids
	}
	return o.sayTagged(ctx, v, s, tagged{changed: ids, asked: from, key: "removed", what: "no longer tagged " + o.tag, others: "did not have it"})
}

func tagListCommand() *cli.Command {
	return &cli.Command{
		Name:      "list",
		Usage:     "list the tags, with how many games have them",
		UsageText: `kifudb tag list`,
		Description: `Records of one game count once, as in searches, unless --records is given. Games
that were removed from the archive do not count; they have their tags again when
they are brought back.`,
		Flags:  []cli.Flag{run.RecordsFlag(), run.JSONFlag()},
		Action: run.Action(newTagListOptions, runTagList),
	}
}

type tagListOptions struct {
	archive string
	records bool
}

func newTagListOptions(c *cli.Context) (o tagListOptions, err error) {
	o.records = c.Bool("records")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runTagList(ctx context.Context, o tagListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	list, notices, err := v.Tags(ctx, o.records)
	if err != nil {
		return err
	}
	run.SayNotices(s, notices)
	if s.JSON {
		return terminal.PrintJSON(s.Out, list)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(s.Out, "no game has a tag; 'kifudb tag add TAG ID' puts one on it")
		return err
	}
	t := table.New("tag", "games", "")
	t.AlignRight(1)
	for _, tag := range list {
		var notes []string
		if tag.Records > 0 {
			notes = append(notes, "in "+phrase.Count(tag.Records, "record"))
		}
		if tag.Removed > 0 {
			notes = append(notes, fmt.Sprintf("and %s removed", phrase.Number(tag.Removed)))
		}
		t.Row(tag.Tag, phrase.Number(tag.Games), strings.Join(notes, " "))
	}
	return t.Print(s.Out)
}

func tagRenameCommand() *cli.Command {
	return &cli.Command{
		Name:      "rename",
		Usage:     "give a tag another name",
		ArgsUsage: "TAG NAME",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "merge", Usage: "if there is a tag of that name, merge the two"}},
		Action:    run.Action(newTagRenameOptions, runTagRename),
	}
}

type tagRenameOptions struct {
	archive  string
	from, to string
	merge    bool
}

func newTagRenameOptions(c *cli.Context) (o tagRenameOptions, err error) {
	if c.NArg() != 2 {
		return o, run.Usage("tag rename needs a tag and its new name")
	}
	o.from, o.to, o.merge = c.Args().Get(0), c.Args().Get(1), c.Bool("merge")
	if err := archive.CheckTag(o.to); err != nil {
		return o, err
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runTagRename(_ context.Context, o tagRenameOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	if err := v.RenameTag(o.from, o.to, o.merge); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s is now %s\n'kifudb tag undo' takes it back\n", plaintext.Printable(o.from), o.to)
	return err
}
