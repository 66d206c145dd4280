package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// label notes a property that marks points of the board.
func (v *view) label(p sgfread.TreeProperty) {
	sign := map[string]string{"TR": "△", "SQ": "□", "CR": "○", "MA": "×", "M": "×", "SL": "◊"}[p.Name]
	letter := 'a' // FF[1] to FF[3] letter the points of L themselves
	for _, raw := range p.Values {
		text := sign
		point := raw
		switch p.Name {
		case "LB":
			first, second, ok := sgfread.SplitComposed(raw, 0)
			if !ok {
				continue
			}
			point, text = first, string(sgfread.AppendSimpleText(nil, second, 0))
		case "L":
			text = string(letter)
			letter++
		}
		points, _, ok := sgfread.ParsePoints(point)
		if !ok {
			continue
		}
		for q := range points.Points() {
			v.labels[position.At(int(q.X), int(q.Y))] = text
		}
	}
}

// diagram draws the view's board.
func (v *view) diagram() *position.Diagram {
	d := position.NewDiagram(v.board)
	d.Labels = v.labels
	if v.step.Moved {
		d.Last = v.step.Move.Point
	}
	return d
}

// print shows the view to people.
func (v *view) print(w io.Writer, ascii, kanji bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Game %d: %s\n", v.game.ID, v.title())
	for _, line := range []string{
		joined(joined(v.game.Event, v.game.Round), inParentheses(v.game.Place)),
		v.game.Date,
		v.game.File,
		charsetWords(v.record.Charset),
	} {
		if line != "" {
			b.WriteString(printable(line) + "\n")
		}
	}
	if v.games > 1 {
		fmt.Fprintf(&b, "%s games share this record; the first is shown: 'kifudb export --split id:%d' writes each by itself\n", number(v.games), v.game.ID)
	}
	switch {
	case v.board != nil:
		b.WriteString("\n" + v.diagram().Format(styleFor(w, ascii)) + "\n")
		b.WriteString(v.where() + "\n")
	case v.shogi != nil:
		b.WriteString("\n" + v.shogi.draw(kanji && !ascii) + "\n")
		b.WriteString(v.shogi.where(v.game.Moves, v.node, kanji && !ascii) + "\n")
	default:
		fmt.Fprintf(&b, "\n(no board: the rules of SGF's game %d are not known)\n", v.game.Game)
	}
	for _, note := range v.comments() {
		fmt.Fprintf(&b, "\n%s\n", printableLines(note.Text))
	}
	v.own.print(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// comments returns what is said of the game as a whole and of the view's node.
func (v *view) comments() []store.Value {
	var list []store.Value
	for _, value := range v.info {
		if value.Ident == "GC" && !slices.Contains(v.notes, value) {
			list = append(list, value)
		}
	}
	return append(list, v.notes...)
}

// charsetWords says in which encoding a record is read, and how sure that is.
func charsetWords(c store.Charset) string {
	why := map[string]string{
		charset.ReasonMark:     "by its byte order mark",
		charset.ReasonEscape:   "by its escape sequences",
		charset.ReasonValid:    "well-formed",
		charset.ReasonDamaged:  "with damaged characters",
		charset.ReasonDeclared: "as the record says",
		charset.ReasonLikely:   "by its frequent characters",
		charset.ReasonPool:     "by those of the games beside it",
		charset.ReasonDefault:  "for want of evidence",
	}[c.Reason]
	switch {
	case c.Reason == charset.ReasonASCII:
		return "charset ASCII"
	case why == "":
		why = c.Reason
	}
	sure := fmt.Sprintf("%.0f %% sure", 100*c.Confidence)
	if indexer.IsDoubtful(c) {
		sure += "; 'kifudb recode' changes it"
	}
	return fmt.Sprintf("charset %s, %s, %s", c.Name, why, sure)
}

func (v *view) title() string {
	players := person(v.game.Black, v.game.BlackRank)
	if white := person(v.game.White, v.game.WhiteRank); players != "" || white != "" {
		signs := [2]string{"●", "○"}
		if v.shogi != nil {
			signs = [2]string{"☗", "☖"}
		}
		players = signs[0] + " " + players + "  " + signs[1] + " " + white
	}
	return printable(joined(joined(players, " "+v.game.Result), ""))
}

// styleFor is how to draw: colors on a terminal, unless the user wants none;
// see no-color.org.
func styleFor(w io.Writer, ascii bool) position.Style {
	switch {
	case ascii:
		return position.ASCII
	case isTerminal(w) && os.Getenv("NO_COLOR") == "":
		return position.ANSI
	}
	return position.Unicode
}

// where says which move the board is after.
func (v *view) where() string {
	var words []string
	if v.step.Moved {
		words = append(words, fmt.Sprintf("Move %d of %d: %s %s", v.step.MoveNumber, v.game.Moves, v.step.Move.Color, pointName(v.step.Move.Point, v.facts.Size)))
	} else {
		words = append(words, fmt.Sprintf("After %d of %d moves", v.step.MoveNumber, v.game.Moves))
	}
	if !v.step.MainLine {
		words = append(words, fmt.Sprintf("in a variation (node %d)", v.node))
	}
	if v.step.Fault != 0 {
		words = append(words, "against the rules: "+v.step.Fault.String())
	}
	for _, c := range []position.Color{position.Black, position.White} {
		if n := v.board.Captured(c.Opponent()); n > 0 {
			words = append(words, fmt.Sprintf("%s captured %d", c, n))
		}
	}
	return strings.Join(words, ", ")
}

// pointName writes a point as the board's coordinates do: Q16.
func pointName(p position.Point, size position.Size) string {
	if p == position.Pass {
		return "pass"
	}
	return fmt.Sprintf("%s%d", position.ColumnName(p.X()), size.Rows-p.Y())
}

func inParentheses(s string) string {
	if s == "" {
		return ""
	}
	return "(" + s + ")"
}

// printableLines is printable for text of several lines.
func printableLines(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i := range lines {
		lines[i] = printable(lines[i])
	}
	return strings.Join(lines, "\n")
}

// json is the view for machines.
func (v *view) json() map[string]any {
	out := map[string]any{"game": v.game, "node": v.node, "texts": v.notes, "info": v.info}
	c := v.record.Charset
	out["charset"] = map[string]any{"name": c.Name, "confidence": math.Round(float64(c.Confidence)*100) / 100, "reason": c.Reason, "doubtful": indexer.IsDoubtful(c)}
	if v.board != nil {
		rows := strings.Split(strings.TrimSpace(boardRows(v.board)), "\n")
		out["move"], out["board"] = v.step.MoveNumber, slices.Clip(rows)
		if v.step.Moved {
			out["last"] = nextMove{Color: v.step.Move.Color.Letter(), Point: sgfPoint(v.step.Move.Point)}
		}
	}
	if v.shogi != nil {
		v.shogi.json(out)
	}
	v.own.json(out)
	return out
}

// boardRows writes the stones as rows of B, W and dots.
func boardRows(b *position.Board) string {
	var s strings.Builder
	for y := range b.Size().Rows {
		for x := range b.Size().Cols {
			s.WriteString(b.At(position.At(x, y)).Letter())
		}
		s.WriteByte('\n')
	}
	return s.String()
}
