package bench

import (
	"slices"
	"strings"

	"kifudb/position"
)

// corners are sequences in a corner as seen from it, column and row from 1,
// the player who begins first. Where the other plays elsewhere in between,
// there is "-".
var corners = [...]string{
	"44 36 63 92 62 37 29 26", "44 63 36 92 62 72 53 52 64", "44 63 36 34 43 35 46",
	"44 33 34 43 53 52 63 24 25 42 23", "44 33 34 43 53 52 62 42 73", "44 33 34 43 53 24 25 23 36",
	"44 63 65 36 34 43 53", "44 63 62 52 73 33 34 43 53", "44 - 36", "44 36 56 34 35 45 46 33",
	"34 54 53 63 43 73 36 74", "34 54 53 63 43 73 35", "34 53 64 33 43 34", "34 53 73 35 36 45 46",
	"34 53 56 62 37 44", "34 44 43 64 36", "34 63 36 92", "34 - 53", "34 - 63",
	"33 44 34 43 53 52 62", "33 53 36", "53 34 44 43 33 54 35", "35 43 63 53 54", "44", "34", "33",
}

// play makes the nodes: handicap, opening, corners, middle game.
func (g *generator) play() {
	color := position.Black
	if g.size == position.Square(19) && g.chance(12) {
		g.handicap(2 + g.often(8))
		color = position.White
	}
	short := min(g.size.Cols, g.size.Rows)
	target := g.size.Area() * (20 + g.rng.IntN(65)) / 100
	if short >= 9 {
		color = g.opening(color)
	}
	fault := -1
	if g.chance(25) {
		fault = g.rng.IntN(target + 1)
	}
	branches := 0
	if g.chance(12) {
		branches = 1 + g.often(6)
	}
	talks := g.chance(8)
	for len(g.nodes) < target {
		switch {
		case len(g.nodes) == fault:
			g.fault(color)
		case branches > 0 && g.chance(40) && len(g.nodes) > 0:
			branches--
			g.branch(color)
			fallthrough
		default:
			p := g.choose(g.board, color, g.latest())
			g.add(position.Move{Color: color, Point: p})
		}
		if talks && g.chance(10) {
			g.nodes[len(g.nodes)-1].comment = g.remark()
		}
		color = color.Opponent()
	}
	if g.chance(4) { // counted
		for range 2 {
			g.add(position.Move{Color: color, Point: position.Pass})
			color = color.Opponent()
		}
	}
}

// add plays a move in a node of its own.
func (g *generator) add(m position.Move) {
	g.board.Play(m)
	g.nodes = append(g.nodes, node{move: m, moved: true})
}

// fault adds what records should not have: a stone on an occupied point, or
// stones set up in the middle of the game.
func (g *generator) fault(color position.Color) {
	p := g.size.At(g.rng.IntN(g.size.Area()))
	if g.chance(2) {
		g.add(position.Move{Color: color, Point: p})
		return
	}
	q := g.size.At(g.rng.IntN(g.size.Area()))
	g.board.Set(p, position.Empty)
	setup := "AE[" + p.String() + "]"
	if q != p && g.board.At(q) == position.Empty {
		g.board.Set(q, color)
		setup = "A" + color.Letter() + "[" + q.String() + "]" + setup
	}
	g.nodes = append(g.nodes, node{setup: setup})
}

// handicap sets stones on the star points.
func (g *generator) handicap(n int) {
	stars := strings.Fields("pd dp pp dd pj dj jp jd jj")
	stones := stars[:min(n, 4)]
	switch {
	case n == 5 || n == 7:
		stones = append(slices.Clone(stars[:n-1]), "jj")
	case n > 4:
		stones = stars[:min(n, len(stars))]
	}
	for _, s := range stones {
		if p, err := position.ParsePoint(s); err == nil {
			g.board.Set(p, position.Black)
		}
	}
	g.number("HA", len(stones))
	g.out = append(g.out, "AB["+strings.Join(stones, "][")+"]"...)
}

// opening plays in the corners: their first stones, then the rest of their
// sequences, some of them, as far as the points are free.
func (g *generator) opening(color position.Color) position.Color {
	var rest [4][]position.Point
	order := [...]position.Symmetry{1, 2, 3, 0} // upper right, lower left, lower right, upper left
	if g.chance(3) {
		order = [...]position.Symmetry{1, 3, 2, 0}
	}
	play := func(p position.Point) {
		if p == position.Pass || g.board.At(p) == position.Empty {
			if p != position.Pass {
				g.add(position.Move{Color: color, Point: p})
			}
			color = color.Opponent()
		}
	}
	for i, s := range order {
		points := g.sequence(s)
		play(points[0])
		rest[i] = points[1:]
	}
	for range 2 + g.rng.IntN(3) {
		i := g.rng.IntN(len(rest))
		keep := len(rest[i])
		if g.chance(3) {
			keep = g.rng.IntN(keep + 1)
		}
		for _, p := range rest[i][:keep] {
			play(p)
		}
		rest[i] = rest[i][keep:]
	}
	return color
}

// sequence returns one of the corner sequences, in the corner to which a
// symmetry brings the upper left, mirrored in the diagonal or not.
func (g *generator) sequence(s position.Symmetry) []position.Point {
	text := corners[g.often(len(corners))]
	swap := g.chance(2)
	var points []position.Point
	for _, f := range strings.Fields(text) {
		p := position.Pass
		if f != "-" {
			x, y := int(f[0]-'1'), int(f[1]-'1')
			if swap {
				x, y = y, x
			}
			p = s.Apply(position.At(x, y), g.size)
		}
		points = append(points, p)
	}
	return points
}

// latest returns the point of the latest move, or any.
func (g *generator) latest() position.Point {
	if n := len(g.nodes); n > 0 && g.nodes[n-1].moved && g.size.Contains(g.nodes[n-1].move.Point) {
		return g.nodes[n-1].move.Point
	}
	return g.size.At(g.rng.IntN(g.size.Area()))
}

// choose returns a legal move near a point, or elsewhere now and then: of a
// few tries the one with the most neighboring stones, which makes fights and
// captures, but not one among stones of the player's own alone. It passes if
// no try was any good.
func (g *generator) choose(b *position.Board, color position.Color, near position.Point) position.Point {
	if b.Rules().Keep {
		return g.lengthen(b, color, near)
	}
	best, most := position.Pass, -1
	reach := 2 + g.often(4)
	if g.chance(8) {
		near = g.size.At(g.rng.IntN(g.size.Area()))
		reach = 3
	}
	for try := 0; try < 40 && (try < 5 || most < 0); try++ {
		if try == 8 { // crowded here
			near, reach = g.size.At(g.rng.IntN(g.size.Area())), 4
		}
		x := near.X() + g.rng.IntN(2*reach+1) - reach
		y := near.Y() + g.rng.IntN(2*reach+1) - reach
		if x < 0 || y < 0 || x >= g.size.Cols || y >= g.size.Rows {
			continue
		}
		p := position.At(x, y)
		if b.At(p) != position.Empty {
			continue
		}
		own, stones, edges := 0, 0, 0
		for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if x+d[0] < 0 || y+d[1] < 0 || x+d[0] >= g.size.Cols || y+d[1] >= g.size.Rows {
				edges++
				continue
			}
			switch b.At(position.At(x+d[0], y+d[1])) {
			case color:
				own++
				stones++
			case color.Opponent():
				stones++
			}
		}
		if own+edges == 4 || stones <= most {
			continue
		}
		if edges > 0 && stones == 0 {
			continue
		}
		// Beside an empty point any move is legal: kos have none.
		if stones+edges == 4 && b.Legal(position.Move{Color: color, Point: p}) != nil {
			continue
		}
		best, most = p, stones
	}
	return best
}

// branch adds one or two variations beside the move that is about to be played.
func (g *generator) branch(color position.Color) {
	at := &g.nodes[len(g.nodes)-1]
	for range 1 + g.rng.IntN(2) {
		b, c, near := g.board.Clone(), color, g.latest()
		var line []node
		for range 1 + g.rng.IntN(9) {
			m := position.Move{Color: c, Point: g.choose(b, c, near)}
			b.Play(m)
			line = append(line, node{move: m, moved: true})
			if m.Point != position.Pass {
				near = m.Point
			}
			c = c.Opponent()
			if g.won(b) {
				break
			}
		}
		if g.chance(3) {
			line[len(line)-1].comment = g.remark()
		}
		at.variations = append(at.variations, line)
	}
}
