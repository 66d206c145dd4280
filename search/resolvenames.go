package search

import (
	"kifudb/book/alias"
	"kifudb/query"
	"kifudb/store/fulltext"
)

// names finds out the other spellings.
func (r *Resolver) names(f query.Field, t *query.Term) (query.Node, error) {
	v := t.Values[0]
	if v.Kind == query.Exact {
		return t, nil
	}
	found := query.Resolution{Sure: r.options.Sure}
	kind, _ := f.Names()
	table, err := r.Aliases(kind)
	if err != nil {
		return nil, err
	}
	if table != nil {
		m, err := f.TextQuery(v).Matcher()
		if err != nil {
			return nil, err
		}
		found.Names, found.Also = widen(table, m, v)
	}
	if !found.Sure && found.Names == nil {
		return t, nil
	}
	return t.Resolved(found), nil
}

// Aliases returns the groups of a kind, read once for a question. It is nil
// without a file of the user's.
func (r *Resolver) Aliases(kind alias.Kind) (*alias.Table, error) {
	if r.options.User == nil {
		return nil, nil
	}
	if t := r.aliases[kind]; t != nil {
		return t, nil
	}
	t, err := r.options.User.Aliases(kind)
	if err != nil {
		return nil, err
	}
	r.aliases[kind] = t
	return t, nil
}

// widen returns the names of all groups with a spelling that a value finds, or
// that is the same name, nil if there is none; and the spellings that the value
// does not find by itself.
func widen(table *alias.Table, m *fulltext.Matcher, v query.Value) (names []alias.Name, also []string) {
	// A spelling of the same name holds its words, which is quickly seen.
	var own alias.Name
	var ownWords *fulltext.Matcher
	if v.Kind == query.Word || v.Kind == query.Phrase {
		if n, err := table.Kind().Spelling(v.Text); err == nil {
			own = n
			ownWords, _ = fulltext.Query{Text: n.Query(), Kind: fulltext.Words}.Matcher()
		}
	}
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
			n, err := table.Kind().Spelling(s)
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
			n, err := table.Kind().Spelling(s)
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
				names = append(names, n)
			}
			if !m.Match(s) && n != own {
				also = append(also, s)
			}
		}
	}
	return names, also
}
