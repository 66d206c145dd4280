package web

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
)

// completions are what may stand in place of the word at the cursor.
type completions struct {
	From int          `json:"from" doc:"where the word begins, in characters from 0"`
	To   int          `json:"to" doc:"where it ends"`
	List []completion `json:"list"`
	More bool         `json:"more,omitempty" doc:"there are others"`
}

type completion struct {
	Text  string `json:"text" doc:"to be put in place of the word"`
	About string `json:"about,omitempty"`
	Games int    `json:"games,omitempty" doc:"that have it"`
}

// nameFields are the fields whose values are names in the archive, with the facet
// that counts them.
var nameFields = map[string]string{
	"player": "player", "opponent": "player", "black": "player", "white": "player", "team": "team", "event": "event",
	"place": "place", "rules": "rules",
}

// complete returns what may stand at a place of a query: fields and options, or names
// of the archive behind a field that takes them. Column counts characters; 0 is the
// end.
func complete(ctx context.Context, v *archive.View, query string, column, limit int) (*completions, error) {
	text := []rune(query)
	if column <= 0 || column > len(text) {
		column = len(text)
	}
	from := wordAt(text[:column])
	word := string(text[from:column])
	c := &completions{From: from, To: column, List: []completion{}}
	field, value, ok := strings.Cut(word, ":")
	if !ok {
		c.fields(strings.TrimLeft(word, "-("), word)
	} else if err := c.names(ctx, v, field, strings.Trim(value, `"`), limit); err != nil {
		return nil, err
	}
	if len(c.List) > limit {
		c.List, c.More = c.List[:limit], true
	}
	return c, nil
}

// wordAt returns where the last word of a text begins: behind a space that is not
// within quotation marks.
func wordAt(text []rune) int {
	from, quoted := 0, false
	for i, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case r == ' ' && !quoted:
			from = i + 1
		}
	}
	return from
}

// fields adds those fields and options that begin so.
func (c *completions) fields(begin, word string) {
	before := strings.TrimSuffix(word, begin)
	for _, f := range archive.Fields() {
		if strings.HasPrefix(f.Name, strings.ToLower(begin)) {
			c.List = append(c.List, completion{Text: before + f.Name + ":", About: f.About})
		}
	}
	for _, kind := range []string{"pos", "pat", "seq"} {
		if strings.HasPrefix(kind, strings.ToLower(begin)) && begin != "" {
			c.List = append(c.List, completion{Text: before + kind + ":"})
		}
	}
	for _, o := range archive.BoardOptions() {
		if begin != "" && strings.HasPrefix(o.Name, strings.ToLower(begin)) {
			c.List = append(c.List, completion{Text: o.Name + ":", About: o.About})
		}
	}
}

// names adds the names of the archive in which a word begins so, those of most games
// first.
func (c *completions) names(ctx context.Context, v *archive.View, field, begin string, limit int) error {
	name := strings.ToLower(strings.TrimLeft(field, "-("))
	for _, o := range archive.BoardOptions() {
		if o.Name == name {
			for _, value := range o.Values {
				if strings.HasPrefix(value, begin) {
					c.List = append(c.List, completion{Text: field + ":" + value})
				}
			}
			return nil
		}
	}
	facet, ok := nameFields[name]
	if !ok || begin == "" {
		return nil
	}
	words := strings.Fields(begin)
	last := words[len(words)-1]
	q, err := archive.ParseQuery(facet + ":" + last + "*")
	if err != nil {
		return nil // what is typed is no beginning of a name
	}
	found, err := v.Count(ctx, &archive.Search{Query: q, Facets: []string{facet}, FacetSort: archive.FacetCount})
	if err != nil || len(found.Facets) == 0 {
		return err
	}
	for _, value := range found.Facets[0].Values {
		lower := strings.ToLower(value.Value)
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(lower, strings.ToLower(w)) }) {
			c.List = append(c.List, completion{Text: field + ":" + strconv.Quote(value.Value), Games: value.Games})
			if len(c.List) > limit {
				break
			}
		}
	}
	return nil
}
