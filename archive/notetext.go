package archive

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kifudb/book/user"
	"kifudb/internal/wall"
	"kifudb/store"
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

// Notes returns the notes on games, then those on positions.
func (v *View) Notes() ([]user.Note, error) {
	games, err := v.archive.user.GameNotes()
	if err != nil {
		return nil, err
	}
	positions, err := v.archive.user.PositionNotes()
	return append(games, positions...), err
}

// PutNote writes a note in place of the one that is there, which it returns, or
// with add adds lines to that. The note as it is now comes first.
func (v *View) PutNote(n user.Note, add bool) (now, before user.Note, err error) {
	n.Changed = wall.Now()
	var games []user.Game
	if n.Game != 0 {
		games = v.userGames(n.Game)
	}
	db := v.archive.user
	if add {
		now, err = db.AppendNote(n, games)
		return now, before, err
	}
	if before, err = db.NoteOf(n); err != nil && !errors.Is(err, user.ErrNoNote) {
		return n, before, err
	}
	return n, before, db.PutNotes([]user.Note{n}, games)
}

// NoteText returns the text of all notes.
func (v *View) NoteText() ([]byte, error) {
	notes, err := v.Notes()
	if err != nil {
		return nil, err
	}
	digestOf, err := v.digests()
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

// NotesTaken says what became of a text of notes.
type NotesTaken struct {
	Written int `json:"written"`
	Same    int `json:"same"`    // were there already
	Newer   int `json:"newer"`   // are newer here, and stay
	Missing int `json:"missing"` // on games that are not in this archive
}

// TakeNotes writes the notes of a text. Of two on the same game or position the one
// that was changed last stays.
func (v *View) TakeNotes(r io.Reader) (*NotesTaken, error) {
	find, err := v.byDigest()
	if err != nil {
		return nil, err
	}
	reader := noteReader{find: find}
	if err := readLines(r, reader.line); err != nil {
		return nil, err
	}
	if reader.end(); reader.err != nil {
		return nil, reader.err
	}
	all, err := v.Notes()
	if err != nil {
		return nil, err
	}
	kept := map[user.Note]user.Note{} // by what they are on
	for _, n := range all {
		kept[user.Note{Game: n.Game, Position: n.Position}] = n
	}
	taken := &NotesTaken{Missing: reader.missing}
	var changed []user.Note
	var games []user.Game
	for _, n := range reader.notes {
		there, ok := kept[user.Note{Game: n.Game, Position: n.Position}]
		switch {
		case !ok:
		case there.Text == n.Text:
			taken.Same++
			continue
		case there.Changed.After(n.Changed):
			taken.Newer++
			continue
		}
		changed = append(changed, n)
		if n.Game != 0 {
			games = append(games, v.userGames(n.Game)...)
		}
	}
	taken.Written = len(changed)
	if len(changed) == 0 {
		return taken, nil
	}
	return taken, v.archive.user.PutNotes(changed, games)
}

// A noteReader reads the text of notes line by line.
type noteReader struct {
	find    func(store.Digest) (GameID, bool)
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
			return errors.New("this line of a note comes before the line with its game or position")
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
		return errors.New(`expected "game" or "position", a time, and the game or position`)
	}
	r.open, r.known, r.lines, r.note = true, true, nil, user.Note{Changed: changed}
	if kind == "position" {
		r.note.Position = user.Position(place)
		return nil
	}
	d, err := ParseDigest(place)
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
