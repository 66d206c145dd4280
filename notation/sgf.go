package notation

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kifudb/position/shogi"
)

// WriteSGF writes a record, all variations included, as a game tree of SGF with
// GM[8]. SGF defines no moves for shogi; here they are in USI: B[7g7f], W[P*5e].
// A start that is not the even game's is in the private root property SFEN,
// written without a move number, and a handicap also in HA, by its name.
// Endings other than the main line's are told in a comment.
func WriteSGF(w io.Writer, r *Record) error {
	out := bufio.NewWriter(w)
	out.WriteString("(;GM[8]FF[4]CA[UTF-8]AP[kifudb]")
	property := func(ident, text string) {
		if text != "" {
			fmt.Fprintf(out, "%s[%s]", ident, escapeSGF(text))
		}
	}
	if h := r.Start.Handicap; h != shogi.NoHandicap {
		property("SFEN", r.Start.Position.Setup())
		property("HA", string(h))
	}
	for _, f := range r.Info {
		if f.Ident != "RE" {
			property(f.Ident, f.Text)
		}
	}
	if result := r.Field("RE"); result != "" {
		property("RE", result)
	} else {
		property("RE", r.Result())
	}
	mainLine, depth := true, 0
	for v := range r.Nodes() {
		out.WriteString(strings.Repeat(")", v.Closes))
		if v.Closes > 0 {
			mainLine = false
			out.WriteByte('\n')
		}
		depth -= v.Closes
		if v.Opens {
			out.WriteByte('(')
			depth++
		}
		n := v.Node
		if v.Index > 0 {
			color := "B"
			if v.Before.ToPlay() == shogi.White {
				color = "W"
			}
			fmt.Fprintf(out, ";%s[%s]", color, n.Move)
		}
		switch n.Marks {
		case "!":
			out.WriteString("TE[1]")
		case "!!":
			out.WriteString("TE[2]")
		case "?":
			out.WriteString("BM[1]")
		case "??":
			out.WriteString("BM[2]")
		case "!?":
			out.WriteString("IT[]")
		case "?!":
			out.WriteString("DO[]")
		}
		comment := n.Comment
		if n.Ending != NoEnding && !mainLine {
			comment = strings.TrimPrefix(comment+"\n"+n.Ending.String(), "\n")
		}
		property("C", comment)
	}
	out.WriteString(strings.Repeat(")", depth+1) + "\n")
	return out.Flush()
}

// escapeSGF protects what ends or escapes in a property's value.
func escapeSGF(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, "\r\n", "\n", "\r", "\n").Replace(text)
}
