package ask

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kifudb/archive"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// An auditField is a field whose values are audited.
type auditField struct {
	name       string
	properties []string // in which it stands in records
	everyDigit bool     // the number of digits belongs to the shape
	words      string   // that mean something
}

// charsetField is the field of encodings, which is not read but compared.
const charsetField = "charset"

// auditFields are the fields with a meaning, in the order of the table.
var auditFields = []auditField{
	{"date", []string{"DT"}, true, "ca circa about era or jan feb mar apr may jun jul aug sep oct nov dec to and"},
	{"result", []string{"RE"}, false, "resign time forfeit illegal void draw jigo unfinished suspended both lost lose loses win wins won black white points by"},
	{"komi", []string{"KM"}, false, "points none"},
	{"rank", []string{"BR", "WR"}, false, "dan kyu pro ama"},
	{"handicap", []string{"HA"}, false, "stones none even"},
	{"time", []string{"TM"}, false, "each move hours hour min sec byoyomi"},
	{"overtime", []string{"OT"}, false, "byoyomi byo yomi canadian fischer increment period periods move moves none"},
	{charsetField, []string{"CA"}, true, ""},
}

// AuditNames are the names of the fields that are audited.
func AuditNames() []string {
	var names []string
	for _, f := range auditFields {
		names = append(names, f.name)
	}
	return names
}

// A Shape is a row of an audit: the values that look alike and were understood
// equally well.
type Shape struct {
	Field   string         `json:"field"`
	Sure    string         `json:"sure"`
	Games   int            `json:"games"`
	Values  int            `json:"values"` // different ones
	Shape   string         `json:"shape"`
	Example string         `json:"example"`
	Game    archive.GameID `json:"game"`
	Reading string         `json:"reading"`

	order int // of Sure
	most  int // games of the example
}

// A FieldAudit is the audit of one field.
type FieldAudit struct {
	Field  string         `json:"field"`
	Games  int            `json:"games"`  // that have a value
	Values int            `json:"values"` // different ones
	Sure   map[string]int `json:"sure"`   // games by how well they were understood
	Shapes []*Shape       `json:"shapes"`

	byKey map[string]*Shape
}

func newFieldAudit(field string) *FieldAudit {
	return &FieldAudit{Field: field, Sure: map[string]int{}, Shapes: []*Shape{}, byKey: map[string]*Shape{}}
}

// Sureness are the words for how well values are understood, in the order of
// the table.
var Sureness = [...]string{"not understood", "guessed", "calculated", "clear", "exact", "says nothing"}

// saysNothing is the place of the last of them.
const saysNothing = len(Sureness) - 1

// meaning returns what a value means and, as an index of Sureness, how well it was understood.
func (f *auditField) meaning(text string) (m gameinfo.Meaning, sure int) {
	m = gameinfo.MeaningOf(f.properties[0], text)
	switch {
	case m.Sure != gameinfo.Unread:
		return m, int(m.Sure)
	case gameinfo.SaysNothing(text):
		return gameinfo.Meaning{}, saysNothing
	}
	return gameinfo.Meaning{Words: m.Words}, 0
}

// auditValues looks at every value of a field.
func auditValues(s *store.Snapshot, f *auditField, among *archive.GameSet) *FieldAudit {
	a := newFieldAudit(f.name)
	meaning := map[string]bool{}
	for word := range strings.FieldsSeq(f.words) {
		meaning[word] = true
	}
	texts := map[string]*textCount{}
	for _, g := range s.Segments() {
		numbers := map[int]*textCount{}
		for _, ident := range f.properties {
			for number, text := range g.NumberedValues(ident) {
				if texts[text] == nil {
					texts[text] = &textCount{}
				}
				numbers[number] = texts[text]
			}
		}
		var values []int
		for _, local := range among.LiveIn(g) {
			values = g.ValueNumbers(int(local), values[:0])
			any := false
			for _, number := range values {
				if t := numbers[number]; t != nil {
					t.add(g.Base() + archive.GameID(local))
					any = true
				}
			}
			if any {
				a.Games++
			}
		}
	}
	maps.DeleteFunc(texts, func(_ string, t *textCount) bool { return t.games == 0 }) // of removed games
	a.Values = len(texts)
	for text, t := range texts {
		m, order := f.meaning(text)
		a.add(shapeOf(text, f.everyDigit, meaning), text, t, m.Words, order)
	}
	a.sort()
	return a
}

// A textCount is in how many games a text was seen, and in which first.
type textCount struct {
	games int
	game  archive.GameID
	last  archive.GameID
}

// add counts a game once, in ascending order.
func (t *textCount) add(id archive.GameID) {
	if t.last == id {
		return
	}
	if t.games == 0 {
		t.game = id
	}
	t.games++
	t.last = id
}

// auditCharsets compares the encodings that records name with those in which
// they were read.
func auditCharsets(s *store.Snapshot, among *archive.GameSet) *FieldAudit {
	a := newFieldAudit(charsetField)
	type pair struct{ named, read string }
	pairs := map[pair]*textCount{}
	for _, g := range s.Segments() {
		named, read := maps.Collect(g.NumberedValues("CA")), maps.Collect(g.NumberedValues("charset"))
		var values []int
		for _, local := range among.LiveIn(g) {
			values = g.ValueNumbers(int(local), values[:0])
			var p pair
			for _, number := range values {
				if text, ok := named[number]; ok && p.named == "" {
					p.named = text
				}
				if text, ok := read[number]; ok {
					p.read = text
				}
			}
			if pairs[p] == nil {
				pairs[p] = &textCount{}
			}
			pairs[p].add(g.Base() + archive.GameID(local))
			if p.named != "" {
				a.Games++
			}
		}
	}
	for p, t := range pairs {
		order := 3
		switch {
		case p.named == "" && p.read == "utf-8": // what is valid UTF-8 is hardly anything else
			order = 2
		case p.named == "":
			order = 1
		case strings.EqualFold(p.named, p.read):
			order = 4
		}
		if p.named == "" {
			p.named = "(none)"
		}
		a.add(p.named, p.named, t, p.read, order)
	}
	a.Values = len(a.Shapes)
	a.sort()
	return a
}

// add adds a text to its shape.
func (a *FieldAudit) add(form, text string, t *textCount, read string, order int) {
	a.Sure[Sureness[order]] += t.games
	key := fmt.Sprint(order, form)
	if a.Field == charsetField { // how it was read is all there is to tell
		key += "\x00" + read
	}
	s := a.byKey[key]
	if s == nil {
		s = &Shape{Field: a.Field, Sure: Sureness[order], Shape: form, order: order}
		a.byKey[key] = s
		a.Shapes = append(a.Shapes, s)
	}
	s.Games += t.games
	s.Values++
	if t.games > s.most || t.games == s.most && text < s.Example {
		s.Example, s.Game, s.Reading, s.most = text, t.game, read, t.games
	}
}

// sort puts what was understood least first, then the most frequent.
func (a *FieldAudit) sort() {
	slices.SortFunc(a.Shapes, func(x, y *Shape) int {
		return cmp.Or(cmp.Compare(x.order, y.order), cmp.Compare(y.Games, x.Games), cmp.Compare(x.Shape, y.Shape), cmp.Compare(x.Reading, y.Reading))
	})
}

// An Audit shows what the values of fields look like and how they were read.
type Audit struct {
	Games  int           `json:"games"` // that were looked at
	Fields []*FieldAudit `json:"fields"`
}

// CheckAudit returns an error if one of the names is not a field that audit reports on.
func CheckAudit(fields []string) error {
	for _, name := range fields {
		if !slices.Contains(AuditNames(), name) {
			return badRequest("field", "%q is not one of %s", name, strings.Join(AuditNames(), ", "))
		}
	}
	return nil
}

// NewAudit audits some fields, all if none are named, of some games of an archive, all if among
// is nil.
func NewAudit(ctx context.Context, v *archive.View, fields []string, among *archive.GameSet) (*Audit, error) {
	if err := CheckAudit(fields); err != nil {
		return nil, err
	}
	if err := v.Snapshot().Verify(); err != nil { // all of it is read
		return nil, err
	}
	a := &Audit{Games: v.Snapshot().Len()}
	if among != nil {
		a.Games = among.Len()
	}
	if len(fields) == 0 {
		fields = AuditNames()
	}
	for _, name := range fields {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if name == charsetField {
			a.Fields = append(a.Fields, auditCharsets(v.Snapshot(), among))
			continue
		}
		f := &auditFields[slices.IndexFunc(auditFields, func(f auditField) bool { return f.name == name })]
		a.Fields = append(a.Fields, auditValues(v.Snapshot(), f, among))
	}
	return a, nil
}
