package query

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

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
	number int64
	text   string
}

// known reports whether there is something to sort by.
func (k orderKey) known(o Order) bool {
	if orderTexts[o.Field] != "" {
		return k.text != ""
	}
	return k.number != notKnown
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
		c := cmp.Or(cmp.Compare(a[i].number, b[i].number), strings.Compare(a[i].text, b[i].text))
		if order.Descending {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(idA, idB)
}

// sorted returns the numbers of the games that fulfil a program, in the given
// order and then by number; only those behind the cursor, if there is one.
func (p *program) sorted(ctx context.Context, s *store.Snapshot, o *Options) ([]store.GameID, error) {
	var ids []store.GameID
	keys := make(map[store.GameID][]orderKey)
	for _, segment := range s.Segments() {
		games := roaring.New()
		for b, err := range p.blocks(ctx, []*store.Segment{segment}, o, keepNone) {
			if err != nil {
				return nil, err
			}
			games.Or(b.mask)
		}
		addKeys(keys, segment, games, o.Sort)
		for local := range iterate(games) {
			id := segment.Base() + store.GameID(local)
			if o.After == nil || compareKeys(o.Sort, keys[id], o.After.key, id, o.After.id) > 0 {
				ids = append(ids, id)
			}
		}
	}
	slices.SortFunc(ids, func(a, b store.GameID) int { return compareKeys(o.Sort, keys[a], keys[b], a, b) })
	return ids, nil
}

// addKeys adds the keys of some games of a segment.
func addKeys(keys map[store.GameID][]orderKey, s *store.Segment, games *roaring.Bitmap, orders []Order) {
	for local := range iterate(games) {
		keys[s.Base()+store.GameID(local)] = numberKeys(s, local, orders)
	}
	for i, o := range orders {
		ident := orderTexts[o.Field]
		if ident == "" {
			continue
		}
		for text, having := range s.Values(ident) {
			key := textKey(text)
			for local := range iterate(roaring.And(having, games)) {
				keys[s.Base()+store.GameID(local)][i].text = key
			}
		}
	}
}

// numberKeys returns the keys of a game with those filled in that are numbers.
func numberKeys(s *store.Segment, local int, orders []Order) []orderKey {
	facts := s.Facts(local)
	key := make([]orderKey, len(orders))
	for i, o := range orders {
		if o.Field == "id" {
			key[i].number = int64(s.Base()) + int64(local)
		} else if number := orderFacts[o.Field]; number != nil {
			key[i].number = number(&facts)
		}
	}
	return key
}

// gameKey returns what one game is sorted by. Of several values of an
// identifier the greatest counts, as in addKeys.
func gameKey(s *store.Segment, local int, orders []Order) []orderKey {
	key := numberKeys(s, local, orders)
	for i, o := range orders {
		if ident := orderTexts[o.Field]; ident != "" {
			most := ""
			for _, v := range s.Info(local) {
				if v.Ident == ident {
					most = max(most, v.Text)
				}
			}
			key[i].text = textKey(most)
		}
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

// iterate returns the members of a bitmap, ascending.
func iterate(b *roaring.Bitmap) iter.Seq[int] {
	return func(yield func(int) bool) {
		for it := b.Iterator(); it.HasNext(); {
			if !yield(int(it.Next())) {
				return
			}
		}
	}
}
