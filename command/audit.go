package command

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"kifudb/sgfread"
	"kifudb/store"
)

func auditCommand() *cli.Command {
	return &cli.Command{
		Name:  "audit",
		Usage: "show the shapes of dates, results, komi, ranks … and how each was read",
		UsageText: `kifudb audit                     all values with a meaning, what was not understood first
kifudb audit --field date,rank   only these
kifudb audit --csv > audit.csv   for a spreadsheet`,
		Description: `A shape is what values look like: 1846-09-11 and 1999-12-31 are both
9999-99-99. For each shape: in how many games it stands, how many different
values have it, the most frequent of these and a game that has it, and how that
was read. How sure the reading is:
  not understood  nothing could be made of it
  guessed         the most probable of several readings
  calculated      follows by a rule, as a komi of 375, which is 7.5 points
  clear           clear to any reader, but not as SGF writes it
  exact           as SGF writes it
  says nothing    a question mark, a dash, "unknown"

Nothing is ever changed in a record: field=value finds the text as it stands.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "field", Usage: "only `FIELDS`: " + strings.Join(auditNames(), ", ")},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
		},
		Action: runAudit,
	}
}

// A reading is what was made of a value.
type reading struct {
	value string
	sure  sgfread.Certainty
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
		{"charset", []string{"CA"}, true, "", nil},
	}
}

func auditNames() []string {
	var names []string
	for _, f := range auditedFields() {
		names = append(names, f.name)
	}
	return names
}

func readDate(text string) reading {
	d := sgfread.ParseDate(text)
	return reading{value: d.String(), sure: d.Certainty}
}

// readResult says in words what a result means.
func readResult(text string) reading {
	r := sgfread.ParseResult(text)
	var words []string
	switch r.Winner {
	case sgfread.BlackWins:
		words = append(words, "black")
	case sgfread.WhiteWins:
		words = append(words, "white")
	case sgfread.Draw, sgfread.Void:
		words = append(words, r.Winner.String())
	case sgfread.NoWinner:
		words = append(words, "unknown")
	}
	switch r.Ending {
	case sgfread.NoEnding:
	case sgfread.ByPoints:
		words = append(words, "by", strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64))
		if r.Zi {
			words = append(words, "(from zi)")
		}
	case sgfread.Unfinished:
		words = append(words, "unfinished")
	default:
		words = append(words, "by", r.Ending.String())
	}
	return reading{value: strings.Join(words, " "), sure: r.Certainty}
}

func readKomi(text string) reading {
	k := sgfread.ParseKomi(text)
	value := k.String()
	if k.Zi {
		value += " (from zi)"
	}
	return reading{value: value, sure: k.Certainty}
}

func readRank(text string) reading {
	r, c := sgfread.ParseRank(text)
	return reading{value: r.String(), sure: c}
}

func readHandicap(text string) reading {
	n, c := sgfread.ParseHandicap(text)
	return reading{value: strconv.Itoa(n), sure: c}
}

func readTime(text string) reading {
	seconds, c := sgfread.ParseTimeLimit(text)
	return reading{value: strconv.Itoa(seconds) + " s", sure: c}
}

// A shape is a row of the table: the values that look alike and were understood
// equally well.
type shape struct {
	Field   string       `json:"field"`
	Sure    string       `json:"sure"`
	Games   int          `json:"games"`
	Values  int          `json:"values"` // different ones
	Shape   string       `json:"shape"`
	Example string       `json:"example"`
	Game    store.GameID `json:"game"`
	Reading string       `json:"reading"`

	order int // of Sure
	most  int // games of the example
}

// An audit is what was found of one field.
type audit struct {
	Field  string         `json:"field"`
	Games  int            `json:"games"`  // that have a value
	Values int            `json:"values"` // different ones
	Sure   map[string]int `json:"sure"`   // games by how well they were understood
	Shapes []*shape       `json:"shapes"`

	byKey map[string]*shape
}

func newAudit(field string) *audit {
	return &audit{Field: field, Sure: map[string]int{}, Shapes: []*shape{}, byKey: map[string]*shape{}}
}

// sureness are the words for how well values are understood, in the order of
// the table.
var sureness = [...]string{"not understood", "guessed", "calculated", "clear", "exact", "says nothing"}

// newReading reads a value and says how well it was understood.
func (f *audited) newReading(text string) (r reading, order int) {
	r = f.read(text)
	switch {
	case r.sure != sgfread.Unread:
		return r, int(r.sure)
	case saysNothing(text):
		return reading{none: true}, len(sureness) - 1
	}
	return reading{}, 0
}

// saysNothing reports whether a text is a placeholder.
func saysNothing(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "unknown", "none", "n/a", "na", "nr", "null", "nil", "不明", "不详", "不詳", "未知":
		return true
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// auditField looks at every value of a field.
func auditField(s *store.Snapshot, f audited) *audit {
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
		for _, local := range g.Live().ToArray() {
			values = g.ValueNumbers(int(local), values[:0])
			any := false
			for _, number := range values {
				if t := numbers[number]; t != nil {
					t.add(g.Base() + store.GameID(local))
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
	game  store.GameID
	last  store.GameID
}

// add counts a game once, in ascending order.
func (t *tallied) add(id store.GameID) {
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
func auditCharsets(s *store.Snapshot) *audit {
	a := newAudit("charset")
	type pair struct{ named, read string }
	pairs := map[pair]*tallied{}
	for _, g := range s.Segments() {
		named, read := maps.Collect(g.NumberedValues("CA")), maps.Collect(g.NumberedValues("charset"))
		var values []int
		for _, local := range g.Live().ToArray() {
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
			pairs[p].add(g.Base() + store.GameID(local))
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
func (a *audit) add(f audited, form, text string, t *tallied, read string, order int) {
	a.Sure[sureness[order]] += t.games
	key := fmt.Sprint(order, form)
	if f.read == nil { // how it was read is all there is to tell
		key += "\x00" + read
	}
	s := a.byKey[key]
	if s == nil {
		s = &shape{Field: a.Field, Sure: sureness[order], Shape: form, order: order}
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
func (a *audit) sort() {
	slices.SortFunc(a.Shapes, func(x, y *shape) int {
		return cmp.Or(cmp.Compare(x.order, y.order), cmp.Compare(y.Games, x.Games), cmp.Compare(x.Shape, y.Shape), cmp.Compare(x.Reading, y.Reading))
	})
}

func runAudit(c *cli.Context) error {
	fields := auditedFields()
	if c.IsSet("field") {
		var chosen []audited
		for _, name := range strings.Split(c.String("field"), ",") {
			i := slices.IndexFunc(fields, func(f audited) bool { return f.name == strings.TrimSpace(name) })
			if i < 0 {
				return usage("--field: %q is not one of %s", name, strings.Join(auditNames(), ", "))
			}
			chosen = append(chosen, fields[i])
		}
		fields = chosen
	}
	if c.Bool("json") && c.Bool("csv") {
		return usage("--json and --csv exclude each other")
	}
	s, done, err := openSnapshot(c)
	if err != nil {
		return err
	}
	defer done()
	var audits []*audit
	for _, f := range fields {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if f.read == nil {
			audits = append(audits, auditCharsets(s))
		} else {
			audits = append(audits, auditField(s, f))
		}
	}
	switch w := c.App.Writer; {
	case c.Bool("json"):
		return printJSON(w, map[string]any{"games": s.Len(), "fields": audits})
	case c.Bool("csv"):
		return printAuditCSV(w, audits)
	default:
		return printAudits(w, audits, s.Len())
	}
}

func printAuditCSV(w io.Writer, audits []*audit) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"field", "sure", "games", "values", "shape", "example", "game", "reading"}); err != nil {
		return err
	}
	for _, a := range audits {
		for _, s := range a.Shapes {
			if err := c.Write([]string{
				s.Field, s.Sure, strconv.Itoa(s.Games), strconv.Itoa(s.Values), printable(s.Shape), printable(s.Example),
				strconv.Itoa(int(s.Game)), printable(s.Reading),
			}); err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

// printAudits prints a table for each field, and the sums of all.
func printAudits(w io.Writer, audits []*audit, games int) error {
	for _, a := range audits {
		if len(a.Shapes) == 0 {
			continue
		}
		t := newTable(a.Field, "games", "values", "shape", "example", "game", "read as")
		t.alignRight(1, 2, 5)
		t.limit(3, 40)
		t.limit(4, 40)
		t.limit(6, 50)
		for _, s := range a.Shapes {
			t.row(s.Sure, number(s.Games), number(s.Values), s.Shape, s.Example, strconv.Itoa(int(s.Game)), s.Reading)
		}
		if err := t.print(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	t := newTable(append([]string{"field", "games", "values", "shapes"}, sureness[:]...)...)
	for i := range 3 + len(sureness) {
		t.alignRight(i + 1)
	}
	for _, a := range audits {
		row := []string{a.Field, number(a.Games), number(a.Values), number(len(a.Shapes))}
		for _, sure := range sureness {
			row = append(row, number(a.Sure[sure]))
		}
		t.row(row...)
	}
	if err := t.print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s games\n", number(games))
	return err
}
