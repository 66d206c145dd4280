package pgn

import (
	"io"
	"strings"

	"kifudb/format"
	"kifudb/position"
	"kifudb/position/chess"
)

// lostGlyphs is what has no place in SGF.
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
	var comments []string // by number of the node, with what servers write into them
	for v := range game.visits {
		n := &game.Nodes[v.node]
		comments = append(comments, strings.Join(append(append([]string{}, n.Before...), n.Comments...), "\n"))
		if len(n.NAGs) > 0 {
			g.Lost(lostGlyphs)
		}
	}
	tree := format.SGFTree{
		Node: func(s *format.SGF, _ int, n *position.ScriptNode) {
			if n.Move.Color != position.Empty {
				s.Put(n.Move.Color.Letter(), chess.MoveOf(uint16(n.Move.Point)).String())
			}
		},
		Comment: func(node int) string { return comments[node] },
	}
	return tree.Write(w, g)
}
