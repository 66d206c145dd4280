package bench

import (
	"math/rand/v2"

	"kifudb/game"
	"kifudb/position"
)

// openings is how many openings the games of [AppendGameOf] share.
const openings = 40

// GameOf returns game number i of a seed like [Game], of a game whose stones
// stay where they are put and where long rows are good.
//
// Openings begin in the middle, are broken off anywhere and lie in all ways, so
// that dozens of games share positions. Players lengthen their own rows
// and end those of the other. The game is over where its rules say who has won;
// some games are given up before. Some have variations and comments.
func GameOf(kind game.Stones, seed uint64, i int) []byte { return AppendGameOf(nil, kind, seed, i) }

// AppendGameOf appends what [GameOf] returns.
func AppendGameOf(dst []byte, kind game.Stones, seed uint64, i int) []byte {
	rng := rand.New(rand.NewPCG(seed, uint64(i)))
	g := generator{rng: rng, out: dst, kind: kind, size: kind.About().Size}
	g.board = kind.Rules().NewBoard(g.size)
	g.turn = position.Symmetry(rng.IntN(8))
	g.rows()
	g.out = append(g.out, "(;FF[4]CA[UTF-8]"...)
	g.number("GM", kind.About().Number)
	g.root(i)
	g.write()
	g.out = append(g.out, ')')
	return g.out
}

// rows makes the nodes of a game about rows of stones.
func (g *generator) rows() {
	own := g.rng
	g.rng = rand.New(rand.NewPCG(0, uint64(own.IntN(openings)))) // the same moves for all with the opening
	opening, branches, talks := 2+own.IntN(7), 0, own.IntN(8) == 0
	if own.IntN(8) == 0 {
		branches = 1 + own.IntN(3)
	}
	target := g.size.Area() * (10 + own.IntN(50)) / 100
	for color := position.Black; len(g.nodes) < target && !g.won(g.board); color = color.Opponent() {
		if len(g.nodes) == opening {
			g.rng = own
		}
		if branches > 0 && len(g.nodes) >= opening && g.chance(10) {
			branches--
			g.branch(color)
		}
		near := position.At(g.size.Cols/2, g.size.Rows/2)
		if len(g.nodes) > 0 {
			near = g.latest()
		}
		g.add(position.Move{Color: color, Point: g.lengthen(g.board, color, near)})
		if talks && own.IntN(10) == 0 {
			g.nodes[len(g.nodes)-1].comment = g.remark()
		}
	}
	g.rng = own
}

// won reports whether a board shows who has won.
func (g *generator) won(b *position.Board) bool { return g.winner(b) != position.Empty }

func (g *generator) winner(b *position.Board) position.Color {
	if judge, ok := g.kind.(game.Judge); ok {
		return judge.Winner(b)
	}
	return position.Empty
}

// lengthen returns an empty point near another, of a few tries the one that makes
// the longest row of the player's own, or takes it from the other player.
func (g *generator) lengthen(b *position.Board, color position.Color, near position.Point) position.Point {
	if b.At(near) == position.Empty {
		return near
	}
	best, most := position.Pass, -1
	for try, reach := 0, 2; try < 16 || most < 0 && try < 400; try++ {
		if try > 40 { // crowded here
			reach = max(g.size.Cols, g.size.Rows)
		}
		x := near.X() + g.rng.IntN(2*reach+1) - reach
		y := near.Y() + g.rng.IntN(2*reach+1) - reach
		if x < 0 || y < 0 || x >= g.size.Cols || y >= g.size.Rows || b.At(position.At(x, y)) != position.Empty {
			continue
		}
		p := position.At(x, y)
		if n := max(2*row(b, p, color)+1, 2*row(b, p, color.Opponent())); n > most {
			best, most = p, n
		}
	}
	return best
}

// row returns how long the longest row of a color through an empty point would be.
func row(b *position.Board, p position.Point, color position.Color) int {
	longest, size := 0, b.Size()
	for _, d := range [...][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 1
		for _, way := range [...]int{1, -1} {
			for k := way; ; k += way {
				x, y := p.X()+k*d[0], p.Y()+k*d[1]
				if x < 0 || y < 0 || x >= size.Cols || y >= size.Rows || b.At(position.At(x, y)) != color {
					break
				}
				n++
			}
		}
		longest = max(longest, n)
	}
	return longest
}
