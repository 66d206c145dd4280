package match

import (
	"context"
	"errors"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kifudb/query"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// Matches says by which pieces of its values a game was found: for an identifier of
// SGF, pairs of byte offsets [from, to) in the first value that the game shows for
// it, ascending and without overlap. Conditions on anything but texts match no piece.
type Matches map[string][][2]int

// UnmarshalJSON reads pieces, which may have come from anywhere.
func (m *Matches) UnmarshalJSON(data []byte) error { return query.ReadJSON(data, m) }

// UnmarshalJSONFrom reads pieces, which may have come from anywhere.
func (m *Matches) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	type plain Matches
	if err := json.UnmarshalDecode(d, (*plain)(m)); err != nil {
		return err
	}
	for _, pieces := range *m {
		last := 0
		for _, p := range pieces {
			if p[0] < last || p[1] < p[0] {
				return errors.New("matched pieces that are not in order")
			}
			last = p[1]
		}
	}
	return nil
}

// A matcher is a filter that knows which pieces of values it was fulfilled by.
type matcher interface {
	// matches adds the pieces of a game that narrow has let through. The values are
	// those that are looked at, by identifier.
	matches(ctx context.Context, b *Block, local int, values map[string]string, found Matches) error
}

// MatchesOf returns by which pieces of the first values of some properties a game was
// found, nil if by none.
func (b *Block) MatchesOf(ctx context.Context, local int, idents []string) (Matches, error) {
	filter, ok := b.filter.(matcher)
	if !ok || len(idents) == 0 {
		return nil, nil
	}
	found := Matches{}
	again := *b
	again.Again = true // the game was counted when it was found
	if err := filter.matches(ctx, &again, local, firstValues(b.Segment, local, idents), found); err != nil {
		return nil, err
	}
	for ident, pieces := range found {
		found[ident] = fulltext.MergeSpans(pieces)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return found, nil
}

// firstValues returns the first value, of those that say anything, of each of some
// properties that a game has.
func firstValues(s *store.Segment, local int, idents []string) map[string]string {
	values := map[string]string{}
	for _, v := range s.Info(local) {
		if values[v.Ident] == "" && v.Text != "" && slices.Contains(idents, v.Ident) {
			values[v.Ident] = v.Text
		}
	}
	return values
}

func (f allFilter) matches(ctx context.Context, b *Block, local int, values map[string]string, found Matches) error {
	for _, child := range f {
		if m, ok := child.(matcher); ok {
			if err := m.matches(ctx, b, local, values, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// matches asks the filters that hold, as hits does.
func (f someFilter) matches(ctx context.Context, b *Block, local int, values map[string]string, found Matches) error {
	game := roaring.BitmapOf(uint32(local))
	for _, child := range f {
		m, ok := child.(matcher)
		if !ok {
			continue
		}
		holds, err := child.narrow(ctx, b, game)
		if err != nil {
			return err
		}
		if holds.IsEmpty() {
			continue
		}
		if err := m.matches(ctx, b, local, values, found); err != nil {
			return err
		}
	}
	return nil
}

// matches reads the values as the search did. What a record says is marked only where
// it is what is shown.
func (f *textsFilter) matches(_ context.Context, _ *Block, local int, values map[string]string, found Matches) error {
	if f.values == nil {
		return nil
	}
	m, err := f.values.Matcher()
	if err != nil {
		return err
	}
	var recorded map[string]string
	if f.written {
		recorded = firstValues(f.segment, local, f.values.Idents)
	}
	guessed := f.lost != nil && f.lost.ContainsInt(local)
	for ident, text := range values {
		switch {
		case len(f.values.Idents) > 0 && !slices.Contains(f.values.Idents, ident):
		case f.written && recorded[ident] != text:
		case m.Match(text), guessed && m.MatchDamaged(text):
			found[ident] = append(found[ident], m.Spans(text)...)
		case slices.Contains(f.titles, text):
			found[ident] = append(found[ident], [2]int{0, len(text)})
		case f.wider != nil:
			if pieces := f.wider.pieces(text); len(pieces) > 0 {
				found[ident] = append(found[ident], pieces...)
			}
		}
	}
	return nil
}
