package pgn

import (
	"io"
	"strings"

	"kifudb/format"
	"kifudb/position/chess"
	"kifudb/sgfread"
)

// lostGlyphs is what SGF has no place for.
const lostGlyphs = format.Loss("numeric annotation glyphs")

// SGF writes a game of chess in SGF, GM[3], with moves in UCI and FEN in the root if it
// does not start as usual.
func SGF(w io.Writer, g *format.Written) error {
	game := Parse(format.Text(&g.Game.Record), func(code string, _ int, _ string) {
		if code == format.BadMove {
			g.Lost(lostMoves)
		}
	})
	if game.Start == nil {
		return &format.UnfitError{Why: "its start, or its rules, are not known"}
	}
	var b strings.Builder
	put := func(ident, text string) {
		b.WriteString(ident + "[")
		b.Write(sgfread.AppendEscaped(nil, []byte(text), false))
		b.WriteByte(']')
	}
	open := 0
	for v := range game.visits {
		for range v.closes {
			b.WriteByte(')')
			open--
		}
		if v.opens || v.node == 0 {
			b.WriteByte('(')
			open++
		}
		b.WriteString(";")
		n := &game.Nodes[v.node]
		switch {
		case v.node == 0:
			b.WriteString("FF[4]GM[3]CA[UTF-8]")
			for _, value := range g.Game.Info {
				if !format.Own(value.Ident) && sgfIdent(value.Ident) && value.Ident != "FEN" {
					put(value.Ident, value.Text)
				}
			}
			if fen := game.Start.FEN(); fen != chess.New().FEN() {
				put("FEN", fen)
			}
		default:
			put(n.mover.Letter(), n.Move.String())
		}
		if comment := strings.Join(append(append([]string{}, n.Before...), n.Comments...), "\n"); comment != "" {
			put("C", comment)
		}
		if len(n.NAGs) > 0 {
			g.Lost(lostGlyphs)
		}
		b.WriteByte('\n')
	}
	b.WriteString(strings.Repeat(")", open) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// sgfIdent reports whether a name can be an identifier of SGF.
func sgfIdent(name string) bool {
	return name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
