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
// What SGF has no properties for is in private ones:
//
//	SFEN       at the root: a start that is not the even game's, without a
//	           move number; a handicap is also in HA, by its name
//	STARTTIME  at the root, and ENDTIME: the times of day, see [Field]
//	ELAPSED    the seconds that were thought about the move
//	ENDING     play stopped here: CSA's word, as in ENDING[TORYO], and the
//	           seconds that were thought before it, as in ENDING[TORYO:9]
//	MARKS      marks that are none of TE, BM, IT and DO
//
// A node that is a mere ending has no move; bookmarks are in N.
func WriteSGF(w io.Writer, r *Record, o *WriteOptions) error {
	lost := o.losses()
	lost.start(r)
	out := bufio.NewWriter(w)
	out.WriteString("(;GM[8]FF[4]CA[UTF-8]AP[kifudb]")
	property := func(ident, text string) {
		if text != "" {
			fmt.Fprintf(out, "%s[%s]", ident, escapeSGF(lost.clean(text, "")))
		}
	}
	if h := r.Start.Handicap; h != shogi.NoHandicap {
		property("SFEN", r.Start.Position.Setup())
		property("HA", string(h))
	}
	for _, f := range r.Info {
		if f.Ident != "RE" {
			property(f.Ident, fieldText(f))
		}
	}
	if result := r.Field("RE"); result != "" {
		property("RE", result)
	} else {
		property("RE", r.Result())
	}
	depth := 0
	for v := range r.Nodes() {
		out.WriteString(strings.Repeat(")", v.Closes))
		if v.Closes > 0 {
			out.WriteByte('\n')
		}
		depth -= v.Closes
		if v.Opens {
			out.WriteByte('(')
			depth++
		}
		n := v.Node
		if v.Before != nil {
			color := "B"
			if v.Before.ToPlay() == shogi.White {
				color = "W"
			}
			fmt.Fprintf(out, ";%s[%s]", color, n.Move)
		} else if v.Index > 0 {
			out.WriteByte(';')
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
		default:
			property("MARKS", n.Marks)
		}
		if n.Timed {
			property("ELAPSED", secondsText(n.Elapsed))
		}
		if n.EndTimed {
			property("ENDING", n.Ending.CSA()+":"+secondsText(n.EndElapsed))
		} else {
			property("ENDING", n.Ending.CSA())
		}
		property("N", n.Bookmark)
		property("C", n.Comment)
	}
	out.WriteString(strings.Repeat(")", depth+1) + "\n")
	return out.Flush()
}

// fieldText is the text of a field, on one line unless it is a remark.
func fieldText(f Field) string {
	if f.Ident == identRemark {
		return f.Text
	}
	return oneLine(f.Text)
}

// escapeSGF protects what ends or escapes in a property's value.
func escapeSGF(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}
