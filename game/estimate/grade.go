package estimate

import (
	"iter"
	"math"
	"strconv"
	"strings"
)

// GradesIdent is the pseudo identifier under which an archive keeps the [Grades] of a game.
const GradesIdent = "grades"

// A Grade is what an engine's values say of a move: what the player who made it lost by it.
// A loss is the value of the position before the move, less that of the position after it, both
// for that player; negative if the engine liked the move better than it had expected.
//
// Two values are compared if the same property of the record has both, the same engine said
// both if the record names it, and neither is the engine's word on its own game or unclear.
type Grade struct {
	Node int
	By   string // B or W
	Main bool   // the move is on the main line

	Points  Loss // in hundredths of the unit of leads: points, pawns
	Percent Loss // in hundredths of a percent of the chance to win
	Choice  Choice
}

// A Loss is a number that may be unknown.
type Loss struct {
	Value int32
	Known bool
}

// A Choice says whether a move was the one that the engine would have made.
type Choice int8

// The choices.
const (
	NoChoice    Choice = iota // the record does not say what the engine would have done
	FirstChoice               // the move was the first of its list
	OtherMove                 // it was another
)

// A Scale tells how likely Black is to win with a lead; nil if nobody knows.
type Scale func(lead float64) float64

// Compare returns the grade of a move by "B" or "W". The name of the move is as the list of the engine
// has it. It reports false if the values say nothing of it.
func Compare(before, after *Estimate, by, move string, scale Scale) (g Grade, ok bool) {
	g.By = by
	if before == nil || before.Own || before.Unclear || by == "" {
		return g, false
	}
	if len(before.Best) > 0 && move != "" {
		g.Choice = OtherMove
		if strings.EqualFold(before.Best[0], move) {
			g.Choice = FirstChoice
		}
	}
	if after != nil && !after.Own && !after.Unclear && (before.Engine == after.Engine || before.Engine == "" || after.Engine == "") {
		if before.Lead != nil && after.Lead != nil && before.leadOf == after.leadOf {
			g.Points = loss(side(*before.Lead-*after.Lead, by) * 100)
		}
		x, from := before.winning(scale)
		y, to := after.winning(scale)
		if from != "" && to != "" && (from == to || from == mateOf || to == mateOf) {
			g.Percent = loss(side(x-y, by) * 10000)
		}
	}
	return g, g.Points.Known || g.Percent.Known || g.Choice != NoChoice
}

func loss(x float64) Loss {
	if !(math.Abs(x) < Mate) {
		return Loss{}
	}
	return Loss{int32(math.Round(x)), true}
}

// mateOf is the source of chances of positions in which somebody mates.
const mateOf = "mate"

// winning returns Black's chance to win and the property it is from, "" if nobody knows it.
func (e *Estimate) winning(scale Scale) (chance float64, from string) {
	switch {
	case e.Black != nil:
		return *e.Black, e.chanceOf
	case e.Mate == "B":
		return 1, mateOf
	case e.Mate == "W":
		return 0, mateOf
	case e.Lead != nil && scale != nil:
		return scale(*e.Lead), e.leadOf
	}
	return 0, ""
}

// A Class says how bad a move was.
type Class int8

// The classes. By the percent lost they begin where those of Lichess do, which are 0.1, 0.2 and 0.3
// on a scale from -1 to 1 (scalachess, Advice). Where only points are known, they begin
// at the largest three of KaTrain's bounds.
const (
	NoClass    Class = iota // it lost less
	Inaccuracy              // 5 percent, 3 points
	Mistake                 // 10 percent, 6 points
	Blunder                 // 15 percent, 12 points
)

func (c Class) String() string {
	return [...]string{"", "inaccuracy", "mistake", "blunder"}[c]
}

// Class returns that of a move; known is false if no loss is.
func (g *Grade) Class() (class Class, known bool) {
	lost, bounds := g.Percent, [...]int32{500, 1000, 1500}
	if !lost.Known {
		lost, bounds = g.Points, [...]int32{300, 600, 1200}
	}
	for lost.Known && class < Blunder && lost.Value >= bounds[class] {
		class++
	}
	return class, lost.Known
}

// Blunder reports whether the move is a blunder; known is false if no loss is.
func (g *Grade) Blunder() (blunder, known bool) {
	class, known := g.Class()
	return class == Blunder, known
}

// Accuracy returns how accurate the move was, in hundredths of a percent, by Lichess's formula
// of the percent lost (lila, AccuracyPercent): 103.1668·exp(-0.04354·loss) - 3.1669, from 0 to
// 100; 100 if nothing is lost.
func (g *Grade) Accuracy() (accuracy int32, known bool) {
	if !g.Percent.Known {
		return 0, false
	}
	lost := float64(max(g.Percent.Value, 0)) / 100
	x := 103.1668*math.Exp(-0.04354*lost) - 3.1669
	return int32(math.Round(min(max(x, 0), 100) * 100)), true
}

// Grades are those of the moves of a game, in the order of its nodes: "12B350/1250=", which is
// node 12, who moved, points lost, percent lost, and = for the engine's first choice, ! for
// another move. A bar separates the moves of variations.
type Grades string

// A GradesBuilder writes the grades of a game, in time and memory in proportion to their number.
type GradesBuilder struct {
	text       []byte
	variations bool
}

// Grades returns what was added.
func (b *GradesBuilder) Grades() Grades { return Grades(b.text) }

// Add adds a grade behind those of earlier nodes.
func (b *GradesBuilder) Add(g *Grade) {
	if len(b.text) > 0 {
		b.text = append(b.text, ' ')
	}
	if !g.Main && !b.variations {
		b.variations = true
		b.text = append(b.text, "| "...)
	}
	b.text = strconv.AppendInt(b.text, int64(g.Node), 10)
	b.text = append(b.text, g.By...)
	if g.Points.Known {
		b.text = strconv.AppendInt(b.text, int64(g.Points.Value), 10)
	}
	b.text = append(b.text, '/')
	if g.Percent.Known {
		b.text = strconv.AppendInt(b.text, int64(g.Percent.Value), 10)
	}
	switch g.Choice {
	case FirstChoice:
		b.text = append(b.text, '=')
	case OtherMove:
		b.text = append(b.text, '!')
	}
}

// All yields the grades. It skips text that is none.
func (s Grades) All() iter.Seq[Grade] {
	return func(yield func(Grade) bool) {
		main := true
		for part := range strings.SplitSeq(string(s), " ") {
			if part == "|" {
				main = false
				continue
			}
			g, ok := parseGrade(part)
			if g.Main = main; ok && !yield(g) {
				return
			}
		}
	}
}

// AppendUpTo appends the grades of the nodes up to one. It takes no longer than these need.
func (s Grades) AppendUpTo(list []Grade, node int) []Grade {
	main, variations, _ := strings.Cut(string(s), "|")
	for _, part := range [...]struct {
		text string
		main bool
	}{{main, true}, {variations, false}} {
		for text := part.text; text != ""; {
			var one string
			one, text, _ = strings.Cut(text, " ")
			g, ok := parseGrade(one)
			if g.Main = part.main; !ok {
				continue
			}
			if g.Node > node {
				break
			}
			list = append(list, g)
		}
	}
	return list
}

func parseGrade(text string) (g Grade, ok bool) {
	node, text, ok := cutNumber(text)
	if !ok || node < 0 || text == "" || text[0] != 'B' && text[0] != 'W' {
		return g, false
	}
	g.Node, g.By, text = int(node), text[:1], text[1:]
	g.Points.Value, text, g.Points.Known = cutNumber(text)
	if text == "" || text[0] != '/' {
		return g, false
	}
	g.Percent.Value, text, g.Percent.Known = cutNumber(text[1:])
	switch text {
	case "":
	case "=":
		g.Choice = FirstChoice
	case "!":
		g.Choice = OtherMove
	default:
		return g, false
	}
	return g, true
}

// cutNumber reads a number from the front of a text. If there is none, or one too large, it leaves the text as it is.
func cutNumber(text string) (value int32, rest string, ok bool) {
	i, x := 0, int64(0)
	negative := strings.HasPrefix(text, "-")
	if negative {
		i = 1
	}
	from := i
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		if x = 10*x + int64(text[i]-'0'); x > math.MaxInt32 {
			return 0, text, false
		}
	}
	if i == from {
		return 0, text, false
	}
	if negative {
		x = -x
	}
	return int32(x), text[i:], true
}

// Totals are what the grades of one or both players come to, on the main line. A gain counts
// as no loss, as in KaTrain's report.
type Totals struct {
	Points, Percent, Accuracy, Blunders, Choices Total
}

// A Total is a sum over moves.
type Total struct {
	Moves int   // of which the number is known
	Sum   int64 // in hundredths; of moves that are counted, how many
}

func (t *Total) add(x int64) {
	t.Moves++
	t.Sum += x
}

// Totals returns those of a player, "B" or "W", or of both, "".
func (s Grades) Totals(by string) (t Totals) {
	for g := range s.All() {
		if !g.Main || by != "" && g.By != by {
			continue
		}
		if g.Points.Known {
			t.Points.add(int64(max(g.Points.Value, 0)))
		}
		if g.Percent.Known {
			t.Percent.add(int64(max(g.Percent.Value, 0)))
		}
		if accuracy, known := g.Accuracy(); known {
			t.Accuracy.add(int64(accuracy))
		}
		if blunder, known := g.Blunder(); known {
			t.Blunders.add(one(blunder))
		}
		if g.Choice != NoChoice {
			t.Choices.add(one(g.Choice == FirstChoice))
		}
	}
	return t
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
