package query

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/book/alias"
	"kifudb/sgfread"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// A Field is a name that may stand before a value, and a row of the table of fields: all that
// can be done with the values of games follows from it. What a row lacks is refused, see
// [Field.Check].
type Field struct {
	Name   string   // in the normal form; "" for texts without a field
	Twins  []string // other names for the same: SGF identifiers and synonyms
	Idents []string // the properties it reads, if it reads texts
	About  string   // what it holds, for help texts

	Facts   *Facts                     // the values, where they are numbers that are kept of each game
	Moves   MoveValues                 // or which the moves of a game tell
	Listed  []string                   // the properties whose texts lists show, if not all of Idents
	Part    func(text string) string   // what lists show of a text; nil for what the meaning says
	Order   func(value string) float64 // where a value comes among others; nil for what the meaning says
	As      string                     // the field whose values lists show in its place
	FoundBy string                     // the field whose terms find a value of a list; "" for the field itself
	Whole   bool                       // values may be of the game as a whole, though properties of a side hold some
	Flag    store.Flags                // of games that have a value, for has:
	Record  bool                       // it tells the records of one game apart
	Mean    *Mean                      // of its numbers, as a metric; nil for none

	Years  int      // how many years a value is; 0 if it is none of years
	Menu   bool     // pages offer to group games by it
	Called Words    // what pages call it; fields without are called by their names
	Values []string // what completion offers behind it, if that is the same in every archive
	// ValuesBy is the field whose values completion offers, "" for its own if they are texts.
	ValuesBy string
	Offered  int // how many of its values completion offers for a word without a field

	meaning meaning
	listing bool // of lists and counts alone: no term asks for it
}

// Words are a text in the languages of the pages, by their tags.
type Words map[string]string

// menu returns the field as one that pages offer to group games by, and call so.
func (f Field) menu(called Words) Field {
	f.Menu, f.Called = true, called
	return f
}

// offering returns the field as one of which completion offers values.
func (f Field) offering(values []string) Field {
	f.Values = values
	return f
}

// A Mean is the metric that a field of numbers is.
type Mean struct {
	About string                  // what it is, and of which games
	Of    func(*store.Facts) bool // the games that count; nil for all that have a number
}

// Names returns of what its values are names, if they are.
func (f Field) Names() (kind alias.Kind, ok bool) {
	n, ok := f.meaning.(names)
	return n.kind, ok
}

// AtNodes reports whether it reads what stands at nodes. A property that nobody knows may
// also say something about the game.
func (f Field) AtNodes() bool {
	return f.Kind() == CommentKind || f.AtPositions() || f.OfNodes() && sgfread.TypeOf(sgfread.ParseIdent(f.Name)).Name != ""
}

// OfNodes reports whether it reads properties of nodes: which there are is known, what they
// say is read from records.
func (f Field) OfNodes() bool {
	return f.Kind() == PropertyKind
}

// AtPositions reports whether its values are numbers that nodes have.
func (f Field) AtPositions() bool {
	return f.Kind() == CourseKind
}

// TextQuery asks for a value in the texts that the field reads. The words of a
// player's name may be in another order.
func (f Field) TextQuery(v Value) *fulltext.Query {
	q := v.TextQuery(f.Idents)
	if kind, ok := f.Names(); ok && kind == alias.Players && v.SpelledOut() {
		q.Kind = fulltext.Name
	}
	return q
}

// Term returns the term that compares the field with a value, in normal form.
func (f Field) Term(v Value) string { return Print(&Term{Field: f.Name, Values: []Value{v}}) }

// Fields returns all fields with a name of their own, in the order of help
// texts.
func Fields() []Field { return slices.Clone(fields) }

// FindField returns the field of a name as a user wrote it. Any identifier in
// capitals is a field.
func FindField(name string) (Field, bool) {
	lower := strings.ToLower(name)
	for _, f := range fields {
		if f.Name == lower || slices.Contains(f.Twins, name) || slices.Contains(f.Twins, lower) {
			return f, true
		}
	}
	if f, ok := sideFeature(lower); ok {
		return f, true
	}
	if IsIdent(name) {
		if f, ok := propertyField(name); ok {
			return f, true
		}
		return Field{Name: name, Idents: []string{name}, meaning: text{}}, true
	}
	return Field{}, false
}

// IsIdent reports whether a name has the form of an SGF identifier.
func IsIdent(name string) bool {
	if name == "" || len(name) > 32 || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// suggest returns the known name that is nearest to one that is not known, or
// "" if none is near.
func suggest(name string) string {
	if _, ok := FindField(strings.ToUpper(name)); ok && len(name) <= 2 {
		return strings.ToUpper(name)
	}
	var known []string
	for _, f := range fields {
		known = append(known, f.Name)
	}
	known = append(known, boardKinds...)
	for _, o := range boardOptions {
		known = append(known, o.name)
	}
	return nearestName(name, known)
}

// nearestName returns the first of the known names that differ least from one that is not known, or ""
// if all differ too much.
func nearestName(name string, known []string) string {
	lower := strings.ToLower(name)
	best, least := "", 1+max(1, min(2, len(name)/3))
	for _, k := range known {
		if d := alias.Distance(lower, k); d < least {
			best, least = k, d
		}
	}
	return best
}

// NearField returns the name of the field that is nearest to one that is not known,
// or "" if none is near.
func NearField(name string) string { return suggest(name) }

// mislisted are names under which people look for what lists and counts call otherwise.
var mislisted = map[string]string{
	"collection": "folder", "collections": "folder", "path": "folder", "directory": "folder", "archive": "folder",
	"tournament": "event", "players": "player", "years": "year", "months": "month", "decades": "decade", "centuries": "century",
	"length": "moves", "joseki": "corners", "winners": "winner", "encoding": "charset",
}

// NearListed returns the name that somebody may have meant who wrote one that lists and counts
// do not have, or "" if none is near.
func NearListed(name string) string {
	if meant := mislisted[strings.ToLower(name)]; meant != "" {
		return meant
	}
	var known []string
	for _, f := range slices.Concat(fields, listings) {
		if f.Check(List) == nil {
			known = append(known, f.Name)
		}
	}
	return nearestName(name, known)
}

// misnamed are names that people try, with what to ask instead.
var misnamed = map[string]string{
	"enc": "ask with charset:", "encoding": "ask with charset:",
	"year": "ask with date:1985", "decade": "ask with date:1980s", "century": "ask with date:1800..1899",
	"tournament": "ask with event:", "length": "ask with moves:",
	"folder": "ask with file:", "path": "ask with file:",
	"author": "ask with annotator:", "text": "ask with comment:",
	"won": "ask with winner:", "ruleset": "ask with rules:", "location": "ask with place:",
	"duplicate": "ask with dup:", "error": "ask with problem:", "comments": "ask with comment: or has:comments",
	"clock": "ask with has:clocks, thought:, used: or left:", "clocks": "ask with has:clocks, thought:, used: or left:", "thinking": "ask with thought:",
}

// unknownField is the message for a name that is no field.
func unknownField(name string) string {
	if s, ok := misnamed[strings.ToLower(name)]; ok {
		return fmt.Sprintf("unknown field %q; %s", name, s)
	}
	if s := suggest(name); s != "" {
		return fmt.Sprintf("unknown field %q; did you mean %q?", name, s)
	}
	return fmt.Sprintf("unknown field %q; put text that holds a colon or a comparison in quotation marks", name)
}
