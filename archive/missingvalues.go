package archive

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
)

// listed are the fields whose values are told of games: those by which they are counted, and
// those of the columns that are shown.
func listed(s *Search, asked map[string]search.Aggregation) (fields []string) {
	for _, a := range asked {
		if by, ok := a.(interface{ CountedBy() []string }); ok {
			for _, name := range by.CountedBy() {
				if a, err := search.NewAttribute(name); err == nil { // others were refused
					fields = append(fields, a.Name)
				}
			}
		}
	}
	for _, c := range s.Shown {
		fields = append(fields, c.Name)
	}
	slices.Sort(fields)
	return slices.Compact(fields)
}

// untold says of how many games the values of these fields are missing because a version of
// the program added them that did not look for them; if words are asked for without a field,
// also the names of figures.
func (q *Question) untold() {
	var words []string
	for _, name := range q.listed {
		f, ok := query.FindField(name)
		if !ok || f.Name != name { // ON is what the record says, opening also what the moves tell
			continue
		}
		games := 0
		for _, v := range q.views.list {
			for _, s := range v.snapshot.Segments() {
				games += match.Untold(s, f)
			}
		}
		if games > 0 {
			words = append(words, fmt.Sprintf("%s (%d of %d)", name, games, q.views.Len()))
		}
	}
	if games := q.unnamedFigures(); games > 0 {
		words = append(words, fmt.Sprintf("names of figures (%d of %d)", games, q.views.Len()))
	}
	if len(words) > 0 {
		q.Notices.Say(NoticeUntold, "games added by an earlier version lack these values: %s; rebuilding the archive adds them", strings.Join(words, ", "))
	}
}

// unnamedFigures returns how many games may have names of figures that words would be looked
// for in, but were not.
func (q *Question) unnamedFigures() (games int) {
	if !q.hasTerm(func(t *query.Term) bool { return t.Field == "" }) {
		return 0
	}
	figures, _ := query.FindField("FG")
	for _, v := range q.views.list {
		for _, s := range v.snapshot.Segments() {
			games += match.Untold(s, figures)
		}
	}
	return games
}

// hasTerm reports whether the question has a term of a kind.
func (q *Question) hasTerm(is func(*query.Term) bool) bool {
	return query.HasTerm(q.Search.Query.Root, func(n query.Node) bool { t, ok := n.(*query.Term); return ok && is(t) })
}
