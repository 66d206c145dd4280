package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/store"
	"kifudb/user"
)

// The text of notes has a line that says what a note is on and when it was
// changed, and then the note's lines, each behind a tab:
//
//	game 2026-01-31T12:00:00Z 4f1d…           the digest of the game's record
//		the famous move is 127
//	position 2026-01-31T12:00:00Z SZ[19]AB[dd]
//		solid
//
// Games come first, in the order of digests, then positions in the order of
// their texts. Empty lines, and those that begin with #, mean nothing.
const noteTextHead = "# kifudb notes: what each is on, when it was changed, and its lines\n"

func noteExportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write all notes as text, for version control and other archives",
		ArgsUsage: "[FILE]",
		Flags:     []cli.Flag{forceFlag()},
		Action: func(c *cli.Context) error {
			db, v, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			text, err := noteText(db, v.Snapshot())
			if err != nil {
				return err
			}
			return writeText(c, text)
		},
	}
}

// noteText returns the text of all notes.
func noteText(db *user.DB, s *store.Snapshot) ([]byte, error) {
	notes, err := allNotes(db)
	if err != nil {
		return nil, err
	}
	digestOf, err := digests(db, s)
	if err != nil {
		return nil, err
	}
	type entry struct{ kind, place, text string }
	var entries []entry
	for _, n := range notes {
		e := entry{"position", string(n.Position), ""}
		if n.Game != 0 {
			d, ok := digestOf(n.Game)
			if !ok {
				continue // nobody could find it again
			}
			e.kind, e.place = "game", d.String()
		}
		e.text = fmt.Sprintf("%s %s %s\n\t%s\n", e.kind, n.Changed.UTC().Format(time.RFC3339), e.place, strings.ReplaceAll(n.Text, "\n", "\n\t"))
		entries = append(entries, e)
	}
	slices.SortStableFunc(entries, func(a, b entry) int {
		return strings.Compare(a.kind+" "+a.place, b.kind+" "+b.place)
	})
	var b strings.Builder
	b.WriteString(noteTextHead)
	for _, e := range entries {
		b.WriteString(e.text)
	}
	return []byte(b.String()), nil
}

func noteImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "take notes from a text that 'note export' wrote",
		ArgsUsage: "FILE|-",
		Description: `Of two notes on the same game or position, the one that was changed last stays.
Exit status 3: some games are not in this archive; import their records and then
the notes again.`,
		Flags:  []cli.Flag{jsonFlag()},
		Action: runNoteImport,
	}
}

func runNoteImport(c *cli.Context) error {
	db, v, done, err := openUser(c)
	if err != nil {
		return err
	}
	defer done()
	find, err := byDigest(db, v.Snapshot())
	if err != nil {
		return err
	}
	r := noteReader{find: find}
	if err := readText(c, r.line); err != nil {
		return err
	}
	r.end()
	if r.err != nil {
		return r.err
	}
	all, err := allNotes(db)
	if err != nil {
		return err
	}
	kept := map[user.Note]user.Note{} // by what they are on
	for _, n := range all {
		kept[user.Note{Game: n.Game, Position: n.Position}] = n
	}
	var changed []user.Note
	var games []user.Game
	same, newer := 0, 0
	for _, n := range r.notes {
		there, ok := kept[user.Note{Game: n.Game, Position: n.Position}]
		switch {
		case !ok:
		case there.Text == n.Text:
			same++
			continue
		case there.Changed.After(n.Changed):
			newer++
			continue
		}
		changed = append(changed, n)
		if n.Game != 0 {
			games = append(games, userGames(v, []store.GameID{n.Game})...)
		}
	}
	if len(changed) > 0 {
		if err := db.PutNotes(changed, games); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		err = printJSON(c.App.Writer, map[string]any{"written": len(changed), "same": same, "newer": newer, "missing": r.missing})
	} else {
		_, err = fmt.Fprintf(c.App.Writer, "%s notes written; %s were there already, %s are newer here and stay\n", number(len(changed)), number(same), number(newer))
	}
	return errors.Join(err, notInArchive(r.missing, "notes"))
}

// A noteReader reads the text of notes line by line.
type noteReader struct {
	find    func(store.Digest) (store.GameID, bool)
	notes   []user.Note
	missing int // notes on games that are not in the archive

	open  bool // a note has begun
	known bool // its game is in the archive
	note  user.Note
	lines []string
	err   error // of the note that ended last
}

func (r *noteReader) line(line string) error {
	if text, ok := strings.CutPrefix(line, "\t"); ok {
		if !r.open {
			return errors.New("a line of a note, before what the note is on")
		}
		r.lines = append(r.lines, text)
		return nil
	}
	if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	if r.end(); r.err != nil {
		return r.err
	}
	kind, rest, _ := strings.Cut(line, " ")
	date, place, ok := strings.Cut(rest, " ")
	changed, err := time.Parse(time.RFC3339, date)
	if !ok || err != nil || kind != "game" && kind != "position" {
		return errors.New(`expected "game" or "position", a time and what the note is on`)
	}
	r.open, r.known, r.lines, r.note = true, true, nil, user.Note{Changed: changed}
	if kind == "position" {
		r.note.Position = user.Position(place)
		return nil
	}
	d, err := parseDigest(place)
	if err != nil {
		return err
	}
	if r.note.Game, r.known = r.find(d); !r.known {
		r.missing++
	}
	return nil
}

// end takes the note that is being read.
func (r *noteReader) end() {
	if !r.open {
		return
	}
	r.open = false
	r.note.Text = strings.Join(r.lines, "\n")
	if strings.TrimSpace(r.note.Text) == "" {
		r.err = errors.New("the note before this line has no text")
		return
	}
	if r.known {
		r.notes = append(r.notes, r.note)
	}
}
