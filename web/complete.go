package web

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"kifudb/archive"
)

// completions are what may stand in place of the word at the cursor.
type completions struct {
	From int          `json:"from" doc:"Where the word at the cursor begins, in characters from 0."`
	To   int          `json:"to" doc:"Where the word at the cursor ends, in characters from 0."`
	List []completion `json:"list" doc:"The completions, at most as many as the request asks for."`
	More bool         `json:"more,omitempty" doc:"True if there are more completions than the list has. Otherwise missing."`
}

type completion struct {
	Text  string `json:"text" doc:"Text to put in place of the word at the cursor."`
	About string `json:"about,omitempty" doc:"What the text means, in a few words. Missing for values."`
	Games int    `json:"games,omitempty" doc:"Number of games that have the value. Missing if it was not counted."`
	Open  bool   `json:"open,omitempty" doc:"True if a value must follow, such as after \"player:\". Otherwise missing."`
}

// complete returns what may stand at a place of a query: fields and options, and names
// of the archive; behind a field its values. Column counts characters; 0 is the end.
func (s *Server) complete(ctx context.Context, v *archive.View, query string, column, limit int) (*completions, error) {
	text := []rune(query)
	if column <= 0 || column > len(text) {
		column = len(text)
	}
	from := wordAt(text[:column])
	word := string(text[from:column])
	begin := strings.TrimLeft(word, "-(")
	c := &completer{s.values, v, word[:len(word)-len(begin)], completions{From: from, To: column, List: []completion{}}}
	field, value, ok := strings.Cut(begin, ":")
	var err error
	if ok {
		err = c.behind(ctx, strings.ToLower(field), strings.Trim(value, `"`))
	} else {
		c.fields(strings.ToLower(begin))
		err = c.names(ctx, begin)
	}
	if err != nil {
		return nil, err
	}
	if len(c.List) > limit {
		c.List, c.More = c.List[:limit], true
	}
	return &c.completions, nil
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

// A completer completes one word.
type completer struct {
	values *valueLists
	view   *archive.View
	before string // of the word: a minus sign and opening parentheses
	completions
}

func (c *completer) add(text string, item completion) {
	item.Text = c.before + text
	c.List = append(c.List, item)
}

// termOf returns the term that finds a value, without quotation marks if it needs none; ""
// if there is no such term.
func termOf(field, value string) string {
	for _, r := range value {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+.", r) {
			return archive.FacetTerm(field, value)
		}
	}
	return field + ":" + value
}

// fields adds those fields and options that begin so.
func (c *completer) fields(begin string) {
	for _, f := range archive.Fields() {
		if strings.HasPrefix(f.Name, begin) {
			c.add(f.Name+":", completion{About: f.About, Open: true})
		}
		if !f.OfMoves() || begin == "" {
			continue
		}
		for _, twin := range f.Twins { // players' words in Japanese and Chinese, too
			if strings.HasPrefix(strings.ToLower(twin), begin) {
				c.add(twin+":", completion{About: f.About, Open: true})
			}
		}
		for _, side := range []string{"black", "white"} { // of one side's moves; the colors alone begin too many
			if name := side + f.Name; len(begin) > len(side) && strings.HasPrefix(name, begin) {
				c.add(name+":", completion{About: f.About, Open: true})
			}
		}
	}
	if begin == "" {
		return
	}
	for _, kind := range []string{"pos", "pat", "seq"} {
		if strings.HasPrefix(kind, begin) {
			c.add(kind+":", completion{Open: true})
		}
	}
	for _, o := range archive.BoardOptions() {
		if strings.HasPrefix(o.Name, begin) {
			c.add(o.Name+":", completion{About: o.About, Open: true})
		}
	}
}

// names adds names of the archive in which words begin so, and saved searches.
func (c *completer) names(ctx context.Context, begin string) error {
	if begin == "" || len(begin) == 1 { // a single letter begins thousands; one of Chinese does not
		return nil
	}
	for _, f := range archive.Fields() {
		if f.Offered > 0 {
			if err := c.counted(ctx, f, f.Name, begin, f.Offered); err != nil {
				return err
			}
		}
	}
	return c.saved(begin)
}

// behind adds the values of a field or an option that begin so.
func (c *completer) behind(ctx context.Context, field, begin string) error {
	for _, o := range archive.BoardOptions() {
		if o.Name == field {
			for _, value := range o.Values {
				if strings.HasPrefix(value, begin) {
					c.add(field+":"+value, completion{})
				}
			}
			return nil
		}
	}
	f, ok := archive.FindField(field)
	switch {
	case !ok:
		return nil
	case f.IsSaved():
		return c.saved(begin)
	}
	for _, value := range f.Values {
		if strings.HasPrefix(strings.ToLower(value), strings.ToLower(begin)) {
			c.add(field+":"+value, completion{})
		}
	}
	for _, w := range f.Words() {
		for _, also := range w.Also {
			if begin != "" && strings.HasPrefix(strings.ToLower(also), strings.ToLower(begin)) {
				c.add(field+":"+quotedWord(also), completion{About: w.Name})
			}
		}
	}
	return c.counted(ctx, f, field, begin, maxCompletions)
}

// quotedWord puts what is not one word of the language into quotation marks.
func quotedWord(word string) string {
	if strings.ContainsAny(word, " ()|,") {
		return `"` + word + `"`
	}
	return word
}

// counted adds the values of a field that games have and that begin so, at most so many.
func (c *completer) counted(ctx context.Context, f archive.Field, name, begin string, most int) error {
	facet := f.CompletedBy()
	if facet == "" {
		return nil
	}
	list, err := c.values.of(ctx, c.view, facet)
	if err != nil {
		return err
	}
	for _, v := range list.matching(begin, most) {
		if term := termOf(name, v.text); term != "" {
			c.add(term, completion{Games: v.games})
		}
	}
	return nil
}

// maxCompletions is how many values of a field are ever looked for.
const maxCompletions = 101

// saved adds the saved searches that begin so.
func (c *completer) saved(begin string) error {
	searches, err := c.view.SavedNames()
	if err != nil {
		return err
	}
	slices.SortFunc(searches, cmp.Compare)
	for _, name := range searches {
		if begins(foldName(name), foldName(begin)) {
			if term := termOf("saved", name); term != "" {
				c.add(term, completion{})
			}
		}
	}
	return nil
}
