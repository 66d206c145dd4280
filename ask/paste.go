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

// Pasted returns the query that asks for what somebody copied from elsewhere: a query, a
// place in a game as in 12@40, a diagram of a board or of a part of one, a record in SGF
// (the position at the end of its main line), moves, or a position in SFEN. Anything
// else is searched for as words, if it is one line; the error of text that is not even
// that is a *[archive.QueryError].
func (vs *Views) Pasted(ctx context.Context, text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if isPlace(text) {
		return vs.pastedAs(ctx, "pos:"+text)
	}
	if q, err := archive.ParseQuery(text); err == nil && query.HasBoards(q.Root) {
		return text, nil
	}
	part, err := vs.pastedPart(ctx, text)
	if err == nil && part != "" {
		return part, nil
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
				return found, nil
			}
			if first == nil {
				first = err
			}
		}
	}
	if strings.Contains(text, "\n") {
		return "", first
	}
	_, err = archive.ParseQuery(text)
	return text, err
}

// RecordIn returns the format of a text that is a record of one game or more, for people, and how
// the name of a file with it ends; "" of another text.
func RecordIn(ctx context.Context, text string) (title, ending string) {
	f, records, err := indexer.Records(ctx, "", []byte(text))
	if err != nil || f == nil || len(records) == 0 || len(f.Extensions) == 0 {
		return "", ""
	}
	return f.Title, f.Extensions[0]
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
