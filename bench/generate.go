package bench

import (
	"bufio"
	"io"
	"math/rand/v2"
	"strconv"

	"kifudb/game"
	"kifudb/position"
)

// Write writes the first n games of a seed, one record after another, as a
// collection in one file.
func Write(w io.Writer, seed uint64, n int) error {
	out := bufio.NewWriter(w)
	var record []byte
	for i := range n {
		record = append(AppendGame(record[:0], seed, i), '\n')
		if _, err := out.Write(record); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Game returns game number i of a seed: an SGF record in UTF-8. It depends on
// the seed and the number alone.
//
// Records are alike in what matters to a search. Players, events, places and
// years repeat as unevenly as they do in collections. Openings begin at few
// points, corners follow known sequences that are broken off anywhere, and so
// thousands of games share corners and dozens share positions. The middle game
// is a fight near the latest moves, with captures and kos. Some games have
// handicap stones, variations, comments in several scripts, stones set up in
// the middle, an illegal move, or boards of other sizes, oblong ones too.
func Game(seed uint64, i int) []byte { return AppendGame(nil, seed, i) }

// AppendGame appends what [Game] returns.
func AppendGame(dst []byte, seed uint64, i int) []byte {
	rng := rand.New(rand.NewPCG(seed, uint64(i)))
	g := generator{rng: rng, out: dst, kind: game.Default(), size: pickSize(rng)}
	g.board = position.NewBoard(g.size)
	g.out = append(g.out, "(;GM[1]FF[4]CA[UTF-8]"...)
	g.root(i)
	g.play()
	g.write()
	g.out = append(g.out, ')')
	return g.out
}

// sizes are the boards, with how many games in a thousand are played on them.
var sizes = []struct {
	size  position.Size
	share int
}{
	{position.Square(19), 900},
	{position.Square(13), 40},
	{position.Square(9), 40},
	{position.Size{Cols: 9, Rows: 7}, 8},
	{position.Size{Cols: 13, Rows: 19}, 4},
	{position.Square(5), 4},
	{position.Square(25), 4},
}

func pickSize(rng *rand.Rand) position.Size {
	n := rng.IntN(1000)
	for _, s := range sizes {
		if n -= s.share; n < 0 {
			return s.size
		}
	}
	return position.Square(19)
}

// A generator makes one record.
type generator struct {
	rng   *rand.Rand
	out   []byte
	kind  game.Game
	size  position.Size
	turn  position.Symmetry // how the game lies when it is written
	board *position.Board
	nodes []node // the main line, after the root
}

// A node is a node of the main line or of a variation.
type node struct {
	setup      string // properties written before the move
	move       position.Move
	moved      bool
	comment    string
	variations [][]node // that begin below the node, beside the main line
}

// chance reports true once in n times.
func (g *generator) chance(n int) bool { return g.rng.IntN(n) == 0 }

// often returns a number below n, small ones much more often: half of the
// picks fall on about the square root of n.
func (g *generator) often(n int) int {
	f := g.rng.Float64()
	return int(f * f * f * float64(n))
}

// write appends the nodes. A node with variations opens a parenthesis for the
// line that goes on; these are closed, and the variations written, at the end.
func (g *generator) write() {
	var open []*node
	for i := range g.nodes {
		n := &g.nodes[i]
		g.node(n)
		if len(n.variations) > 0 {
			g.out = append(g.out, '(')
			open = append(open, n)
		}
	}
	for i := len(open) - 1; i >= 0; i-- {
		g.out = append(g.out, ')')
		for _, v := range open[i].variations {
			g.out = append(g.out, '(')
			for j := range v {
				g.node(&v[j])
			}
			g.out = append(g.out, ')')
		}
	}
}

// node appends one node.
func (g *generator) node(n *node) {
	g.out = append(g.out, ';')
	g.out = append(g.out, n.setup...)
	if n.moved {
		g.out = append(g.out, n.move.Color.Letter()...)
		g.out = append(g.out, '[')
		if n.move.Point != position.Pass {
			g.out = append(g.out, g.turn.Apply(n.move.Point, g.size).String()...)
		}
		g.out = append(g.out, ']')
	}
	if n.comment != "" {
		g.property("C", n.comment)
	}
}

// property appends a property, its text escaped.
func (g *generator) property(ident, text string) {
	g.out = append(append(g.out, ident...), '[')
	for i := range len(text) {
		if text[i] == ']' || text[i] == '\\' {
			g.out = append(g.out, '\\')
		}
		g.out = append(g.out, text[i])
	}
	g.out = append(g.out, ']')
}

// number appends a property that is a number.
func (g *generator) number(ident string, n int) { g.property(ident, strconv.Itoa(n)) }
