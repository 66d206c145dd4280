package command

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"kifudb/archive"
	"kifudb/user"
)

func noteCommand() *cli.Command {
	return &cli.Command{
		Name:  "note",
		Usage: "write notes of your own on games and positions",
		UsageText: `kifudb note add 12 'the famous move is 127'      on game 12
kifudb note add 12@40 'Black is thick'          on this position, in all games
kifudb note add 'Q16 D4 Q3' < opening.txt       on a position, from a file
kifudb note show 12@40
kifudb search note:thick                        games by words of their notes
kifudb note export > notes.txt                  as text, for version control`,
		Description: `Notes are kept beside the records: imports and 'kifudb rebuild' leave them alone.
A note on a position is there under all its symmetries, in every game in which
it comes up: 'kifudb show', 'next' and 'search pos:' print it.`,
		Subcommands: []*cli.Command{
			noteAddCommand(),
			noteListCommand(),
			noteShowCommand(),
			noteRemoveCommand(),
			noteExportCommand(),
			noteImportCommand(),
		},
		Action: needsSubcommand,
	}
}

const placeHelp = `GAME is the number of a game; GAME@MOVE, GAME@nNODE or GAME@end the position
there; POSITION is what pos: takes: moves "Q16 D4", SGF, a diagram, @FILE, SFEN.`

var gameForm = regexp.MustCompile(`^[0-9]+$`)

// notePlace reads what a note is on.
func notePlace(c *cli.Context, v *archive.View, word string) (user.Note, error) {
	if gameForm.MatchString(word) {
		ids, err := v.Numbered([]string{word})
		if err != nil {
			return user.Note{}, err
		}
		return user.Note{Game: ids[0]}, nil
	}
	place, err := v.PositionOf(c.Context, word)
	return user.Note{Position: place}, err
}

func noteAddCommand() *cli.Command {
	return &cli.Command{
		Name:      "add",
		Usage:     "write a note, or add lines to one",
		ArgsUsage: "GAME|GAME@MOVE|POSITION [TEXT...]",
		UsageText: `kifudb note add 12 'the famous move is 127'
kifudb note add 12@40 < thoughts.txt`,
		Description: placeHelp + `

Without TEXT it is read from standard input.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "replace", Usage: "put it in place of the note that is there"},
			jsonFlag(),
		},
		Action: runNoteAdd,
	}
}

func runNoteAdd(c *cli.Context) error {
	if !c.Args().Present() {
		return usage("note add needs a game or position, and a text")
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	n, err := notePlace(c, v, c.Args().First())
	if err != nil {
		return err
	}
	if n.Text, err = noteWords(c); err != nil {
		return err
	}
	n, before, err := v.PutNote(n, !c.Bool("replace"))
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, noteJSON(n))
	}
	if err := printNote(c, n); err != nil || before.Text == "" {
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "\nreplaced:\n%s\n", indented(before.Text))
	return err
}

// noteWords returns the text of a note from the arguments or standard input.
func noteWords(c *cli.Context) (string, error) {
	if c.NArg() > 1 {
		return strings.Join(c.Args().Tail(), " "), nil
	}
	if f, ok := osFile(c.App.Reader); ok && term.IsTerminal(int(f.Fd())) {
		return "", usage("note add needs a text, as arguments or on standard input")
	}
	const most = 2 << 20 // more than a note may have
	text, err := io.ReadAll(io.LimitReader(c.App.Reader, most))
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = usage("note add needs a text; standard input has none")
	}
	return strings.TrimRight(string(text), "\n"), err
}

func noteShowCommand() *cli.Command {
	return &cli.Command{
		Name:        "show",
		Usage:       "print a note",
		ArgsUsage:   "GAME|GAME@MOVE|POSITION",
		Description: placeHelp,
		Flags:       []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			db, n, done, err := openNote(c)
			if err != nil {
				return err
			}
			defer done()
			found, err := db.NoteOf(n)
			if err != nil {
				return noNote(err, placeName(c, n))
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, noteJSON(found))
			}
			return printNote(c, found)
		},
	}
}

func noteRemoveCommand() *cli.Command {
	return &cli.Command{
		Name:      "remove",
		Usage:     "remove a note, and print it",
		ArgsUsage: "GAME|GAME@MOVE|POSITION",
		Description: placeHelp + `

What was removed is printed; 'kifudb note add' takes it again.`,
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			db, n, done, err := openNote(c)
			if err != nil {
				return err
			}
			defer done()
			removed, err := db.RemoveNote(n)
			if err != nil {
				return noNote(err, placeName(c, n))
			}
			if c.Bool("json") {
				return printJSON(c.App.Writer, noteJSON(removed))
			}
			if _, err := fmt.Fprintln(c.App.Writer, "removed:"); err != nil {
				return err
			}
			return printNote(c, removed)
		},
	}
}

// openNote opens the archive and reads the only argument, what a note is on.
func openNote(c *cli.Context) (*user.DB, user.Note, func(), error) {
	if c.NArg() != 1 {
		return nil, user.Note{}, nil, usage("note %s needs one game or position", c.Command.Name)
	}
	db, v, done, err := openUser(c)
	if err != nil {
		return nil, user.Note{}, nil, err
	}
	n, err := notePlace(c, v, c.Args().First())
	if err != nil {
		done()
		return nil, n, nil, err
	}
	return db, n, done, nil
}

func noNote(err error, on string) error {
	if errors.Is(err, user.ErrNoNote) {
		return fmt.Errorf("there is no note on %s; 'kifudb note list' shows all", on)
	}
	return err
}

// placeName says what a note is on, a position in the user's own words, which
// are the first argument: its stones are for machines.
func placeName(c *cli.Context, n user.Note) string {
	if n.Game != 0 {
		return fmt.Sprintf("game %d", n.Game)
	}
	const most = 60 // characters
	word := []rune(printable(c.Args().First()))
	if len(word) > most {
		word = append(word[:most], '…')
	}
	return "position " + string(word)
}

// printNote shows a note to people.
func printNote(c *cli.Context, n user.Note) error {
	_, err := fmt.Fprintf(c.App.Writer, "%s, %s\n%s\n", placeName(c, n), n.Changed.Local().Format(time.DateTime), indented(n.Text))
	return err
}

// indented prints lines of the user's own words apart from what kifudb says.
func indented(text string) string {
	return "  " + strings.ReplaceAll(printableLines(text), "\n", "\n  ")
}

// jsonNote is a note for machines.
type jsonNote struct {
	Game     archive.GameID `json:"game,omitempty"`
	Position string         `json:"position,omitempty"` // for pos:
	Text     string         `json:"text"`
	Changed  time.Time      `json:"changed"`
}

func noteJSON(n user.Note) jsonNote {
	return jsonNote{n.Game, string(n.Position), n.Text, n.Changed.UTC().Truncate(time.Second)}
}

func noteListCommand() *cli.Command {
	return &cli.Command{
		Name:  "list",
		Usage: "list the notes on games, then those on positions",
		Description: `A position is named by the first place where it comes up, such as 12@40; one that
comes up in no game by its stones.`,
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			v, done, err := openView(c)
			if err != nil {
				return err
			}
			defer done()
			notes, err := v.Notes()
			if err != nil {
				return err
			}
			if c.Bool("json") {
				list := []jsonNote{}
				for _, n := range notes {
					list = append(list, noteJSON(n))
				}
				return printJSON(c.App.Writer, list)
			}
			if len(notes) == 0 {
				_, err := fmt.Fprintln(c.App.Writer, "there are no notes; 'kifudb note add GAME TEXT' writes one")
				return err
			}
			t := newTable("on", "", "changed", "note")
			t.limit(1, 50)
			t.limit(3, 70)
			for _, n := range notes {
				first, rest, _ := strings.Cut(n.Text, "\n")
				if rest != "" {
					first += " …"
				}
				on, what := "position", string(n.Position)
				if n.Game != 0 {
					on, what = fmt.Sprint(n.Game), gameWords(v, n.Game)
				} else if id, ref, err := v.FirstAt(c.Context, n.Position); err != nil {
					return err
				} else if ref != "" {
					on, what = ref, gameWords(v, id)
				}
				t.row(on, what, n.Changed.Local().Format(time.DateOnly), first)
			}
			return t.print(c.App.Writer)
		},
	}
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
	return joined(joined(game.Black+" - "+game.White, game.Date), game.Result)
}
