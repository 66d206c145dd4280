package archive

import (
	"slices"
	"strings"
	"sync"

	"kifudb/book/user"
	"kifudb/indexer"
	"kifudb/query"
	"kifudb/store"
)

// A view shows games as the user corrected them: values, and the dates, results and
// numbers that are read from them by the function that reads those of records. What
// moves tell, texts at nodes and the record itself stay as they are.

// A CorrectedValue is what the user says of a game instead of what its record says.
type CorrectedValue struct {
	Field    string `json:"field" doc:"Field of the query language, or the SGF property if there is no field."`
	Property string `json:"property" doc:"Identifier of the SGF property, such as PB."`
	Text     string `json:"text" doc:"The user's value. Empty if the game has no such value."`
	Recorded string `json:"recorded" doc:"The record's value. Empty if it has none."`
}

// Corrections returns what was corrected of a game.
func (g *Game) Corrections() []CorrectedValue {
	if !g.segment.Corrections().ContainsInt(g.local) {
		return nil
	}
	return differences(g.segment.Recorded().Info(g.local), g.segment.Info(g.local))
}

// differences returns the properties whose values are not those of the record, in
// the order of what is shown, then those that are shown no more.
func differences(recorded, shown []store.Value) []CorrectedValue {
	var list []CorrectedValue
	var seen []string
	for _, v := range slices.Concat(shown, recorded) {
		if isOwn(v.Ident) || slices.Contains(seen, v.Ident) {
			continue
		}
		seen = append(seen, v.Ident)
		before, after := textsOf(recorded, v.Ident), textsOf(shown, v.Ident)
		if !slices.Equal(before, after) {
			list = append(list, CorrectedValue{fieldOf(v.Ident), v.Ident, strings.Join(after, "; "), strings.Join(before, "; ")})
		}
	}
	return list
}

// textsOf returns the values of a property.
func textsOf(info []store.Value, ident string) []string {
	var texts []string
	for _, v := range info {
		if v.Ident == ident {
			texts = append(texts, v.Text)
		}
	}
	return texts
}

// isOwn reports whether a value is what the archive says of a record.
func isOwn(ident string) bool { return ident != "" && ident[0] >= 'a' && ident[0] <= 'z' }

// writtenIn returns the properties of a record that a field reads; what the archive says
// itself beside them cannot be corrected. Of a field that reads nothing else it is that.
func writtenIn(f query.Field) []string {
	written := slices.DeleteFunc(slices.Clone(f.Idents), isOwn)
	if len(written) == 0 {
		return f.Idents
	}
	return written
}

// fieldOf returns the field of the language that is one property, or the property.
func fieldOf(ident string) string {
	for _, f := range query.Fields() {
		if slices.Equal(writtenIn(f), []string{ident}) {
			return f.Name
		}
	}
	return ident
}

// mended returns the values of a game with some of them corrected, and whether any
// is another one then. A corrected value takes the place of all that the record has
// of its property.
func mended(info []store.Value, corrections []user.Correction) (_ []store.Value, changed bool) {
	for _, c := range corrections {
		before := textsOf(info, c.Ident)
		if len(before) == 1 && before[0] == c.Text || len(before) == 0 && c.Text == "" {
			continue
		}
		changed = true
		at := slices.IndexFunc(info, func(v store.Value) bool { return v.Ident == c.Ident || isOwn(v.Ident) })
		if at < 0 {
			at = len(info)
		}
		rest := slices.DeleteFunc(slices.Clone(info[at:]), func(v store.Value) bool { return v.Ident == c.Ident })
		info = slices.Clone(info[:at])
		if c.Text != "" {
			info = append(info, store.Value{Ident: c.Ident, Text: c.Text})
		}
		info = append(info, rest...)
	}
	return info, changed
}

// correctionsOf makes of what the user says what a snapshot shows. The list is by
// game; those that say what the record says are none.
func correctionsOf(s *store.Snapshot, list []user.Correction) *store.Corrections {
	games := map[store.GameID]store.Correction{}
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Game == list[0].Game {
			n++
		}
		id := list[0].Game
		if g, local, ok := s.Segment(id); ok {
			g = g.Recorded()
			if info, changed := mended(g.Info(local), list[:n]); changed {
				games[id] = store.Correction{Facts: indexer.Reread(g.Facts(local), info), Info: info}
			}
		}
		list = list[n:]
	}
	return store.NewCorrections(games)
}

// A correctionCache has the corrections of the last view, for the next one.
type correctionCache struct {
	mu         sync.Mutex // protects what follows
	generation uint64
	list       []user.Correction
	made       *store.Corrections
}

func (c *correctionCache) of(s *store.Snapshot, list []user.Correction) *store.Corrections {
	if len(list) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.generation != s.Generation() || !slices.Equal(c.list, list) {
		c.generation, c.list, c.made = s.Generation(), list, correctionsOf(s, list)
	}
	return c.made
}

// correct makes the view show games as the user corrected them.
func (v *View) correct() error {
	list, err := v.user.Corrections()
	if err != nil {
		return err
	}
	v.snapshot.Correct(v.archive.corrections.of(v.snapshot, list))
	return nil
}
