package ask

import (
	"fmt"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/study"
)

// A namer names the moves of lines as players do.
type namer struct {
	asked  archive.Asked
	rules  position.Rules
	size   position.Size
	anchor position.Point // where a pattern is shown

	before map[int]registry.Position // by node, if names depend on it
}

func newNamer(asked archive.Asked) *namer {
	n := &namer{asked: asked}
	switch goban := asked.Goban(); {
	case goban != nil:
		n.rules, n.size = goban.Rules(), goban.Size()
	case asked.Pattern != nil:
		if rules := registry.RulesOf(asked.Game); rules != nil {
			n.rules = *rules
		}
		n.size, n.anchor = study.Placed(asked.Pattern)
	default:
		n.before = map[int]registry.Position{0: asked.Position}
	}
	return n
}

// says says where a pattern is shown, "" for a whole position.
func (n *namer) says() string {
	p := n.asked.Pattern
	if p == nil {
		return ""
	}
	last := n.point(position.At(p.Cols-1, p.Rows-1))
	return fmt.Sprintf("Points are named as if the pattern lay on %s to %s of a board of %d×%d.",
		n.rules.PointName(n.size, n.anchor), n.rules.PointName(n.size, last), n.size.Cols, n.size.Rows)
}

// point returns where a move is shown on the board; Pass and SwapsStone stay what they are.
func (n *namer) point(p position.Point) position.Point {
	if p >= position.SwapsStone {
		return p
	}
	return position.At(n.anchor.X()+p.X(), n.anchor.Y()+p.Y())
}

// name names the move of a node. Nodes are asked about from the first on.
func (n *namer) name(lines *study.Lines, node int) string {
	line := &lines.Nodes[node]
	if n.before == nil {
		return n.moveName(line.Move)
	}
	before := n.before[line.Parent]
	mover, ok := before.(registry.Mover)
	if !ok {
		return n.moveName(line.Move)
	}
	after := before.Clone()
	after.(registry.Mover).Play(line.Move.Point)
	n.before[node] = after
	return mover.Name(line.Move.Point, false)
}

// moveName names a stone.
func (n *namer) moveName(m position.Move) string {
	switch {
	case m.Point != position.Pass:
		return n.rules.PointName(n.size, n.point(m.Point))
	case n.asked.Pattern != nil:
		return "tenuki"
	}
	return n.rules.PointName(n.size, m.Point)
}
