package query

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/game/estimate"
	"kifudb/position"
)

// A GradeKind is what a field asks of the grades of moves, that is of what engines thought that
// they lost.
type GradeKind uint8

// The kinds.
const (
	LossGrade     GradeKind = iota + 1 // what a move lost: in points, or with % in percent of the chance to win
	PercentGrade                       // the same in percent
	SwingGrade                         // how far a move changed the chance to win, either way
	BlunderGrade                       // a move that lost much
	AgreeGrade                         // whether a move was the engine's first
	AccuracyGrade                      // how accurate a player was in a game
)

// grade is the meaning of fields of grades. The losses of its values are in hundredths.
type grade struct {
	kind GradeKind
	side position.Color // Empty for either
}

func (grade) fieldKind() FieldKind { return GradeFieldKind }

func (g grade) check(v Value) error {
	_, err := g.wanted(v)
	return err
}

func (g grade) literal() bool { return false }
func (g grade) ordered() bool { return g.kind != BlunderGrade && g.kind != AgreeGrade }

// Grade returns what the field asks of grades, and of which side: Empty for either. Of another
// field the kind is 0.
func (f Field) Grade() (GradeKind, position.Color) {
	g, _ := f.meaning.(grade)
	return g.kind, g.side
}

// OfGrades reports whether a term asks for moves by their grades.
func (t *Term) OfGrades() bool {
	f, err := t.Definition()
	if err != nil {
		return false
	}
	kind, _ := f.Grade()
	return kind != 0 && kind != AccuracyGrade
}

// onSide returns the field as it asks of one side alone, whatever side it names itself.
func (f Field) onSide(side position.Color) Field {
	if g, ok := f.meaning.(grade); ok && g.side == position.Empty {
		f.meaning = grade{g.kind, side}
	}
	return f
}

// A GradeTest is what a value of a field of grades admits.
type GradeTest struct {
	kind    GradeKind
	side    string // B, W or "" for either
	within  Interval
	percent bool
	first   estimate.Choice
	known   func(text string) string // only whether the field has a value is asked
}

// GradeKnown returns the test that lists have a value of the field for a game.
func (f Field) GradeKnown() GradeTest { return GradeTest{known: f.GradeOf} }

// GradesKnown returns the term that asks for games that a term of grades can find or not: of which lists have a value.
// Losses in percent are those of another field.
func (t *Term) GradesKnown() (known *Term, ok bool) {
	f, err := t.Definition()
	if err != nil {
		return nil, false
	}
	kind, _ := f.Grade()
	name := f.Name
	for _, v := range t.Values {
		if test, err := f.GradeTest(v); err == nil && kind == LossGrade && test.percent {
			name = "losspercent"
		}
	}
	return &Term{Field: "has", Values: []Value{{Text: name}}}, kind != 0
}

// GradeTest returns what a value of the field admits.
func (f Field) GradeTest(v Value) (GradeTest, error) {
	g, ok := f.meaning.(grade)
	if !ok {
		return GradeTest{}, fmt.Errorf("%s: has no grades", f.Name)
	}
	return g.wanted(v)
}

func (g grade) wanted(v Value) (t GradeTest, err error) {
	t = GradeTest{kind: g.kind, side: letterOf(g.side), percent: g.kind == PercentGrade || g.kind == SwingGrade}
	word := strings.ToLower(v.Text)
	switch g.kind {
	case BlunderGrade:
		i := slices.Index(blunderValues, word)
		if i < 0 || !v.SpelledOut() && v.Kind != Word {
			return t, fmt.Errorf("%q says of nobody that he blundered; expected one of %s", v.Text, strings.Join(blunderValues, ", "))
		}
		if side := []string{"", "B", "W"}[i]; side != "" {
			if t.side != "" && t.side != side {
				t.kind = 0 // nobody
			}
			t.side = side
		}
		return t, nil
	case AgreeGrade:
		switch word {
		case "yes":
			t.first = estimate.FirstChoice
		case "no":
			t.first = estimate.OtherMove
		default:
			return t, fmt.Errorf("%q does not say whether a move was the engine's first; expected yes or no", v.Text)
		}
		return t, nil
	}
	percents := false
	t.within, err = span(v, func(s string) (Interval, error) {
		digits, percent := strings.CutSuffix(s, "%")
		percents = percents || percent
		return number{hundredths: true}.parse(strings.TrimPrefix(digits, "+"))
	})
	t.percent = t.percent || percents
	return t, err
}

var blunderValues = []string{"any", "black", "white"}

func letterOf(c position.Color) string {
	if c == position.Empty {
		return ""
	}
	return c.Letter()
}

// loss returns the loss of a grade that the kind compares.
func (t *GradeTest) loss(g *estimate.Grade) estimate.Loss {
	if t.kind == SwingGrade {
		l := g.Percent
		if l.Value < 0 {
			l.Value = -l.Value
		}
		return l
	}
	if t.percent {
		return g.Percent
	}
	return g.Points
}

// Admits reports whether a move is one that the value asks for, and says what it lost.
func (t *GradeTest) Admits(g *estimate.Grade) (text string, ok bool) {
	if t.side != "" && t.side != g.By {
		return "", false
	}
	switch t.kind {
	case LossGrade, PercentGrade, SwingGrade:
		l := t.loss(g)
		verb := "lost "
		if t.kind == SwingGrade {
			verb = "changed by "
		}
		return verb + lossText(l.Value, t.percent), l.Known && t.within.Contains(int64(l.Value))
	case BlunderGrade:
		is, _ := g.Blunder()
		if g.Percent.Known {
			return "lost " + lossText(g.Percent.Value, true), is
		}
		return "lost " + lossText(g.Points.Value, false), is
	case AgreeGrade:
		if t.first == estimate.FirstChoice {
			return "the engine's first move", g.Choice == t.first
		}
		return "not the engine's first move", g.Choice == t.first
	}
	return "", false
}

// AdmitsGame reports whether a game has what the value asks for: a move, or a player of that
// accuracy.
func (t *GradeTest) AdmitsGame(s estimate.Grades) bool {
	if t.known != nil {
		return t.known(string(s)) != ""
	}
	if t.kind == AccuracyGrade {
		for _, by := range []string{"B", "W"} {
			if t.side == "" || t.side == by {
				if n, known := accuracy(s, by); known && t.within.Contains(n) {
					return true
				}
			}
		}
		return false
	}
	for g := range s.All() {
		if _, ok := t.Admits(&g); ok {
			return true
		}
	}
	return false
}

// accuracy returns the mean accuracy of a player's moves on the main line, in hundredths of a percent.
func accuracy(s estimate.Grades, by string) (n int64, known bool) {
	t := s.Totals(by)
	if t.Accuracy.Moves == 0 {
		return 0, false
	}
	return int64(math.Round(float64(t.Accuracy.Sum) / float64(t.Accuracy.Moves))), true
}

func lossText(hundredths int32, percent bool) string {
	text := strconv.FormatFloat(float64(hundredths)/100, 'f', -1, 64)
	if percent {
		text += " %"
	}
	return text
}

// GradeOf returns what lists show of the grades of a game, of its text under
// [estimate.GradesIdent]; "" if it is not known. Of losses and swings it is the largest on the main line,
// of blunders their number, of the engine's first moves their share in percent, of accuracy that
// of the less accurate player.
func (f Field) GradeOf(text string) string {
	kind, side := f.Grade()
	s, by := estimate.Grades(text), letterOf(side)
	t := GradeTest{kind: kind, side: by, percent: kind == PercentGrade || kind == SwingGrade}
	number := func(n int64) string { return strconv.FormatFloat(float64(n)/100, 'f', -1, 64) }
	switch kind {
	case BlunderGrade, AgreeGrade:
		totals := s.Totals(by)
		switch {
		case kind == BlunderGrade && totals.Blunders.Moves > 0:
			return strconv.FormatInt(totals.Blunders.Sum, 10)
		case kind == AgreeGrade && totals.Choices.Moves > 0:
			return strconv.FormatFloat(math.Round(1000*float64(totals.Choices.Sum)/float64(totals.Choices.Moves))/10, 'f', -1, 64)
		}
		return ""
	case AccuracyGrade:
		least, found := int64(0), false
		for _, by := range []string{"B", "W"} {
			if t.side != "" && t.side != by {
				continue
			}
			if n, known := accuracy(s, by); known && (!found || n < least) {
				least, found = n, true
			}
		}
		if !found {
			return ""
		}
		return number(least)
	}
	var most estimate.Loss
	for g := range s.All() {
		if l := t.loss(&g); g.Main && l.Known && (by == "" || by == g.By) && (!most.Known || cmp.Less(most.Value, l.Value)) {
			most = l
		}
	}
	if !most.Known {
		return ""
	}
	return number(int64(most.Value))
}
