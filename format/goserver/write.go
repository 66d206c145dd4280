package goserver

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"kifudb/format"
	"kifudb/position"
	"kifudb/sgfread"
)

// ofRecord are the identifiers of the info that are about a record, not its game.
var ofRecord = []string{"GM", "FF", "CA", "AP", "ST", "SZ", format.IdentCharset, format.IdentFile, format.IdentProblem}

// SGF writes a game of Go that came in another format in SGF.
func SGF(w io.Writer, g *format.Written) error {
	if g.Game.Facts.Game != Go {
		return &format.UnfitError{Why: "not games of Go"}
	}
	out := bufio.NewWriter(w)
	comments := map[int][]string{}
	for _, c := range g.Game.Comments {
		comments[c.Node] = append(comments[c.Node], c.Text)
	}
	fmt.Fprintf(out, "(;GM[1]FF[4]CA[UTF-8]AP[kifudb]SZ[%d]", g.Game.Facts.Size.Cols)
	for _, v := range g.Game.Info {
		if !slices.Contains(ofRecord, v.Ident) {
			property(out, v.Ident, v.Text)
		}
	}
	node, depth := -1, 0
	for n := range g.Game.Script.Contents() {
		switch n.Event {
		case position.Opened:
			out.WriteString("\n(")
			depth++
			continue
		case position.Closed:
			out.WriteByte(')')
			depth--
			continue
		}
		if node++; node > 0 {
			out.WriteByte(';')
		}
		for _, setup := range []struct {
			ident string
			color position.Color
		}{{"AB", position.Black}, {"AW", position.White}, {"AE", position.Empty}} {
			ident := setup.ident
			for _, c := range n.Setup {
				if c.Color == setup.color {
					out.WriteString(ident + "[" + point(c.Point) + "]")
					ident = ""
				}
			}
		}
		if n.ToPlay != position.Empty {
			out.WriteString("PL[" + n.ToPlay.Letter() + "]")
		}
		if n.Move.Color != position.Empty {
			out.WriteString(n.Move.Color.Letter() + "[" + point(n.Move.Point) + "]")
		}
		property(out, "C", strings.Join(comments[node], "\n"))
	}
	out.WriteString(strings.Repeat(")", depth+1) + "\n")
	return out.Flush()
}

// point writes a point as SGF does; a pass is empty.
func point(p position.Point) string {
	if p == position.Pass {
		return ""
	}
	return string([]byte{'a' + byte(p.X()), 'a' + byte(p.Y())})
}

// property writes a text unless it is empty.
func property(out *bufio.Writer, ident, text string) {
	if text != "" {
		out.WriteString(ident + "[")
		out.Write(sgfread.AppendEscaped(nil, []byte(text), false))
		out.WriteByte(']')
	}
}
