package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/lazy"
	"kifudb/internal/plaintext"
)

// NoteCommand is the command note.
func NoteCommand() *cli.Command {
	return &cli.Command{
		Name:  "note",
		Usage: "write notes of your own on games and positions",
		UsageText: `kifudb note add 12 'the famous move is 127'      on game 12
kifudb note add 12@40 'Black is thick'          on this position, in all games
kifudb note add 'Q16 D4 Q3' < opening.txt       on a position, from a file
kifudb note show 12@40
kifudb search note:thick                        games by words of their notes
kifudb note export > notes.txt                  as text, for version control`,
		Description: `Notes are stored apart from the records: neither imports nor 'kifudb rebuild' affect
them. A note on a position belongs to it in every game, however the board is
turned: 'kifudb show', 'next' and 'search pos:' print it.`,
		Subcommands: []*cli.Command{
			noteAddCommand(),
			noteListCommand(),
			noteShowCommand(),
			noteRemoveCommand(),
			noteExportCommand(),
			noteImportCommand(),
		},
	}
}

const placeHelp = `GAME is the number of a game; GAME@MOVE, GAME@nNODE or GAME@end the position
there; POSITION is what pos: takes: moves "Q16 D4", SGF, a diagram, @FILE, SFEN.`

var gameForm = lazy.Regexp(`^[0-9]+$`)

// noteOptions say which note a command is about.
type noteOptions struct {
	archive string
	on      string // a game, a place in one, or a position
	text    string // to be noted; "" if it is on standard input
	replace bool
}

// place reads what the note is on.
func (o *noteOptions) place(ctx context.Context, v *archive.View) (archive.Note, error) {
	if gameForm().MatchString(o.on) {
		ids, err := v.Numbered([]string{o.on})
		if err != nil {
			return archive.Note{}, err
		}
		return archive.Note{Game: ids[0]}, nil
	}
	place, err := v.PositionOf(ctx, o.on)
	return archive.Note{Position: place}, err
}

func noteAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "write a note, or add lines to one",
		ArgsUsage: "GAME|GAME@MOVE|POSITION [TEXT...]",
		UsageText: `kifudb note add 12 'the famous move is 127'
kifudb note add 12@40 < thoughts.txt`,
		Description: placeHelp + `

Without TEXT, the note is read from standard input.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "replace", Usage: "replace the note that is there"},
			run.JSONFlag(),
		},
		Action: run.Action(newNoteAddOptions, runNoteAdd),
	}
}

func newNoteAddOptions(c *cli.Context) (o noteOptions, err error) {
	if !c.Args().Present() {
		return o, run.Usage("note add needs a game or position, and a text")
	}
	o.on, o.text, o.replace = c.Args().First(), strings.Join(c.Args().Tail(), " "), c.Bool("replace")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runNoteAdd(ctx context.Context, o noteOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	n, err := o.place(ctx, v)
	if err != nil {
		return err
	}
	if n.Text = o.text; n.Text == "" {
		if n.Text, err = noteWords(s.In); err != nil {
			return err
		}
	}
	n, before, err := v.PutNote(n, !o.replace)
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, noteJSON(n))
	}
	if err := printNote(s.Out, o.on, n); err != nil || before.Text == "" {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "\nreplaced:\n%s\n", plaintext.Indented(before.Text))
	return err
}

// noteWords reads the text of a note from standard input.
func noteWords(in io.Reader) (string, error) {
	if terminal.IsTerminal(in) {
		return "", run.Usage("note add needs a text, as arguments or on standard input")
	}
	const most = 2 << 20 // more than a note may have
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = run.Usage("note add needs a text; standard input has none")
	}
	return strings.TrimRight(string(text), "\n"), err
}

func noteShowCommand() *cli.Command {
	return &cli.Command{
		Name:        "show",
		Usage:       "print a note",
		ArgsUsage:   "GAME|GAME@MOVE|POSITION",
		Description: placeHelp,
		Flags:       []cli.Flag{run.JSONFlag()},
		Action:      run.Action(newNoteOptions, runNoteShow),
	}
}

// newNoteOptions reads the only argument of a command, what a note is on.
func newNoteOptions(c *cli.Context) (o noteOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("note %s needs one game or position", c.Command.Name)
	}
	o.on = c.Args().First()
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runNoteShow(ctx context.Context, o noteOptions, s run.Streams) error {
	n, err := o.note(ctx, s, (*archive.View).NoteOf)
	switch {
	case err != nil:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, noteJSON(n))
	}
	return printNote(s.Out, o.on, n)
}

// note opens the archive and gets a note from it.
func (o *noteOptions) note(ctx context.Context, s run.Streams, get func(*archive.View, archive.Note) (archive.Note, error)) (archive.Note, error) {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return archive.Note{}, err
	}
	defer done()
	on, err := o.place(ctx, v)
	if err != nil {
		return on, err
	}
	n, err := get(v, on)
	if errors.Is(err, archive.ErrNoNote) {
		err = fmt.Errorf("there is no note on %s; 'kifudb note list' shows all", placeName(o.on, on))
	}
	return n, err
}

func noteRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "remove a note, and print it",
		ArgsUsage: "GAME|GAME@MOVE|POSITION",
		Description: placeHelp + `

The note is printed; 'kifudb note add' can write it again.`,
		Flags:  []cli.Flag{run.JSONFlag()},
		Action: run.Action(newNoteOptions, runNoteRemove),
	}
}

func runNoteRemove(ctx context.Context, o noteOptions, s run.Streams) error {
	removed, err := o.note(ctx, s, (*archive.View).RemoveNote)
	switch {
	case err != nil:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, noteJSON(removed))
	}
	if _, err := fmt.Fprintln(s.Out, "removed:"); err != nil {
		return err
	}
	return printNote(s.Out, o.on, removed)
}

// placeName says what a note is on, a position in the user's own words, which
// are the first argument: its stones are for machines.
func placeName(words string, n archive.Note) string {
	if n.Game != 0 {
		return fmt.Sprintf("game %d", n.Game)
	}
	const most = 60 // characters
	word := []rune(plaintext.Printable(words))
	if len(word) > most {
		word = append(word[:most], '…')
	}
	return "position " + string(word)
}

// printNote shows a note to people.
func printNote(w io.Writer, words string, n archive.Note) error {
	_, err := fmt.Fprintf(w, "%s, %s\n%s\n", placeName(words, n), n.Changed.Local().Format(time.DateTime), plaintext.Indented(n.Text))
	return err
}

// jsonNote is a note for machines.
type jsonNote struct {
	Game     archive.GameID `json:"game,omitempty"`
	Position string         `json:"position,omitempty"` // for pos:
	Text     string         `json:"text"`
	Changed  time.Time      `json:"changed"`
}

func noteJSON(n archive.Note) jsonNote {
	return jsonNote{n.Game, string(n.Position), n.Text, n.Changed.UTC().Truncate(time.Second)}
}

func noteListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the notes on games, then those on positions",
		Description: `A position is named by the first place where it comes up, such as 12@40; one that
comes up in no game by its stones.`,
		Flags:  []cli.Flag{run.JSONFlag()},
		Action: run.Action(newNoteListOptions, runNoteList),
	}
}

type noteListOptions struct{ archive string }

func newNoteListOptions(c *cli.Context) (o noteListOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runNoteList(ctx context.Context, o noteListOptions, s run.Streams) error {
	v, done, err := run.OpenView(o.archive, s)
	if err != nil {
		return err
	}
	defer done()
	notes, err := v.Notes()
	if err != nil {
		return err
	}
	if s.JSON {
		list := []jsonNote{}
		for _, n := range notes {
			list = append(list, noteJSON(n))
		}
		return terminal.PrintJSON(s.Out, list)
	}
	if len(notes) == 0 {
		_, err := fmt.Fprintln(s.Out, "there are no notes; 'kifudb note add GAME TEXT' writes one")
		return err
	}
	t := table.New("on", "", "changed", "note")
	t.Whole(0, 2)
	t.Limit(1, 50)
	t.Limit(3, 70)
	for _, n := range notes {
		first, rest, _ := strings.Cut(n.Text, "\n")
		if rest != "" {
			first += " …"
		}
		on, what := "position", string(n.Position)
		if n.Game != 0 {
			on, what = fmt.Sprint(n.Game), gameWords(v, n.Game)
		} else if id, ref, err := v.FirstAt(ctx, n.Position); err != nil {
			return err
		} else if ref != "" {
			on, what = ref, gameWords(v, id)
		}
		t.Row(on, what, n.Changed.Local().Format(time.DateOnly), first)
	}
	return t.Print(s.Out)
}

// gameWords says in a few words which game it is.
func gameWords(v *archive.View, id archive.GameID) string {
	if !v.Live(id) {
		return "(removed)"
	}
	game, err := v.Game(id)
	if err != nil {
		return ""
	}
	return archive.Joined(archive.Joined(game.Black+" - "+game.White, game.Date), game.Result)
}
