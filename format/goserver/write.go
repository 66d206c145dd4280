package goserver

import (
	"io"
	"strconv"

	"kifudb/format"
	"kifudb/position"
)

// SGF writes a game of Go that came in another format in SGF.
func SGF(w io.Writer, g *format.Written) error {
	if g.Game.Facts.Game != Go {
		return &format.UnfitError{Why: "not games of Go"}
	}
	took := timesOf(g)
	tree := format.SGFTree{Node: func(s *format.SGF, number int, n *position.ScriptNode) {
		s.Setup(n.Setup, point)
		if n.ToPlay != position.Empty {
			s.Put("PL", n.ToPlay.Letter())
		}
		if n.Move.Color != position.Empty {
			s.Put(n.Move.Color.Letter(), point(n.Move.Point))
		}
		s.Put("ELAPSED", took[number]...)
	}}
	return tree.Write(w, g)
}

// timesOf returns how many seconds the moves took, by the numbers of their nodes, if the record says so.
func timesOf(g *format.Written) map[int][]string {
	took := map[int][]string{}
	if g.From.Name != nameOGS {
		return took // no other format has them
	}
	d := format.Draft{Record: &g.Game.Record, Script: &position.ScriptBuilder{}, Report: func(string, int, func() error) {}}
	g.From.Derive(&d)
	for _, c := range d.Clocks {
		took[c.Node] = []string{strconv.FormatFloat(*c.Used, 'f', -1, 64)}
	}
	return took
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
