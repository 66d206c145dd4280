package archive

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// A reading is what was made of a value.
type reading struct {
	value string
	sure  gameinfo.Certainty
	none  bool // the value says nothing
}

// An audited is a field whose values are audited.
type audited struct {
	name       string
	idents     []string
	everyDigit bool   // the number of digits belongs to the shape
	words      string // that mean something
	read       func(text string) reading
}

// auditedFields are the fields with a meaning, in the order of the table.
func auditedFields() []audited {
	return []audited{
		{"date", []string{"DT"}, true, "ca circa about era or jan feb mar apr may jun jul aug sep oct nov dec to and", readDate},
		{"result", []string{"RE"}, false, "resign time forfeit illegal void draw jigo unfinished suspended both lost lose loses win wins won black white points by", readResult},
		{"komi", []string{"KM"}, false, "points none", readKomi},
		{"rank", []string{"BR", "WR"}, false, "dan kyu pro ama", readRank},
		{"handicap", []string{"HA"}, false, "stones none even", readHandicap},
		{"time", []string{"TM"}, false, "each move hours hour min sec byoyomi", readTime},
		{"overtime", []string{"OT"}, false, "byoyomi byo yomi canadian fischer increment period periods move moves none", readOvertime},
		{"charset", []string{"CA"}, true, "", nil},
	}
}

// AuditNames are the names of the fields that are audited.
func AuditNames() []string {
	var names []string
	for _, f := range auditedFields() {
		names = append(names, f.name)
	}
	return names
}

func readDate(text string) reading {
	d := gameinfo.ParseDate(text)
	days := strings.Join(gameinfo.AmbiguousDate(text), " or ")
	switch {
	case d.Certainty == gameinfo.Unread:
		return reading{value: days}
	case days != "":
		return reading{value: d.String() + ": " + days, sure: d.Certainty}
	}
	return reading{value: d.String(), sure: d.Certainty}
}

// readResult says in words what a result means.
func readResult(text string) reading {
	r := gameinfo.ParseResult(text)
	if r.Certainty == gameinfo.Unread {
		return reading{}
	}
	var words []string
	switch r.Winner {
	case gameinfo.BlackWins:
		words = append(words, "black")
	case gameinfo.WhiteWins:
		words = append(words, "white")
	case gameinfo.Draw, gameinfo.Void:
		words = append(words, r.Winner.String())
	case gameinfo.NoWinner:
		words = append(words, "unknown")
	}
	switch r.Ending {
	case gameinfo.NoEnding:
	case gameinfo.ByPoints:
		words = append(words, "by", strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64))
		if r.Zi {
			words = append(words, "(from zi)")
		}
	case gameinfo.Unfinished:
		words = append(words, "unfinished")
	default:
		words = append(words, "by", r.Ending.String())
	}
	return reading{value: strings.Join(words, " "), sure: r.Certainty}
}

func readKomi(text string) reading {
	k := gameinfo.ParseKomi(text)
	if k.Certainty == gameinfo.Unread {
		return reading{}
	}
	value := k.String()
	if k.Zi {
		value += " (from zi)"
	}
	return reading{value: value, sure: k.Certainty}
}

func readRank(text string) reading {
	r, c := gameinfo.ParseRank(text)
	return reading{value: r.String(), sure: c}
}

func readHandicap(text string) reading {
	n, c := gameinfo.ParseHandicap(text)
	if c == gameinfo.Unread {
		return reading{}
	}
	return reading{value: strconv.Itoa(n), sure: c}
}

func readTime(text string) reading {
	seconds, overtime, c := gameinfo.ParseTime(text)
	if c == gameinfo.Unread {
		return reading{}
	}
	value := strconv.Itoa(seconds) + " s"
	if overtime.Certainty != gameinfo.Unread {
		value += ", " + overtime.String()
	}
	return reading{value: value, sure: c}
}

func readOvertime(text string) reading {
	o := gameinfo.ParseOvertime(text)
	return reading{value: o.String(), sure: o.Certainty}
}

// A Shape is a row of an audit: the values that look alike and were understood
// equally well.
type Shape struct {
	Field   string `json:"field"`
	Sure    string `json:"sure"`
	Games   int    `json:"games"`
	Values  int    `json:"values"` // different ones
	Shape   string `json:"shape"`
	Example string `json:"example"`
	Game    GameID `json:"game"`
	Reading string `json:"reading"`

	order int // of Sure
	most  int // games of the example
}

// A FieldAudit is what was found of one field.
type FieldAudit struct {
	Field  string         `json:"field"`
	Games  int            `json:"games"`  // that have a value
	Values int            `json:"values"` // different ones
	Sure   map[string]int `json:"sure"`   // games by how well they were understood
	Shapes []*Shape       `json:"shapes"`

	byKey map[string]*Shape
}

func newAudit(field string) *FieldAudit {
	return &FieldAudit{Field: field, Sure: map[string]int{}, Shapes: []*Shape{}, byKey: map[string]*Shape{}}
}

// Sureness are the words for how well values are understood, in the order of
// the table.
var Sureness = [...]string{"not understood", "guessed", "calculated", "clear", "exact", "says nothing"}

// newReading reads a value and says how well it was understood.
func (f *audited) newReading(text string) (r reading, order int) {
	r = f.read(text)
	switch {
	case r.sure != gameinfo.Unread:
		return r, int(r.sure)
	case saysNothing(text):
		return reading{none: true}, len(Sureness) - 1
	}
	return reading{value: r.value}, 0
}

// saysNothing reports whether a text is a placeholder.
func saysNothing(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "unknown", "none", "n/a", "na", "nr", "null", "nil", "不明", "不详", "不詳", "未知":
		return true
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// liveAmong returns the live games of a segment that are among some games.
func liveAmong(g *store.Segment, among *GameSet) []uint32 {
	return slices.DeleteFunc(g.Live().ToArray(), func(local uint32) bool {
		return among != nil && !among.In(0).Contains(uint32(g.Base())+local)
	})
}

// auditField looks at every value of a field.
func auditField(s *store.Snapshot, f audited, among *GameSet) *FieldAudit {
	a := newAudit(f.name)
	meaning := map[string]bool{}
	for word := range strings.FieldsSeq(f.words) {
		meaning[word] = true
	}
	texts := map[string]*tallied{}
	for _, g := range s.Segments() {
		numbers := map[int]*tallied{}
		for _, ident := range f.idents {
			for number, text := range g.NumberedValues(ident) {
				if texts[text] == nil {
					texts[text] = &tallied{}
				}
				numbers[number] = texts[text]
			}
		}
		var values []int
		for _, local := range liveAmong(g, among) {
			values = g.ValueNumbers(int(local), values[:0])
			any := false
			for _, number := range values {
				if t := numbers[number]; t != nil {
					t.add(g.Base() + GameID(local))
					any = true
				}
			}
			if any {
				a.Games++
			}
		}
	}
	maps.DeleteFunc(texts, func(_ string, t *tallied) bool { return t.games == 0 }) // of removed games
	a.Values = len(texts)
	for text, t := range texts {
		r, order := f.newReading(text)
		a.add(f, shapeOf(text, f.everyDigit, meaning), text, t, r.value, order)
	}
	a.sort()
	return a
}

// tallied is in how many games a text was seen, and in which first.
type tallied struct {
	games int
	game  GameID
	last  GameID
}

// add counts a game once, in ascending order.
func (t *tallied) add(id GameID) {
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
func auditCharsets(s *store.Snapshot, among *GameSet) *FieldAudit {
	a := newAudit("charset")
	type pair struct{ named, read string }
	pairs := map[pair]*tallied{}
	for _, g := range s.Segments() {
		named, read := maps.Collect(g.NumberedValues("CA")), maps.Collect(g.NumberedValues("charset"))
		var values []int
		for _, local := range liveAmong(g, among) {
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
				pairs[p] = &tallied{}
			}
			pairs[p].add(g.Base() + GameID(local))
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
		a.add(audited{name: "charset"}, p.named, p.named, t, p.read, order)
	}
	a.Values = len(a.Shapes)
	a.sort()
	return a
}

// add adds a text to its shape.
func (a *FieldAudit) add(f audited, form, text string, t *tallied, read string, order int) {
	a.Sure[Sureness[order]] += t.games
	key := fmt.Sprint(order, form)
	if f.read == nil { // how it was read is all there is to tell
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

// CheckAudit says which of some names is not that of a field that is audited.
func CheckAudit(fields []string) error {
	for _, name := range fields {
		if !slices.Contains(AuditNames(), name) {
			return badRequest("field", "%q is not one of %s", name, strings.Join(AuditNames(), ", "))
		}
	}
	return nil
}

// Audit audits some fields, all if none are named, of some games, all if among is nil.
func (v *View) Audit(ctx context.Context, fields []string, among *GameSet) (*Audit, error) {
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
	all := auditedFields()
	if len(fields) == 0 {
		fields = AuditNames()
	}
	for _, name := range fields {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f := all[slices.IndexFunc(all, func(f audited) bool { return f.name == name })]
		if f.read == nil {
			a.Fields = append(a.Fields, auditCharsets(v.Snapshot(), among))
		} else {
			a.Fields = append(a.Fields, auditField(v.Snapshot(), f, among))
		}
	}
	return a, nil
}
