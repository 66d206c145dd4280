package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
	"kifudb/user"
)

// has is the meaning of the field that asks whether a record has something.
type has struct{}

var hasNames = []string{"variations", "comments", "setup", "problems", "tag", "note"}

var hasFlags = map[string]store.Flags{
	"variations": store.HasVariations,
	"comments":   store.HasComments,
	"setup":      store.HasSetup,
	"problems":   store.HasProblems,
}

func (has) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		if slices.Contains(hasNames, strings.ToLower(v.Text)) {
			return nil
		}
		f, ok := findField(v.Text)
		if _, nodes := f.meaning.(comment); ok && len(f.idents) > 0 && (!nodes || f.name == "comment") {
			return nil
		}
	}
	return fmt.Errorf("%s is not one of %s, nor a field of the record", printValue(v), strings.Join(hasNames, ", "))
}

func (has) literal() bool { return false }
func (has) ordered() bool { return false }

// marks finds out the games that have a tag, or a note.
func (r *resolver) marks(_ field, t *Term) (Node, error) {
	switch strings.ToLower(t.Values[0].Text) {
	case "tag":
		return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) { return db.Tagged("", true) })
	case "note":
		return r.marked(t, func(db *user.DB) (*roaring.Bitmap, error) {
			return noted(db, func(string) bool { return true })
		})
	}
	return t, nil
}

func hasCondition(f field, v Value, r *Resolution) (condition, error) {
	if flag := hasFlags[strings.ToLower(v.Text)]; flag != 0 {
		return newFacts(f, v, func(g *store.Facts) bool { return g.Flags&flag != 0 }), nil
	}
	if r.Games != nil {
		return markedCondition(f, v, r)
	}
	of, _ := findField(v.Text)
	if of.name == "comment" { // is not among the values
		return newFacts(f, v, func(g *store.Facts) bool { return g.Flags&store.HasComments != 0 }), nil
	}
	return newPresence(f, v, of.idents), nil
}
