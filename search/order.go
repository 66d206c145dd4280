package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kifudb/store"
)

// An Order is a key to sort games by.
type Order struct {
	Field      string // one of OrderFields
	Descending bool
}

// orderFacts are the numbers by which games can be sorted.
var orderFacts = map[string]func(*store.Facts) int64{
	"date":     func(f *store.Facts) int64 { return orLast(int64(f.DateLo), f.DateLo != 0) },
	"moves":    func(f *store.Facts) int64 { return int64(f.Moves) },
	"nodes":    func(f *store.Facts) int64 { return int64(f.Nodes) },
	"handicap": func(f *store.Facts) int64 { return int64(f.Handicap) },
	"komi":     func(f *store.Facts) int64 { return orLast(int64(f.Komi), f.Komi != store.NoKomi) },
	"margin":   func(f *store.Facts) int64 { return orLast(int64(f.Margin), f.How == store.ByPoints) },
	"size":     func(f *store.Facts) int64 { return orLast(int64(f.Size.Area()), f.Size.Area() > 0) },
	"rank":     func(f *store.Facts) int64 { return higherRank(f.BlackRank, f.WhiteRank) },
}

// orderTexts are the texts by which games can be sorted.
var orderTexts = map[string]string{"black": "PB", "white": "PW", "event": "EV", "place": "PC"}

// OrderFields are the names by which games can be sorted.
func OrderFields() []string {
	return []string{"id", "date", "black", "white", "event", "place", "moves", "nodes", "handicap", "komi", "margin", "size", "rank"}
}

// notKnown is the key of what is not known.
const notKnown = 1 << 40

func orLast(n int64, known bool) int64 {
	if known {
		return n
	}
	return notKnown
}

// higherRank returns the higher of the ranks that are known.
func higherRank(a, b int16) int64 {
	switch {
	case a == 0:
		return orLast(int64(b), b != 0)
	case b == 0:
		return int64(a)
	}
	return int64(max(a, b))
}

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
		if !slices.Contains(OrderFields(), o.Field) {
			return nil, fmt.Errorf("order %q: expected one of %s", name, strings.Join(OrderFields(), ", "))
		}
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
func (k orderKey) known(o Order) bool {
	if orderTexts[o.Field] != "" {
		return k.Text != ""
	}
	return k.Number != notKnown
}

// compareKeys compares what two games are sorted by. What is not known comes
// last in either direction: nobody asks for the latest games to see those
// without a date.
func compareKeys(orders []Order, a, b []orderKey, idA, idB store.GameID) int {
	for i, order := range orders {
		if known := a[i].known(order); known != b[i].known(order) {
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
	texts   [][]string // by place in the order and number of the value; "" for others
	values  []int      // of one game
}

// open makes the reader ready for the games of a segment.
func (r *keyReader) open(g *store.Segment, orders []Order) {
	r.segment = g
	r.texts = slices.Grow(r.texts[:0], len(orders))[:len(orders)]
	for i, o := range orders {
		clear(r.texts[i])
		ident := orderTexts[o.Field]
		if ident == "" {
			continue
		}
		for value, text := range g.NumberedValues(ident) {
			if value >= len(r.texts[i]) {
				r.texts[i] = append(r.texts[i], make([]string, value+1-len(r.texts[i]))...)
			}
			r.texts[i][value] = textKey(text)
		}
	}
}

// read appends what a game is sorted by. Of several values of an identifier the
// greatest counts.
func (r *keyReader) read(key []orderKey, g *store.Segment, local int, orders []Order) []orderKey {
	if r.segment != g {
		r.open(g, orders)
	}
	facts := g.Facts(local)
	r.values = r.values[:0]
	for i, o := range orders {
		var k orderKey
		switch number := orderFacts[o.Field]; {
		case o.Field == "id":
			k.Number = int64(g.Base()) + int64(local)
		case number != nil:
			k.Number = number(&facts)
		default:
			if len(r.values) == 0 {
				r.values = g.ValueNumbers(local, r.values)
			}
			for _, value := range r.values {
				if value < len(r.texts[i]) {
					k.Text = max(k.Text, r.texts[i][value])
				}
			}
		}
		key = append(key, k)
	}
	return key
}

// textKey is what counts of a text for the order.
func textKey(text string) string {
	text = strings.ToLower(text)
	if len(text) > maxKeyText {
		text = strings.ToValidUTF8(text[:maxKeyText], "")
	}
	return text
}
