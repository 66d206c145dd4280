package estimate

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// The pseudo identifiers under which an archive keeps the values of a game, each a
// [Course]: what the player who begins is ahead by, in hundredths, and Black's chance to
// win, in hundredths of a percent.
const (
	LeadIdent   = "eval"
	ChanceIdent = "winrate"
)

// Mate is the value of a course where the player who begins mates; -Mate where the other
// one does. It is above any other.
const Mate = math.MaxInt32

// A Course is the values of the nodes of a game: their numbers in the record, from 0 and
// ascending, and a whole number each, as "12:5000 13:-300 14:#".
type Course string

// Values yields the numbers of the nodes and their values. It skips text that is no value.
func (c Course) Values() iter.Seq2[int, int32] {
	return func(yield func(int, int32) bool) {
		for part := range strings.SplitSeq(string(c), " ") {
			number, text, _ := strings.Cut(part, ":")
			node, err := strconv.Atoi(number)
			if err != nil {
				continue
			}
			value, err := strconv.ParseInt(text, 10, 32)
			switch {
			case text == "#":
				value = Mate
			case text == "-#":
				value = -Mate
			case err != nil:
				continue
			}
			if !yield(node, int32(value)) {
				return
			}
		}
	}
}

// ValueText writes a value of a course as people do: "+50", "-3.25", "mate", "57.1 %".
func ValueText(ident string, value int32) string {
	text := strconv.FormatFloat(float64(value)/100, 'f', -1, 64)
	if ident == ChanceIdent {
		return text + " %"
	}
	switch value {
	case Mate:
		return "mate"
	case -Mate:
		return "-mate"
	}
	if value > 0 {
		text = "+" + text
	}
	return text
}

// Value writes what who begins is ahead by, "+50" or "mate", which is White if White
// begins; false if it does not say that.
func (e *Estimate) Value(forWhite bool) (text string, ok bool) {
	value, ok := e.lead(forWhite)
	return ValueText(LeadIdent, value), ok
}

// lead returns an estimate's lead as a course holds it, for White if White begins; false if
// it has none.
func (e *Estimate) lead(forWhite bool) (int32, bool) {
	var value int32
	switch {
	case e.Mate == "B":
		value = Mate
	case e.Mate == "W":
		value = -Mate
	case e.Lead != nil && math.Abs(*e.Lead) < Mate/100:
		value = int32(math.Round(*e.Lead * 100))
	default:
		return 0, false
	}
	if forWhite {
		value = -value
	}
	return value, true
}

// Courses gathers the courses of a game, node by node.
type Courses struct {
	ForWhite     bool // White begins, and leads are White's
	lead, chance strings.Builder
}

// Add adds the estimate for the next node. It leaves out values of which nobody knows whose
// they are.
func (c *Courses) Add(node int, e *Estimate) {
	if e == nil || e.Unclear {
		return
	}
	if value, ok := e.lead(c.ForWhite); ok {
		add(&c.lead, node, value)
	}
	if e.Black != nil {
		add(&c.chance, node, int32(math.Round(*e.Black*10000)))
	}
}

func add(b *strings.Builder, node int, value int32) {
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(strconv.Itoa(node) + ":")
	switch value {
	case Mate:
		b.WriteString("#")
	case -Mate:
		b.WriteString("-#")
	default:
		b.WriteString(strconv.Itoa(int(value)))
	}
}

// Lead returns the course of leads, empty if no node has one.
func (c *Courses) Lead() Course { return Course(c.lead.String()) }

// Chance returns the course of chances, empty if no node has one.
func (c *Courses) Chance() Course { return Course(c.chance.String()) }
