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
// the program added them that did not look for them.
func (q *question) untold() {
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
	if len(words) > 0 {
		q.notes.say(NoticeUntold, "of games that were added before the program looked for them these are not known: %s; rebuilding the archive adds them", strings.Join(words, ", "))
	}
}
