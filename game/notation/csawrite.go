package notation

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"kifudb/position/shogi"
)

// WriteCSA writes the main line of a record in CSA, version 3, which has no
// variations.
func WriteCSA(w io.Writer, r *Record, o *WriteOptions) error {
	out := bufio.NewWriter(w)
	out.WriteString("'CSA encoding=UTF-8\nV3.0\n")
	lost := o.losses()
	writeCSAFields(out, r, lost)
	lost.tree(r, true, true)
	lost.start(r)
	writeCSABoard(out, r.Start.Position)
	for v := range r.Nodes() {
		if v.Closes > 0 {
			break // the main line comes first
		}
		n := v.Node
		if v.Before != nil {
			if !v.Fault.Possible() {
				return fmt.Errorf("move %s: %s", n.Move, v.Fault)
			}
			from, sign := "00", "+"
			if !n.Move.IsDrop() {
				from = digits(n.Move.From)
			}
			if v.Before.ToPlay() == shogi.White {
				sign = "-"
			}
			fmt.Fprintf(out, "%s%s%s%s\n", sign, from, digits(n.Move.To), csaKinds[v.Position.At(n.Move.To).Kind()])
		}
		if n.Timed {
			fmt.Fprintf(out, "T%s\n", secondsText(n.Elapsed))
		}
		for _, line := range commentLines(n.Comment, lost) {
			if strings.HasPrefix(line, " ") {
				line = " " + line // readers take one away
			}
			fmt.Fprintf(out, "'*%s\n", line)
		}
		if n.Ending != NoEnding {
			fmt.Fprintf(out, "%%%s\n", n.Ending.CSA())
			if n.EndTimed {
				fmt.Fprintf(out, "T%s\n", secondsText(n.EndElapsed))
			}
		}
	}
	return out.Flush()
}

// secondsText writes a time in seconds.
func secondsText(d time.Duration) string {
	text := fmt.Sprintf("%d.%09d", d/time.Second, d%time.Second)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// commentLines are the lines of a comment, without the characters that would end
// a line or the text.
func commentLines(comment string, lost *losses) []string {
	if comment == "" {
		return nil
	}
	return strings.Split(lost.clean(comment, inLines), "\n")
}

// writeCSABoard writes the ranks, the hands and the turn.
func writeCSABoard(out *bufio.Writer, p *shogi.Position) {
	for rank := 1; rank <= 9; rank++ {
		fmt.Fprintf(out, "P%d", rank)
		for file := 9; file >= 1; file-- {
			switch piece := p.At(shogi.SquareAt(file, rank)); piece.Color() {
			case shogi.Black:
				out.WriteString("+" + csaKinds[piece.Kind()])
			case shogi.White:
				out.WriteString("-" + csaKinds[piece.Kind()])
			default:
				out.WriteString(" * ")
			}
		}
		out.WriteByte('\n')
	}
	turn := "+"
	for _, c := range []shogi.Color{shogi.Black, shogi.White} {
		sign := "+"
		if c == shogi.White {
			sign = "-"
		}
		if p.ToPlay() == c {
			turn = sign
		}
		line := ""
		for _, k := range handOrder {
			line += strings.Repeat("00"+csaKinds[k], p.Hand(c, k))
		}
		if line != "" {
			fmt.Fprintf(out, "P%s%s\n", sign, line)
		}
	}
	out.WriteString(turn + "\n")
}
