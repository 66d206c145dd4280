package answer

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/game"
	"kifudb/internal/plaintext"
	"kifudb/position"
)

// PrintNode shows a game at a node to people.
func PrintNode(w io.Writer, n *archive.Node, ascii, kanji bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Game %s: %s\n", n.Game.Name(), nodeTitle(n))
	for _, line := range []string{
		archive.Joined(EventOf(n.Game), phrase.Parenthesized(Marked(n.Game, n.Game.Place, "place"))),
		Marked(n.Game, n.Game.Date, "date"),
		namesOf(n),
		phrase.NearFile(n.Game.File),
		charsetWords(n.Charset),
	} {
		if line != "" {
			b.WriteString(plaintext.Printable(line) + "\n")
		}
	}
	switch {
	case n.Part > 0:
		fmt.Fprintf(&b, "Game %s of %s in a merged tree\n", phrase.Number(n.Part), phrase.Number(n.Sharing))
	case n.Undivided && n.Sharing > 1:
		fmt.Fprintf(&b, "%s games share this record; they are too many to tell apart, so it has no players\n", phrase.Number(n.Sharing))
	case n.Undivided:
		b.WriteString("Several games may share this record; it is too large to tell them apart, so it has no players\n")
	case n.Sharing > 1:
		fmt.Fprintf(&b, "%s games share this record; the first is shown: 'kifudb export --split %s' writes each by itself\n", phrase.Number(n.Sharing), exportName(n.Game))
	}
	switch {
	case n.Step != nil:
		d := n.Drawing()
		d.Style, d.Native = StyleFor(w, ascii), kanji && !ascii
		markDiffering(&d, n.Differs)
		markSigns(&d, n)
		b.WriteString("\n" + n.Step.Position.(game.Drawer).Draw(d) + "\n")
		b.WriteString(nodePlace(n, d.Native) + "\n")
		b.WriteString(differingWords(n))
	default:
		fmt.Fprintf(&b, "\n(no board: the rules of %s are unknown)\n", variantWords(n))
	}
	for _, line := range []string{judgementWords(n.Judged), FeatureWords(n.Features), markupWords(n), estimateWords(n), lossWords(n.Loss), clockWords(n.Clock)} {
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	for _, note := range n.Comments() {
		fmt.Fprintf(&b, "\n%s\n", plaintext.PrintableLines(note.Text))
	}
	printOwn(&b, n)
	_, err := io.WriteString(w, b.String())
	return err
}

// variantWords says which game it is, with the variant that the record names if that says more.
func variantWords(n *archive.Node) string {
	for _, v := range n.Info {
		if v.Property == "VARIANT" && !strings.EqualFold(v.Text, n.Game.Game) {
			return n.Game.Game + " (" + plaintext.Printable(v.Text) + ")"
		}
	}
	return n.Game.Game
}

// namesOf says what the moves of a game are called: openings, castles, how it ended.
func namesOf(n *archive.Node) string {
	var kinds []string
	for _, kind := range game.NameKinds {
		var names []string
		for _, side := range []position.Color{position.Empty, position.Black, position.White} {
			for _, v := range n.Info {
				switch {
				case v.Property != game.NameIdent(kind, side):
				case side == position.Empty:
					names = append(names, v.Text)
				default:
					names = append(names, v.Text+" ("+side.String()+")")
				}
			}
		}
		if len(names) > 0 {
			kinds = append(kinds, kind+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(kinds, "; ")
}

// charsetWords says in which encoding a record is read, and how sure that is.
func charsetWords(c archive.Charset) string {
	why := map[string]string{
		archive.ReasonMark:     "by its byte order mark",
		archive.ReasonEscape:   "by its escape sequences",
		archive.ReasonValid:    "well-formed",
		archive.ReasonDamaged:  "with damaged characters",
		archive.ReasonDeclared: "as the record says",
		archive.ReasonLikely:   "by its frequent characters",
		archive.ReasonPool:     "as the games beside it",
		archive.ReasonDefault:  "by default, without evidence",
	}[c.Reason]
	switch {
	case c.Reason == archive.ReasonASCII:
		return "charset ASCII"
	case why == "":
		why = c.Reason
	}
	sure := fmt.Sprintf("%.0f %% sure", 100*c.Confidence)
	if c.Doubtful {
		sure += "; 'kifudb recode' changes it"
	}
	return fmt.Sprintf("charset %s, %s, %s", c.Name, why, sure)
}

func nodeTitle(n *archive.Node) string {
	players, white := PlayersOf(n.Game)
	if players != "" || white != "" {
		signs := PlayerSigns(n.Kind)
		players = signs[0] + " " + players + "  " + signs[1] + " " + white
	}
	return plaintext.Printable(archive.Joined(archive.Joined(players, " "+Marked(n.Game, n.Game.Result, "result")), ""))
}

// nodePlace says which move the board is after, native in the script of the game's
// players.
func nodePlace(n *archive.Node, native bool) string {
	var words []string
	switch {
	case n.Step.Moved:
		words = append(words, fmt.Sprintf("%s: %s %s", moveNumber(n), n.Step.Move.Color, n.Step.Name(native)))
	case n.Variation:
		words = append(words, "After "+phrase.Count(n.Move, "move"))
	default:
		words = append(words, fmt.Sprintf("After %d of %s", n.Move, phrase.Count(n.Game.Moves, "move")))
	}
	if n.Variation {
		words = append(words, fmt.Sprintf("in a variation (node %d)", n.Node))
	}
	if n.Fault != "" {
		words = append(words, "against the rules: "+n.Fault)
	}
	for _, c := range []position.Color{position.Black, position.White} {
		if n.Goban() == nil {
			break
		}
		if captured := n.Goban().Captured(c.Opponent()); captured > 0 {
			words = append(words, fmt.Sprintf("%s captured %d", c, captured))
		}
	}
	return strings.Join(words, ", ")
}

// judgementWords says what the record says of the move or the position, with the signs that
// books print.
func judgementWords(list []archive.Judgement) string {
	var words []string
	for _, j := range list {
		word := plaintext.Printable(j.Words)
		if j.Sign != "" {
			word = j.Sign + " " + word
		}
		words = append(words, word+" ("+j.Property+")")
	}
	if len(words) == 0 {
		return ""
	}
	return "The record says: " + strings.Join(words, ", ")
}

// FeatureWords says what the move of a node does.
func FeatureWords(list []archive.Feature) string {
	var words []string
	for i, f := range list {
		if i > 0 && f.Name == list[i-1].Name { // shape cut, hane
			words = append(words, f.Value)
		} else {
			words = append(words, f.String())
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "The move: " + strings.Join(words, ", ")
}

// lastSigns are the stones of the last move.
var lastSigns = map[position.Color]string{position.Black: "◉", position.White: "◎"}

// markSigns keeps the stones to be seen on which there are signs: signs stand beside them.
func markSigns(d *game.Drawing, n *archive.Node) {
	board := n.Goban()
	if board == nil {
		return
	}
	signs, ascii := DifferingSigns, map[string]string{}
	if d.Style == position.ASCII {
		signs = map[position.Color]string{position.Black: "X", position.White: "O"}
		ascii = map[string]string{"TR": "^", "SQ": "#", "CR": "@", "MA": "%", "SL": "*"}
	}
	for _, s := range n.Markup.Signs {
		x, y, _ := archive.Coordinates(s.Point)
		at := position.At(x, y)
		if !board.Size().Contains(at) || len([]rune(d.Labels[at])) != 1 || n.Labelled(s.Point) {
			continue
		}
		if sign := ascii[s.Kind]; sign != "" {
			d.Labels[at] = sign
		}
		switch c := board.At(at); {
		case c != position.Empty && d.Style != position.ASCII && d.Last != nil && *d.Last == at:
			d.Labels[at] += lastSigns[c]
		case c != position.Empty:
			d.Labels[at] += signs[c]
		}
	}
}

// MarkedBoard draws the board of a node with marks on some points, and without the markup of the record.
func MarkedBoard(w io.Writer, n *archive.Node, points []string, ascii bool) string {
	drawer, ok := n.Step.Position.(game.Drawer)
	if !ok {
		return n.Position
	}
	marked := *n
	marked.Labels, marked.Markup = map[position.Point]string{}, archive.Markup{}
	marked.MarkFeature(&archive.Feature{Points: points})
	d := marked.Drawing()
	d.Style = StyleFor(w, ascii)
	markSigns(&d, &marked)
	text := strings.TrimRight(drawer.Draw(d), "\n")
	if words := markupWords(&marked); words != "" {
		text += "\n\n" + words
	}
	return text
}

// markupWords says what the record marks that the board does not show.
func markupWords(n *archive.Node) string {
	m := &n.Markup
	var words []string
	for _, of := range []struct {
		n            int
		before, what string
	}{
		{len(m.Black), "Black's territory: ", "point"}, {len(m.White), "White's territory: ", "point"},
		{len(m.Dim), "", "dimmed point"}, {len(m.Visible), "only visible: ", "point"},
	} {
		if of.n > 0 {
			words = append(words, of.before+phrase.Count(of.n, of.what))
		}
	}
	if n.Goban() == nil && len(m.Signs) > 0 { // such boards have no place for signs
		var names []string
		for _, s := range m.Signs {
			names = append(names, pointName(n, s.Point))
		}
		words = append(words, strings.Join(names, " "))
	}
	words = append(words, pairWords(n, m.Arrows, "arrow")...)
	words = append(words, pairWords(n, m.Lines, "line")...)
	if len(words) == 0 {
		return ""
	}
	return "Marked: " + strings.Join(words, ", ")
}

// mostPairs is how many arrows and lines are named; there are records with thousands.
const mostPairs = 8

// pairWords names arrows or lines by the points where they begin and end.
func pairWords(n *archive.Node, pairs [][2]string, what string) (words []string) {
	for i, pair := range pairs {
		if i == mostPairs && len(pairs) > mostPairs+1 {
			return append(words, "and "+phrase.Count(len(pairs)-i, "more "+what))
		}
		words = append(words, what+" "+pointName(n, pair[0])+"–"+pointName(n, pair[1]))
	}
	return words
}

// pointName is what the board of a node calls a point of SGF.
func pointName(n *archive.Node, point string) string {
	x, y, ok := archive.Coordinates(point)
	if board := n.Goban(); ok && board != nil && board.Size().Contains(position.At(x, y)) {
		return board.Rules().PointName(board.Size(), position.At(x, y))
	}
	if data, err := n.Data(); ok && err == nil && x < len(data.Columns) && y < len(data.Lines) {
		return data.Columns[x] + data.Lines[y]
	}
	return plaintext.Printable(point)
}

// shownMoves is the number of an engine's moves that are shown.
const shownMoves = 3

// estimateWords says who was ahead here, as the record says.
func estimateWords(n *archive.Node) string {
	e := n.Estimate
	if e == nil {
		return ""
	}
	var words []string
	if value, ok := e.Value(n.Kind.About().WhiteAhead && !e.Unclear); ok {
		words = append(words, value)
	}
	ahead := position.White
	if e.Mate == "B" || e.Lead != nil && *e.Lead > 0 {
		ahead = position.Black
	}
	switch {
	case e.Unclear && e.Lead != nil:
		words = append(words, "in a unit and for a side that the record does not say")
	case e.Unclear:
		words = append(words, "for a side that the record does not say")
	case e.Mate != "":
		words = append(words, ahead.String()+" mates")
	case e.Lead != nil && *e.Lead != 0:
		words = append(words, ahead.String()+" is ahead")
	}
	if e.Black != nil {
		words = append(words, fmt.Sprintf("black wins %.1f %%", 100**e.Black))
	}
	if e.Before {
		words = append(words, "before the move")
	}
	if e.Engine != "" {
		words = append(words, "by "+plaintext.Printable(e.Engine))
	}
	if e.Visits > 0 {
		words = append(words, phrase.Count(e.Visits, "visit"))
	}
	if len(e.Best) > 0 {
		words = append(words, "next "+plaintext.Printable(strings.Join(e.Best[:min(len(e.Best), shownMoves)], " ")))
	}
	from := plaintext.Printable(strings.Join(e.From, ", ")) + " of the record)"
	if e.Beside {
		from = plaintext.Printable(strings.Join(e.From, ", ")) + ", beside the record)"
	}
	return "Estimate: " + strings.Join(words, ", ") + " (" + from
}

// lossWords says what the move lost.
func lossWords(l *archive.MoveLoss) string {
	if l == nil {
		return ""
	}
	var words []string
	for _, of := range []struct {
		value *float64
		unit  string
	}{{l.Points, ""}, {l.Percent, " %"}} {
		if of.value != nil {
			words = append(words, strconv.FormatFloat(*of.value, 'f', -1, 64)+of.unit)
		}
	}
	if l.Class != "" {
		words = append(words, map[string]string{"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}[l.Class])
	}
	switch {
	case l.Best != "":
		words = append(words, "the engine would have played "+plaintext.Printable(l.Best))
	case l.Choice == "other":
		words = append(words, "the engine would have played another move")
	case l.Choice == "first":
		words = append(words, "the engine's first choice")
	}
	return "Lost by the move: " + strings.Join(words, ", ")
}

// clockWords says how long the move took, and what the players have left.
func clockWords(c *archive.Clock) string {
	if c == nil {
		return ""
	}
	var words []string
	if c.Used != nil {
		words = append(words, "the move took "+clock(*c.Used))
	}
	for _, of := range []struct {
		name  string
		left  *float64
		moves *int
	}{{"Black", c.BlackLeft, c.BlackMoves}, {"White", c.WhiteLeft, c.WhiteMoves}} {
		if of.left == nil {
			continue
		}
		left := of.name + " has " + clock(*of.left) + " left"
		if *of.left < 0 {
			left = of.name + " is " + clock(-*of.left) + " over time"
		}
		if of.moves != nil {
			left += " for " + phrase.Count(*of.moves, "move")
		}
		words = append(words, left)
	}
	if len(words) == 0 {
		return ""
	}
	return "Time: " + strings.Join(words, ", ")
}

// clock writes seconds as clocks do: 0:09, 1:02:03.
func clock(seconds float64) string {
	if !(math.Abs(seconds) < 1e9) {
		return "?"
	}
	s := int(math.Round(seconds))
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	if s >= 3600 {
		return fmt.Sprintf("%s%d:%02d:%02d", sign, s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%s%d:%02d", sign, s/60, s%60)
}

// moveNumber says which move a node has. How many the main line has means
// nothing in a variation.
func moveNumber(n *archive.Node) string {
	if n.Variation {
		return fmt.Sprintf("Move %d", n.Move)
	}
	return fmt.Sprintf("Move %d of %d", n.Move, n.Game.Moves)
}

// exportName is how 'kifudb export' is told of a game.
func exportName(g *archive.Game) string {
	if g.Archive > 0 {
		return g.Name()
	}
	return "id:" + g.Name()
}
