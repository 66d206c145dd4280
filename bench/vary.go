package bench

import (
	"math/rand/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// keptNodes is the most nodes that a variant has of a record. If two records of the same
// players and day share 30 moves, one may be the beginning of the other.
const keptNodes = 28

// Vary returns variant number i, by a seed, of a game record: it begins like
// the record's main line, root and comments included, byte for byte, and goes
// on differently from one of its first nodes to about the same length. It makes a large
// archive of a small one in which names, texts and openings repeat as they do in
// real collections while the games are different ones: no two variants begin
// alike for so long that they are taken for records of one game.
//
// A record that is no sound game of Go gives Game(seed, i).
func Vary(record []byte, seed uint64, i int) []byte { return AppendVaried(nil, record, seed, i) }

// AppendVaried appends what [Vary] returns.
func AppendVaried(dst, record []byte, seed uint64, i int) []byte {
	sound := true
	trees, err := sgfread.Parse(record, &sgfread.Options{Problem: func(p sgfread.Problem) {
		sound = sound && p.Severity() <= sgfread.Note
	}})
	if err != nil || len(trees) == 0 || !sound {
		return AppendGame(dst, seed, i)
	}
	t := trees[0]
	size, ok := boardOf(t)
	if !ok {
		return AppendGame(dst, seed, i)
	}
	rng := rand.New(rand.NewPCG(seed, ^uint64(i)))
	g := generator{rng: rng, out: append(dst, '('), kind: game.Default(), size: size, board: position.NewBoard(size)}
	var line []sgfread.NodeID
	for id := range t.MainLine() {
		line = append(line, id)
	}
	keep := 1 + rng.IntN(min(len(line), keptNodes))
	color, near := position.Black, position.Pass
	for _, id := range line[:keep] {
		g.out = append(g.out, t.Text(id)...)
		if m, ok := g.follow(t, id); ok {
			color, near = m.Color.Opponent(), m.Point
		}
	}
	for range max(len(line)-keep, 20) {
		if !size.Contains(near) {
			near = size.At(rng.IntN(size.Area()))
		}
		near = g.choose(g.board, color, near)
		g.add(position.Move{Color: color, Point: near})
		color = color.Opponent()
	}
	g.write()
	return append(g.out, ')')
}

// boardOf returns the size of a record's board and whether it is one of Go.
func boardOf(t *sgfread.Tree) (position.Size, bool) {
	size := position.Square(19)
	if v := t.Values(0, "GM"); len(v) > 0 {
		if n, ok := sgfread.ParseNumber(v[0]); !ok || n != 1 {
			return size, false
		}
	}
	if v := t.Values(0, "SZ"); len(v) > 0 {
		s, _, ok := sgfread.ParseSize(v[0])
		size = position.Size{Cols: s.Cols, Rows: s.Rows}
		return size, ok && size.Valid()
	}
	return size, true
}

// follow plays a node of a record and returns its move.
func (g *generator) follow(t *sgfread.Tree, id sgfread.NodeID) (m position.Move, moved bool) {
	size := sgfread.Size{Cols: g.size.Cols, Rows: g.size.Rows}
	for _, p := range t.Properties(id) {
		color := position.Empty
		switch p.Name {
		case "AB", "B":
			color = position.Black
		case "AW", "W":
			color = position.White
		case "AE":
		default:
			continue
		}
		if len(p.Name) == 1 {
			point, kind := sgfread.ParseMove(p.Values[0], size)
			m, moved = position.Move{Color: color, Point: position.Pass}, true
			if kind == sgfread.PlayMove {
				m.Point = position.At(point.XY())
			}
			g.board.Play(m)
			continue
		}
		for _, v := range p.Values {
			points, _, ok := sgfread.ParsePoints(v)
			if !ok {
				continue
			}
			for q := range points.Points() {
				if size.Contains(q) {
					g.board.Set(position.At(q.XY()), color)
				}
			}
		}
	}
	return m, moved
}
