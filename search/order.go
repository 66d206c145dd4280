package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// An Order is a key to sort games by.
type Order struct {
	Field      string // a name of a field that Can be sorted by
	Descending bool
}

// OrderFields are the names by which games can be sorted.
func OrderFields() (names []string) {
	for _, f := range query.Fields() {
		if f.Can(query.SortBy) {
			names = append(names, f.Name)
		}
	}
	return names
}

// orderField returns the field of an order, by any of its names.
func orderField(name string) (query.Field, error) {
	f, ok := query.FindListed(name)
	if !ok {
		return f, fmt.Errorf("expected one of %s", strings.Join(OrderFields(), ", "))
	}
	return f, f.Check(query.SortBy)
}

// notKnown is the key of what is not known.
const notKnown = 1 << 40

// ParseOrder reads a list of fields such as "date,-moves" or "date:desc"; a
// minus or ":desc" means descending.
func ParseOrder(s string) ([]Order, error) {
	if s == "" {
		return nil, nil
	}
	var list []Order
	for _, name := range strings.Split(s, ",") {
		var o Order
		o.Field, o.Descending = strings.CutPrefix(strings.TrimSpace(name), "-")
		if field, direction, ok := strings.Cut(o.Field, ":"); ok {
			switch direction {
			case "desc":
				o.Descending = !o.Descending
			case "asc":
			default:
				return nil, fmt.Errorf(`order %q: expected "asc" or "desc" after the colon`, name)
			}
			o.Field = field
		}
		f, err := orderField(o.Field)
		if err != nil {
			return nil, fmt.Errorf("order %q: %w", name, err)
		}
		o.Field = f.Name
		list = append(list, o)
	}
	return list, nil
}

// orderKey is what a game is sorted by.
type orderKey struct {
	Number int64  `json:"number,omitempty"`
	Text   string `json:"text,omitempty"`
}

// known reports whether there is something to sort by.
func (k orderKey) known() bool { return k.Text != "" || k.Number != notKnown }

// compareKeys compares what two games are sorted by. What is not known comes
// last in either direction: nobody asks for the latest games to see those
// without a date.
func compareKeys(orders []Order, a, b []orderKey, idA, idB store.GameID) int {
	for i, order := range orders {
		if known := a[i].known(); known != b[i].known() {
			if known {
				return -1
			}
			return 1
		}
		c := cmp.Or(cmp.Compare(a[i].Number, b[i].Number), strings.Compare(a[i].Text, b[i].Text))
		if order.Descending {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(idA, idB)
}

// A keyReader reads what games are sorted by, for one segment after the other.
// Texts are read from the segment's dictionary once, not once per game.
type keyReader struct {
	segment *store.Segment
	by      []query.Field
	texts   [][]orderKey           // by place in the order and number of the value
	does    []*match.FeatureReader // by place in the order; nil for other fields
	values  []int                  // of one game
}

// open makes the reader ready for the games of a segment.
func (r *keyReader) open(g *store.Segment, orders []Order) {
	r.segment = g
	r.by = r.by[:0]
	r.texts = slices.Grow(r.texts[:0], len(orders))[:len(orders)]
	r.does = slices.Grow(r.does, len(orders))[:len(orders)]
	for i, o := range orders {
		f, err := orderField(o.Field)
		if err != nil {
			panic(err) // was checked
		}
		r.by = append(r.by, f)
		r.texts[i] = r.texts[i][:0]
		if f.Sort() == query.SortFeatures && r.does[i] == nil {
			if r.does[i], err = match.NewFeatureReader(f); err != nil {
				panic(err) // was checked
			}
		}
		if by := f.Sort(); by != query.SortTexts && by != query.SortNumbers {
			continue
		}
		for _, ident := range f.ListedIdents() {
			for value, text := range g.NumberedValues(ident) {
				for value >= len(r.texts[i]) {
					r.texts[i] = append(r.texts[i], orderKey{Number: notKnown})
				}
				r.texts[i][value] = keyOfText(&f, text)
			}
		}
	}
}

// keyOfText is what a game with a text is sorted by.
func keyOfText(f *query.Field, text string) orderKey {
	if f.Sort() == query.SortNumbers {
		if n, ok := f.TextNumber(text); ok {
			return orderKey{Number: n}
		}
		return orderKey{Number: notKnown}
	}
	if part := f.ListedPart(); part != nil {
		text = part(text)
	}
	if text = textKey(text); text == "" {
		return orderKey{Number: notKnown}
	}
	return orderKey{Text: text}
}

// read appends what a game is sorted by. Of several values of an identifier the
// greatest counts.
func (r *keyReader) read(key []orderKey, g *store.Segment, local int, orders []Order) []orderKey {
	if r.segment != g {
		r.open(g, orders)
	}
	facts := g.Facts(local)
	r.values = r.values[:0]
	for i := range r.by {
		k := orderKey{Number: notKnown}
		switch r.by[i].Sort() {
		case query.SortIDs:
			k.Number = int64(g.Base()) + int64(local)
		case query.SortFeatures:
			values, err := r.does[i].Values(g, local)
			if err != nil {
				break // the search says so
			}
			for _, v := range values {
				k = greater(k, orderKey{Number: int64(v.Number)})
			}
		case query.SortFacts:
			if n, known := r.by[i].Facts.OfGame(&facts); known {
				k.Number = n
			}
		default:
			if len(r.values) == 0 {
				r.values = g.ValueNumbers(local, r.values)
			}
			for _, value := range r.values {
				if value < len(r.texts[i]) {
					k = greater(k, r.texts[i][value])
				}
			}
		}
		key = append(key, k)
	}
	return key
}

// greater returns the greater one of two keys, or the one that is known.
func greater(a, b orderKey) orderKey {
	if a.known() && (!b.known() || cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(a.Text, b.Text)) >= 0) {
		return a
	}
	return b
}

// textKey is what counts of a text for the order.
func textKey(text string) string {
	text = strings.ToLower(text)
	if len(text) > maxKeyText {
		text = strings.ToValidUTF8(text[:maxKeyText], "")
	}
	return text
}
