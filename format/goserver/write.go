package goserver

import (
	"io"

	"kifudb/format"
	"kifudb/position"
)

// SGF writes a game of Go that came in another format in SGF.
func SGF(w io.Writer, g *format.Written) error {
	if g.Game.Facts.Game != Go {
		return &format.UnfitError{Why: "not games of Go"}
	}
	tree := format.SGFTree{Node: func(s *format.SGF, _ int, n *position.ScriptNode) {
		s.Setup(n.Setup, point)
		if n.ToPlay != position.Empty {
			s.Put("PL", n.ToPlay.Letter())
		}
		if n.Move.Color != position.Empty {
			s.Put(n.Move.Color.Letter(), point(n.Move.Point))
		}
	}}
	return tree.Write(w, g)
}

// point writes a point as SGF does; a pass is empty.
func point(p position.Point) string {
	if p == position.Pass {
		return ""
	}
	return string([]byte{letter(p.X()), letter(p.Y())})
}

// letter writes a column or row: from a to z, and then from A to Z.
func letter(n int) byte {
	if n < 26 {
		return 'a' + byte(n)
	}
	return 'A' + byte(n-26)
}
