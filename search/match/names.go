package match

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/book/alias"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

func namesCondition(f query.Field, v query.Value, r *query.Resolution) (Condition, error) {
	t := newTexts(f, v)
	t.guess = v.SpelledOut() && !r.Sure
	if len(r.Names) > 0 {
		kind, _ := f.Names()
		t.wider = &spelled{kind: kind, names: r.Names}
		t.figures.Also = r.Also
	}
	return t, nil
}

// spelled are names that a value means besides the text that it is.
type spelled struct {
	kind  alias.Kind
	names []alias.Name
}

// search adds the games of a segment with a value that names one of the names.
// The index gives the values that hold a name's words; those are read.
func (w *spelled) search(ctx context.Context, s *store.Segment, idents []string, games *roaring.Bitmap) error {
	for _, n := range w.names {
		q := fulltext.Query{Idents: idents, Text: n.Query(), Kind: fulltext.Words}
		found, err := s.SearchValuesIf(ctx, q, func(text string) bool { return w.named(n, text) })
		if err != nil {
			return err
		}
		games.Or(found)
	}
	return nil
}

// named reports whether a value names a name.
func (w *spelled) named(n alias.Name, text string) bool {
	for _, r := range w.kind.Read(text) {
		if n.Covers(r.Name) {
			return true
		}
	}
	return false
}

// pieces returns where a value names one of the names, in bytes; all of it if that
// cannot be told.
func (w *spelled) pieces(text string) [][2]int {
	var pieces [][2]int
	for _, r := range w.kind.Read(text) {
		if !slices.ContainsFunc(w.names, func(n alias.Name) bool { return n.Covers(r.Name) }) {
			continue
		}
		piece := [2]int{0, len(text)}
		if at := strings.Index(text, r.Text); at >= 0 && r.Text != "" {
			piece = [2]int{at, at + len(r.Text)}
		}
		pieces = append(pieces, piece)
	}
	return pieces
}
