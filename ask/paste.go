package ask

import (
	"context"
	"slices"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/query"
)

// A Reading says how the program understood a pasted text.
type Reading struct {
	As    string `json:"as" enum:"place,query,part,position,record,words" doc:"What the text was read as: a place in a game, a query, a part of a board, a position, a record of one game or more, or words to search for."`
	Query string `json:"query,omitempty" doc:"Query for it. For a record it asks for the position at the end of the main line. Missing for several games, and if that position cannot be asked for."`
	Game  string `json:"game,omitempty" doc:"Name of the game whose position it is. Missing for words, queries and several games."`

	Record string `json:"record,omitempty" doc:"Format of the record, such as SGF. Missing if it is none that can be imported."`
	Ending string `json:"ending,omitempty" doc:"How the name of a file with the record ends, such as .sgf. Missing if it is no record."`
	Games  int    `json:"games,omitempty" doc:"Number of games in the record. Missing if it is no record."`
	Held   string `json:"held,omitempty" doc:"Name of the game in the archive that has the very same record. Missing if there is none, and for several games."`
}

// What a text can be read as.
const (
	asPlace    = "place"
	asQuery    = "query"
	asPart     = "part"
	asPosition = "position"
	asRecord   = "record"
	asWords    = "words"
)

// Pasted reads what somebody copied from elsewhere, by its content alone: a query, a
// place in a game as in 12@40, a diagram of a board or of a part of one, records that can be
// imported, moves, or a position in the game's notation. Anything else is searched for as
// words, if it is one line; the error of text that is not even that is a
// *[archive.QueryError].
func (vs *Views) Pasted(ctx context.Context, text string) (*Reading, error) {
	r := &Reading{}
	vs.readRecord(ctx, r, text)
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	var err error
	if r.Games > 1 {
		r.As = asRecord
		return r, nil
	}
	r.As, r.Query, err = vs.pastedQuery(ctx, text)
	switch onBoard := err == nil && r.As != asQuery && r.As != asWords; {
	case r.Record == "":
	case err == nil && r.As == asQuery && !strings.HasPrefix(text, "("):
		*r = Reading{As: r.As, Query: r.Query} // a record may stand in it
	case onBoard && !strings.Contains(text, "\n") && !strings.HasPrefix(text, "("):
		*r = Reading{As: r.As, Query: r.Query} // moves or a position in a line, which is a record of the shortest kind
	case onBoard:
		r.As = asRecord
	default:
		r.As, r.Query, err = asRecord, "", nil // its position cannot be asked for
	}
	if err != nil {
		return nil, err
	}
	if r.As != asQuery && r.As != asWords && r.Query != "" {
		if q, err := archive.ParseQuery(r.Query); err == nil {
			if s, err := vs.Scene(ctx, q); err == nil {
				r.Game = s.asked.Game.About().Name
			}
		}
	}
	return r, nil
}

// readRecord notes what records a text holds, if it does.
func (vs *Views) readRecord(ctx context.Context, r *Reading, text string) {
	f, records, err := indexer.Records(ctx, "", []byte(text))
	if err != nil || f == nil || len(records) == 0 || len(f.Extensions) == 0 {
		return
	}
	r.Record, r.Ending, r.Games = f.Title, f.Extensions[0], len(records)
	if len(records) > 1 {
		return
	}
	for i, v := range vs.Views.All() {
		if id, ok := v.Held(&records[0]); ok {
			game := &archive.Game{ID: id, Archive: vs.Views.Number(i)}
			r.Held = game.Name()
			return
		}
	}
}

// pastedQuery returns the query for a text, and what the text was read as.
func (vs *Views) pastedQuery(ctx context.Context, text string) (as, asked string, err error) {
	if isPlace(text) {
		asked, err = vs.pastedAs(ctx, "pos:"+text)
		return asPlace, asked, err
	}
	if q, err := archive.ParseQuery(text); err == nil && query.HasBoards(q.Root) {
		return asQuery, text, nil
	}
	part, err := vs.pastedPart(ctx, text)
	if err == nil && part != "" {
		return asPart, part, nil
	}
	// The games whose positions can be read from what was pasted; Go's comes first.
	var first error
	games := registry.All()
	slices.SortStableFunc(games, func(a, b registry.Game) int { return isDefault(b) - isDefault(a) })
	for _, g := range games {
		if _, ok := g.(registry.PositionReader); !ok {
			continue
		}
		for _, before := range []string{"", "startpos moves "} { // moves alone in shogi's notation are from the start
			term := "pos:" + quoteText(before+text)
			if isDefault(g) == 0 {
				term += " " + query.GameTerm(g.About().Number)
			}
			found, err := vs.pastedAs(ctx, term)
			if err == nil {
				return asPosition, found, nil
			}
			if first == nil {
				first = err
			}
		}
	}
	if strings.Contains(text, "\n") {
		return "", "", first
	}
	q, err := archive.ParseQuery(text)
	if err == nil && q.Root != nil && strings.ContainsRune(text, ':') {
		return asQuery, text, nil
	}
	return asWords, text, err
}

func isDefault(g registry.Game) int {
	if g.About().Number == registry.Default().About().Number {
		return 1
	}
	return 0
}

// pastedPart returns the query of a diagram that shows a part of a board, "" if it shows
// all of one.
func (vs *Views) pastedPart(ctx context.Context, text string) (string, error) {
	if !strings.Contains(text, "\n") || strings.HasPrefix(text, "(") {
		return "", nil
	}
	q, err := archive.ParseQuery("pat:" + quoteText(text))
	if err != nil {
		return "", err
	}
	s, err := vs.Scene(ctx, q)
	if err != nil || s.Region == nil {
		return "", err
	}
	p := s.asked.Pattern
	if usual := []int{9, 13, 19}; s.Region.Place == floatingPlace && p.Cols == p.Rows && slices.Contains(usual, p.Cols) {
		return "", nil // a board without drawn edges
	}
	place := ""
	if s.Region.Place != floatingPlace {
		place = s.Region.Place
	}
	rows := p.String()
	return "pat:" + place + rows[strings.IndexByte(rows, '['):], nil
}

// pastedAs returns a query for a position without what it was read from, where that is
// more than a line can show.
func (vs *Views) pastedAs(ctx context.Context, text string) (string, error) {
	q, err := archive.ParseQuery(text)
	if err != nil {
		return "", err
	}
	s, err := vs.Scene(ctx, q)
	if err != nil {
		return "", err
	}
	head := s.term.HeadText()
	if written := s.term.Text; len(written) > maxTyped || strings.ContainsAny(written, "\n(;") {
		head = "pos:" + quoteText(s.Board.Text)
	}
	parts := []string{head}
	for _, part := range []string{s.Options, s.Rest} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " "), nil
}

// maxTyped is how long a position may be to be kept as it was written.
const maxTyped = 400

func quoteText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
