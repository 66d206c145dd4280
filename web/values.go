package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kifudb/archive"
)

// valueLists are the values of fields in the archive, each with its games: those that
// were wanted since it was changed last. Counting takes a look at all games, finding
// names in a list does not.
type valueLists struct {
	mu    sync.Mutex // protects what follows
	state string     // of the archive
	lists map[string]*valueList
}

// A valueList is the values of a field, those of most games first.
type valueList struct {
	once   sync.Once
	values []foldedValue
	err    error
}

type foldedValue struct {
	text   string
	folded string // as it is compared, a space before each word
	games  int
}

// of returns the values of a facet. Who comes while they are counted waits for them.
func (l *valueLists) of(ctx context.Context, v *archive.View, facet string) (*valueList, error) {
	state := v.State()
	l.mu.Lock()
	if l.state != state {
		l.state, l.lists = state, map[string]*valueList{}
	}
	list := l.lists[facet]
	if list == nil {
		list = &valueList{}
		l.lists[facet] = list
	}
	l.mu.Unlock()
	list.once.Do(func() { list.values, list.err = countValues(ctx, v, facet) })
	if list.err != nil {
		l.mu.Lock()
		if l.lists[facet] == list { // not for ever: who counted may only have gone
			delete(l.lists, facet)
		}
		l.mu.Unlock()
	}
	return list, list.err
}

func countValues(ctx context.Context, v *archive.View, facet string) ([]foldedValue, error) {
	q, err := archive.ParseQuery("")
	if err != nil {
		return nil, err
	}
	found, err := v.Count(ctx, &archive.Search{Query: q, Facets: []string{facet}, FacetSort: archive.FacetCount})
	if err != nil || len(found.Facets) == 0 {
		return nil, err
	}
	values := make([]foldedValue, 0, len(found.Facets[0].Values))
	for _, value := range found.Facets[0].Values {
		values = append(values, foldedValue{value.Value, foldName(value.Value), value.Games})
	}
	slices.SortStableFunc(values, func(a, b foldedValue) int { return cmp.Compare(b.games, a.games) })
	return values, nil
}

// matching returns values of which words begin as those of a text do, in any order:
// those that begin with all of it first, and of them those of most games.
func (l *valueList) matching(text string, most int) []foldedValue {
	var first, other []foldedValue
	want := foldName(text)
	for _, v := range l.values {
		switch {
		case strings.HasPrefix(v.folded, want):
			if first = append(first, v); len(first) == most {
				return first
			}
		case len(other) < most && begins(v.folded, want):
			other = append(other, v)
		}
	}
	return append(first, other[:min(len(other), most-len(first))]...)
}

// begins reports whether each word of a folded text begins a word of a name. Words of
// scripts without spaces may begin anywhere.
func begins(name, text string) bool {
	for word := range strings.FieldsSeq(text) {
		if r := []rune(word)[0]; unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) {
			if !strings.Contains(name, word) {
				return false
			}
		} else if !strings.Contains(name, " "+word) {
			return false
		}
	}
	return true
}

// foldName returns a name as it is compared: in small letters, without accents, and with
// one space before each word.
func foldName(name string) string {
	var b strings.Builder
	space := true
	for _, r := range norm.NFKD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			if space {
				b.WriteByte(' ')
				space = false
			}
			b.WriteRune(unicode.ToLower(r))
		default:
			space = true
		}
	}
	return b.String()
}
