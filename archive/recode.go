package archive

import (
	"context"
	"errors"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/store"
)

// RecodeOptions say how records are to be read.
type RecodeOptions struct {
	Charset  string // a name that [indexer.FindCharset] knows; "" guesses again
	Mojibake bool   // instead: text that was encoded twice as what it was
	Force    bool   // also where bytes are not characters of the encoding
	DryRun   bool   // change nothing
	Limit    int    // games to show, 0 for all

	Report func(JobProgress) // if set, is told how far it is
}

// Charsets returns the names of the encodings that records can be read in.
func Charsets() []string { return indexer.Charsets() }

// Check says what is wrong with the options: a [*RequestError], or nil.
func (o *RecodeOptions) Check() error {
	if o.Limit < 0 {
		return badRequest("limit", "a limit cannot be negative")
	}
	if o.Mojibake && o.Charset != "" {
		return badRequest("mojibake", "text that was encoded twice needs no name of an encoding; use one or the other")
	}
	if o.Charset == "" {
		return nil
	}
	if _, ok := indexer.FindCharset(o.Charset); !ok {
		return badRequest("charset", "there is no encoding %q for records; did you mean %s?", o.Charset, strings.Join(nearCharsets(o.Charset), ", "))
	}
	return nil
}

// Recoded says what has become of records that are to be read in another encoding.
type Recoded struct {
	options *RecodeOptions

	Charset string `json:"charset,omitempty" doc:"Canonical name of the new encoding. Missing if kifudb guesses it."`

	Changed   int              `json:"recoded" doc:"Number of records that are now read differently."`
	ASCII     int              `json:"ascii" doc:"Number of records that read the same in any encoding."`
	Same      int              `json:"unchanged" doc:"Number of records that had the encoding already."`
	Undefined []UndefinedBytes `json:"undefined" doc:"Records with bytes that are no characters of the encoding. They stay unchanged unless the request uses force."`
	Lost      []UndefinedBytes `json:"lost" doc:"Records with text that was encoded twice and cannot be restored."`
	Games     []RecodedGame    `json:"games" doc:"The first records that change, with the effect."`
}

// UndefinedBytes is a game with bytes that are not characters of the encoding.
type UndefinedBytes struct {
	ID         GameID `json:"id" doc:"Id of the game."`
	Characters int    `json:"characters" doc:"Number of characters that the encoding does not define, or of values that cannot be restored."`
}

// A RecodedGame shows how a game's names change.
type RecodedGame struct {
	ID         GameID `json:"id" doc:"Id of the game."`
	Charset    string `json:"charset" doc:"Encoding before the change."`
	Before     string `json:"before" doc:"Names, or the first text that changes, before the change."`
	After      string `json:"after" doc:"The same text after the change."`
	NewCharset string `json:"new_charset" doc:"Encoding after the change."`
}

// segment recodes games of one segment, as one change. Without a writer it
// only shows what would be.
func (r *Recoded) segment(ctx context.Context, w *store.Writer, g *store.Segment, ids []GameID) error {
	records, err := recordsOf(g, ids)
	if err != nil {
		return err
	}
	var guesses []store.Charset
	if r.Charset == "" && !r.options.Mojibake {
		guesses = indexer.Guesses(records)
	}
	changed := map[GameID]*store.Game{}
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return err
		}
		game := r.recode(id, records[i], guesses, i)
		if game == nil {
			continue
		}
		changed[id] = game
		if r.options.Limit == 0 || len(r.Games) < r.options.Limit {
			before, after := readings(g.Recorded().Info(int(id-g.Base())), game.Info)
			if before == after {
				before, after = firstChange(records[i], game)
			}
			r.Games = append(r.Games, RecodedGame{id, records[i].Charset.Name, before, after, game.Record.Charset.Name})
		}
	}
	r.Changed += len(changed)
	if w == nil || len(changed) == 0 {
		return nil
	}
	return w.Rewrite(ctx, changed)
}

// recordsOf reads the records of live games of a segment.
func recordsOf(g *store.Segment, ids []GameID) ([]store.Record, error) {
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
		if i := len(records); i < len(ids) && g.Base()+GameID(stored.Local) == ids[i] {
			records = append(records, stored.Record)
		}
	}
	return records, nil
}

// recode returns the game of a record in the wanted encoding, nil if it is to
// stay as it is.
func (r *Recoded) recode(id GameID, record store.Record, guesses []store.Charset, i int) *store.Game {
	if r.options.Mojibake {
		way, lost := indexer.WayBack(record)
		if lost > 0 {
			r.Lost = append(r.Lost, UndefinedBytes{id, lost})
		}
		if way == "" {
			r.Same++
			return nil
		}
		game, _ := indexer.Recode(record, way)
		return game
	}
	if r.Charset == "" {
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
	game, n := indexer.Recode(record, r.Charset)
	switch {
	case game.Record.Charset == record.Charset:
		r.Same++
		return nil
	case indexer.ReadsAlike(record):
		r.ASCII++
		return nil
	case n > 0:
		r.Undefined = append(r.Undefined, UndefinedBytes{id, n})
		if !r.options.Force {
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
		names := Joined(of["PB"], inDash(of["PW"]))
		if names == "" {
			names = Joined(of["GN"], of["EV"])
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

// firstChange returns the first text of a game that is read otherwise, as it is and as it would be.
func firstChange(record store.Record, after *store.Game) (string, string) {
	before, err := indexer.Derive(record)
	if err != nil {
		return "", ""
	}
	for i, v := range before.Info {
		if v.Ident != format.IdentCharset && i < len(after.Info) && after.Info[i] != v && after.Info[i].Ident == v.Ident {
			return v.Text, after.Info[i].Text
		}
	}
	for i, c := range before.Comments {
		if i < len(after.Comments) && after.Comments[i].Text != c.Text {
			return c.Text, after.Comments[i].Text
		}
	}
	return "", ""
}

// Joined writes two texts with a space between, unless one is empty.
func Joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// Recode reads the records of live games of the view, ascending by their numbers,
// in another encoding: segment by segment, each as one change. When it is stopped,
// what was changed so far stays.
func (v *View) Recode(ctx context.Context, ids []GameID, o *RecodeOptions) (r *Recoded, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	if v.archive.mirror != nil && !o.DryRun {
		err = v.archive.change(ctx, func(a *Archive) error {
			return a.Ask(func(there *View) (err error) {
				if there.Generation() != v.Generation() {
					return ErrChanged
				}
				r, err = there.Recode(ctx, ids, o)
				return err
			})
		})
		return r, err
	}
	r = &Recoded{options: o, Undefined: []UndefinedBytes{}, Lost: []UndefinedBytes{}, Games: []RecodedGame{}}
	if o.Charset != "" {
		r.Charset, _ = indexer.FindCharset(o.Charset)
	}
	var w *store.Writer
	if !o.DryRun {
		if w, err = v.archive.db.Writer(indexer.Derive); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, w.Close()) }()
		if err := v.current(); err != nil {
			return nil, err
		}
	}
	done, all, report := 0, len(ids), reporter(o.Report)
	for len(ids) > 0 {
		g, _, ok := v.snapshot.Segment(ids[0])
		if !ok {
			return r, noGame{ids[0], NeverThere}
		}
		n := 1
		for n < len(ids) && ids[n] < g.Base()+GameID(g.Len()) {
			n++
		}
		if err := r.segment(ctx, w, g, ids[:n]); err != nil {
			return r, err
		}
		ids = ids[n:]
		done += n
		report(JobProgress{Stage: "recoding", Done: int64(done), Total: int64(all), Unit: UnitGames})
	}
	if w != nil {
		err = keepBoardIndex(ctx, w, report)
	}
	return r, err
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
