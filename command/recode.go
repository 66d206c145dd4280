package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
	"kifudb/store"
)

func recodeCommand() *cli.Command {
	return &cli.Command{
		Name:      "recode",
		Usage:     "read records in another encoding, without their files",
		ArgsUsage: "ID...|QUERY...",
		UsageText: `kifudb search charset:doubtful                       which encodings are mere guesses
kifudb recode --dry-run charset:doubtful --charset gbk   names as they are, and would be
kifudb recode 12 40..60 --charset shift_jis
kifudb recode --source old.zip --charset auto        guess again`,
		Description: `An archive keeps the bytes of each record as they came, and in which encoding
they are read; recode changes that. 'kifudb show ID' says which it is, and why.
` + selectionHelp + `

Records that hold bytes which are no characters of the encoding stay as they
are, unless --force. Records in plain ASCII read the same in all of them.
Numbers, tags and notes of the games stay, and the encoding counts as certain
from then on, also for 'kifudb rebuild'. With --charset auto the games named
give evidence for each other, those of one folder, as in an import.

Encodings: ` + strings.Join(indexer.Charsets(), ", ") + `, and their other
names.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "charset", Usage: "the encoding's `NAME`, or auto to guess again"},
			sourceFlag(),
			&cli.BoolFlag{Name: "dry-run", Usage: "show names before and after, and change nothing"},
			&cli.BoolFlag{Name: "force", Usage: "also where bytes are no characters of the encoding"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: defaultLimit, Usage: "show at most `N` games, 0 for all"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: runRecode,
	}
}

func runRecode(c *cli.Context) error {
	name, err := wantedCharset(c.String("charset"))
	if err != nil {
		return err
	}
	if c.Int("limit") < 0 {
		return usage("--limit cannot be negative")
	}
	db, err := openArchive(c)
	if err != nil {
		return err
	}
	defer db.Close()
	var w *store.Writer
	if !c.Bool("dry-run") {
		if w, err = db.Writer(indexer.Derive); err != nil {
			return err
		}
		defer w.Close()
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	s := v.Snapshot()
	ids, err := selectGames(c, v)
	if err != nil {
		return err
	}
	r := &recoding{charset: name, force: c.Bool("force"), most: c.Int("limit")}
	for len(ids) > 0 {
		g, _, ok := s.Segment(ids[0])
		if !ok {
			return fmt.Errorf("there is no game %d", ids[0])
		}
		n := 1
		for n < len(ids) && ids[n] < g.Base()+store.GameID(g.Len()) {
			n++
		}
		if err := r.segment(c.Context, w, g, ids[:n]); err != nil {
			return err
		}
		ids = ids[n:]
	}
	if c.Bool("json") {
		return printJSON(c.App.Writer, r.json())
	}
	return r.print(c.App.Writer, w == nil)
}

// wantedCharset returns the canonical name of an encoding as the user wrote it,
// "" for auto.
func wantedCharset(name string) (string, error) {
	if name == "" {
		return "", usage("recode needs --charset NAME, or --charset auto to guess again")
	}
	if strings.EqualFold(name, "auto") {
		return "", nil
	}
	canonical, ok := indexer.FindCharset(name)
	if !ok {
		return "", usage("there is no encoding %q for records; did you mean %s?", name, strings.Join(nearCharsets(name), ", "))
	}
	return canonical, nil
}

// nearCharsets returns the names that begin most like a name, or the frequent ones.
func nearCharsets(name string) []string {
	const frequent = 11
	all := indexer.Charsets()
	letters := func(s string) string {
		return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(s))
	}
	shared := func(s string) int {
		a, b := letters(s), letters(name)
		n := 0
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		return n
	}
	most := shared(slices.MaxFunc(all, func(a, b string) int { return shared(a) - shared(b) }))
	if most < 2 {
		return all[:frequent]
	}
	return slices.DeleteFunc(all, func(s string) bool { return shared(s) < most })
}

// A recoding is what recode does, and what has come of it.
type recoding struct {
	charset string // "": guess
	force   bool
	most    int // games to show; 0: all

	Changed   int           `json:"recoded"`
	ASCII     int           `json:"ascii"`     // read the same in any encoding
	Same      int           `json:"unchanged"` // were read so already
	Undefined []undefined   `json:"undefined"` // stay as they are, unless by force
	Games     []recodedGame `json:"games"`     // as many as are shown
}

// undefined is a game with bytes that are no characters of the encoding.
type undefined struct {
	ID         store.GameID `json:"id"`
	Characters int          `json:"characters"`
}

// recodedGame shows how a game's names change.
type recodedGame struct {
	ID          store.GameID `json:"id"`
	Charset     string       `json:"charset"`
	Before      string       `json:"before"`
	After       string       `json:"after"`
	CharsetThen string       `json:"newCharset"`
}

// segment recodes games of one segment, as one change. Without a writer it
// only shows what would be.
func (r *recoding) segment(ctx context.Context, w *store.Writer, g *store.Segment, ids []store.GameID) error {
	records, err := recordsOf(g, ids)
	if err != nil {
		return err
	}
	var guesses []store.Charset
	if r.charset == "" {
		guesses = indexer.Guesses(records)
	}
	changed := map[store.GameID]*store.Game{}
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		game := r.recode(id, records[i], guesses, i)
		if game == nil {
			continue
		}
		changed[id] = game
		if r.most == 0 || len(r.Games) < r.most {
			before, after := readings(g.Info(int(id-g.Base())), game.Info)
			r.Games = append(r.Games, recodedGame{id, records[i].Charset.Name, before, after, game.Record.Charset.Name})
		}
	}
	r.Changed += len(changed)
	if w == nil || len(changed) == 0 {
		return nil
	}
	return w.Rewrite(ctx, changed)
}

// recordsOf reads the records of live games of a segment.
func recordsOf(g *store.Segment, ids []store.GameID) ([]store.Record, error) {
	const few = 32 // to read one unpacks as many
	records := make([]store.Record, 0, len(ids))
	if len(ids) <= few {
		for _, id := range ids {
			record, err := g.Record(int(id - g.Base()))
			if err != nil {
				return nil, err
			}
			records = append(records, record)
		}
		return records, nil
	}
	for stored, err := range g.Records(nil) {
		if err != nil {
			return nil, err
		}
		if i := len(records); i < len(ids) && g.Base()+store.GameID(stored.Local) == ids[i] {
			records = append(records, stored.Record)
		}
	}
	return records, nil
}

// recode returns the game of a record in the wanted encoding, nil if it is to
// stay as it is.
func (r *recoding) recode(id store.GameID, record store.Record, guesses []store.Charset, i int) *store.Game {
	if r.charset == "" {
		if guesses[i] == record.Charset {
			r.Same++
			return nil
		}
		record.Charset = guesses[i]
		game, err := indexer.Derive(record)
		if err != nil {
			return nil // never fails
		}
		return game
	}
	game, n := indexer.Recode(record, r.charset)
	switch {
	case game.Record.Charset == record.Charset:
		r.Same++
		return nil
	case indexer.ReadsAlike(record):
		r.ASCII++
		return nil
	case n > 0:
		r.Undefined = append(r.Undefined, undefined{id, n})
		if !r.force {
			return nil
		}
	}
	return game
}

// readings returns the texts of a game that people know it by, as they are and
// as they would be.
func readings(before, after []store.Value) (string, string) {
	text := func(values []store.Value) string {
		of := map[string]string{}
		for _, v := range values {
			if of[v.Ident] == "" {
				of[v.Ident] = v.Text
			}
		}
		names := joined(of["PB"], inDash(of["PW"]))
		if names == "" {
			names = joined(of["GN"], of["EV"])
		}
		return names
	}
	return text(before), text(after)
}

func inDash(s string) string {
	if s == "" {
		return ""
	}
	return "– " + s
}

func (r *recoding) json() any {
	if r.Games == nil {
		r.Games = []recodedGame{}
	}
	if r.Undefined == nil {
		r.Undefined = []undefined{}
	}
	return r
}

func (r *recoding) print(w io.Writer, dry bool) error {
	t := newTable("game", "read in", "as", "then in", "as")
	t.alignRight(0)
	t.limit(2, 50)
	t.limit(4, 50)
	for _, g := range r.Games {
		t.row(fmt.Sprint(g.ID), g.Charset, g.Before, g.CharsetThen, g.After)
	}
	if err := t.print(w); err != nil {
		return err
	}
	what := "recoded"
	if dry {
		what = "would be recoded"
	}
	shown := ""
	if len(r.Games) < r.Changed {
		shown = fmt.Sprintf(" (%s shown, --limit 0 for all)", number(len(r.Games)))
	}
	lines := []string{fmt.Sprintf("%s %s%s", countOf(r.Changed), what, shown)}
	if r.Same > 0 {
		lines = append(lines, countOf(r.Same)+" read so already")
	}
	if r.ASCII > 0 {
		lines = append(lines, countOf(r.ASCII)+" in plain ASCII, which is the same in all encodings")
	}
	if len(r.Undefined) > 0 {
		var ids []store.GameID
		for _, u := range r.Undefined {
			ids = append(ids, u.ID)
		}
		left := "left as they are; --force recodes them, too"
		if r.force {
			left = "which cannot be read"
		}
		lines = append(lines, fmt.Sprintf("%s with bytes that are no characters of %s, %s: %s", countOf(len(ids)), r.charset, left, idList(ids)))
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}
