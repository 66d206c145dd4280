package query

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/alias"
	"kifudb/store"
)

// names is the meaning of fields that name players or events. They are texts
// whose values also find the other spellings that the user has given to the
// same name, and names of which characters were lost; words of a player's name
// are found in another order, too. Literal values find none of this.
type names struct {
	text
	kind alias.Kind
}

// names finds out the other spellings.
func (r *resolver) names(f field, t *Term) (Node, error) {
	v := t.Values[0]
	if v.Kind == Exact {
		return t, nil
	}
	found := Resolution{Sure: r.options.Sure}
	table, err := r.aliasTable(f.meaning.(names).kind)
	if err != nil {
		return nil, err
	}
	if table != nil {
		m, err := namesQuery(f, v).Matcher()
		if err != nil {
			return nil, err
		}
		if wider := widen(table, m, v); wider != nil {
			found.Names, found.Also = wider.names, wider.also
		}
	}
	if !found.Sure && found.Names == nil {
		return t, nil
	}
	return t.resolved(found), nil
}

// namesQuery puts a value into the store's words. The words of a player's name
// may be in another order.
func namesQuery(f field, v Value) *store.TextQuery {
	q := textQuery(f.idents, v)
	if isSpelledOut(v) && f.meaning.(names).kind == alias.Players {
		q.Kind = store.Name
	}
	return q
}

// isSpelledOut reports whether a value is a name and not a part of one.
func isSpelledOut(v Value) bool { return v.Kind == Word || v.Kind == Phrase }

func namesCondition(f field, v Value, r *Resolution) (condition, error) {
	t := newTexts(f, v)
	t.values = namesQuery(f, v)
	t.guess = isSpelledOut(v) && !r.Sure
	if len(r.Names) > 0 {
		t.wider = &spelled{kind: f.meaning.(names).kind, names: r.Names, also: r.Also}
		t.figures.Also = r.Also
	}
	return t, nil
}

// aliasTable returns the groups of a kind, read once for a question. It is nil
// without a file of the user's.
func (r *resolver) aliasTable(kind alias.Kind) (*alias.Table, error) {
	if r.options.User == nil {
		return nil, nil
	}
	if t := r.aliases[kind]; t != nil {
		return t, nil
	}
	t, err := r.options.User.Aliases(kind)
	if err != nil {
		if r.options.NoAliases == nil {
			return nil, err
		}
		r.options.NoAliases(err)
		t = alias.NewTable(kind, nil)
	}
	r.aliases[kind] = t
	return t, nil
}

// spelled are names that a value means besides the text that it is.
type spelled struct {
	kind  alias.Kind
	names []alias.Name
	also  []string // spellings that the value itself does not find
}

// widen returns the names of all groups with a spelling that a value finds, or
// that is the same name, nil if there is none.
func widen(table *alias.Table, m *store.TextMatcher, v Value) *spelled {
	// A spelling of the same name holds its words, which is quickly seen.
	var own alias.Name
	var ownWords *store.TextMatcher
	if v.Kind == Word || v.Kind == Phrase {
		if n, err := table.Kind().Spelling(v.Text); err == nil {
			own = n
			ownWords, _ = store.TextQuery{Text: n.Query(), Kind: store.Words}.Matcher()
		}
	}
	w := &spelled{kind: table.Kind()}
	seen := map[alias.Name]bool{}
	for _, g := range table.Groups() {
		var edition alias.Name // to look for, of an event
		found := false
		for _, s := range g.Spellings {
			if m.Match(s) {
				edition, found = alias.Name{}, true
				break
			}
			if ownWords == nil || !ownWords.Match(s) {
				continue
			}
			n, err := w.kind.Spelling(s)
			if err != nil || !n.Covers(own) {
				continue
			}
			if n == own {
				edition, found = alias.Name{}, true
				break
			}
			edition, found = own, true // "46th Meijin", of the group of "Meijin"
		}
		if !found {
			continue
		}
		for _, s := range g.Spellings {
			n, err := w.kind.Spelling(s)
			if err != nil {
				continue
			}
			if n.Edition == 0 {
				n.Edition = edition.Edition
			}
			if n.Year == 0 {
				n.Year = edition.Year
			}
			if !seen[n] {
				seen[n] = true
				w.names = append(w.names, n)
			}
			if !m.Match(s) && n != own {
				w.also = append(w.also, s)
			}
		}
	}
	if w.names == nil {
		return nil
	}
	return w
}

// search adds the games of a segment with a value that names one of the names.
// The index gives the values that hold a name's words; those are read.
func (w *spelled) search(ctx context.Context, s *store.Segment, idents []string, games *roaring.Bitmap) error {
	for _, n := range w.names {
		q := store.TextQuery{Idents: idents, Text: n.Query(), Kind: store.Words}
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
