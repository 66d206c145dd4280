package notation

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/position/shogi"
)

// WriteCSA writes the main line of a record in CSA, version 3, which has no
// variations.
func WriteCSA(w io.Writer, r *Record) error {
	out := bufio.NewWriter(w)
	out.WriteString("'CSA encoding=UTF-8\nV3.0\n")
	for _, f := range r.Info {
		for _, c := range csaFields {
			if c.ident != f.Ident || c.csa == "$TIME:" {
				continue
			}
			text := oneLine(f.Text)
			if c.ident == "DT" {
				text = strings.ReplaceAll(text, "-", "/")
			}
			fmt.Fprintf(out, "%s%s\n", c.csa, text)
		}
	}
	writeCSABoard(out, r.Start.Position)
	for v := range r.Nodes() {
		if v.Closes > 0 {
			break // the main line comes first
		}
		n := v.Node
		if v.Index > 0 {
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
			fmt.Fprintf(out, "T%s\n", strconv.FormatFloat(n.Elapsed.Seconds(), 'f', -1, 64))
		}
		if n.Comment != "" {
			for line := range strings.SplitSeq(n.Comment, "\n") {
				fmt.Fprintf(out, "'*%s\n", oneLine(line))
			}
		}
		if n.Ending != NoEnding {
			fmt.Fprintf(out, "%%%s\n", endingWords[n.Ending].csa)
		}
	}
	return out.Flush()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

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
