package position

import "math/rand/v2"

// The slow twins: each does what its fast relative does in the most obvious way.

// naiveBoard is a Go board that floods for liberties around every move.
type naiveBoard struct {
	size     Size
	stones   map[Point]Color
	captured [3]int
	ko       Point
	koFor    Color
}

func newNaiveBoard(size Size) *naiveBoard {
	return &naiveBoard{size: size, stones: map[Point]Color{}, ko: Pass}
}

func (b *naiveBoard) clone() *naiveBoard {
	c := *b
	c.stones = map[Point]Color{}
	for p, s := range b.stones {
		c.stones[p] = s
	}
	return &c
}

func (b *naiveBoard) neighbors(p Point) []Point {
	var near []Point
	x, y := p.X(), p.Y()
	if x > 0 {
		near = append(near, At(x-1, y))
	}
	if y > 0 {
		near = append(near, At(x, y-1))
	}
	if x+1 < b.size.Cols {
		near = append(near, At(x+1, y))
	}
	if y+1 < b.size.Rows {
		near = append(near, At(x, y+1))
	}
	return near
}

// chain returns the stones connected with p and their liberties.
func (b *naiveBoard) chain(p Point) (stones, liberties map[Point]bool) {
	stones, liberties = map[Point]bool{p: true}, map[Point]bool{}
	for todo := []Point{p}; len(todo) > 0; {
		q := todo[0]
		todo = todo[1:]
		for _, n := range b.neighbors(q) {
			switch {
			case b.stones[n] == Empty:
				liberties[n] = true
			case b.stones[n] == b.stones[p] && !stones[n]:
				stones[n] = true
				todo = append(todo, n)
			}
		}
	}
	return stones, liberties
}

func (b *naiveBoard) play(m Move) (fault Fault) {
	if m.Color != Black && m.Color != White {
		return NoColor
	}
	ko, koFor := b.ko, b.koFor
	b.ko = Pass
	if m.Point == Pass {
		return 0
	}
	if !b.size.Contains(m.Point) {
		return OffBoard
	}
	if m.Point == ko && m.Color == koFor {
		fault |= KoBan
	}
	if b.stones[m.Point] != Empty {
		fault |= Occupied
	}
	b.stones[m.Point] = m.Color
	var taken []Point
	for _, n := range b.neighbors(m.Point) {
		if b.stones[n] != m.Color.Opponent() {
			continue
		}
		if stones, liberties := b.chain(n); len(liberties) == 0 {
			for p := range stones {
				b.stones[p] = Empty
				taken = append(taken, p)
			}
		}
	}
	b.captured[m.Color.Opponent()] += len(taken)
	stones, liberties := b.chain(m.Point)
	if len(liberties) == 0 {
		for p := range stones {
			b.stones[p] = Empty
		}
		b.captured[m.Color] += len(stones)
		return fault | Suicide
	}
	if len(taken) == 1 && len(stones) == 1 && len(liberties) == 1 {
		b.ko, b.koFor = taken[0], m.Color.Opponent()
	}
	return fault
}

func (b *naiveBoard) set(p Point, c Color) {
	if b.size.Contains(p) {
		b.stones[p] = c
		b.ko = Pass
	}
}

// naiveNode is a node of a script run the naive way.
type naiveNode struct {
	node, parent, depth, moves int
	mainLine                   bool
	board                      *naiveBoard
	placed                     []Change
	move                       Move
	fault                      Fault
	children                   []*naiveNode
}

// naiveReplay runs a script with a copy of the board for every node.
func naiveReplay(size Size, s Script) []*naiveNode {
	var nodes, stack []*naiveNode
	var at *naiveNode
	mainLine := true
	for i := 0; i < len(s); i++ {
		w := s[i]
		switch {
		case w == 0xE000:
			if len(nodes) > 0 {
				stack = append(stack, at)
			}
		case w == 0xE001:
			if len(stack) > 0 {
				at, stack = stack[len(stack)-1], stack[:len(stack)-1]
				mainLine = false
			}
		case w <= 0x8FFF:
			n := &naiveNode{node: len(nodes), parent: -1, mainLine: mainLine, board: newNaiveBoard(size)}
			if at != nil {
				n.parent, n.depth, n.moves = at.node, at.depth+1, at.moves
				n.board = at.board.clone()
				at.children = append(at.children, n)
			}
			move := func(c Color, p Point) {
				n.move = Move{c, p}
				n.moves++
				n.fault |= n.board.play(n.move)
				if size.Contains(p) {
					n.placed = append(n.placed, Change{p, c})
				}
			}
			if w < 0x8000 {
				move(Color(1+w>>14), Point(w&0x3FFF))
			}
			for ; i+1 < len(s) && s[i+1] >= 0x9000 && s[i+1] != 0xE000 && s[i+1] != 0xE001; i++ {
				p := Point(s[i+1] & 0xFFF)
				switch s[i+1] >> 12 {
				case 0x9, 0xA, 0xB:
					c := []Color{Black, White, Empty}[s[i+1]>>12-9]
					if n.board.set(p, c); c != Empty && size.Contains(p) {
						n.placed = append(n.placed, Change{p, c})
					}
				case 0xC:
					move(Black, p)
				case 0xD:
					move(White, p)
				}
			}
			nodes = append(nodes, n)
			at = n
		}
	}
	return nodes
}

// naiveHit is what a Hit says, comparable.
type naiveHit struct {
	node, image int
	anchor      Point
	moveNumber  int
	stood       int
	next        string
}

// randomScript makes a script with moves, some of them illegal, passes, setup
// in any node and nested variations.
func randomScript(r *rand.Rand, size Size, nodes int) Script {
	var b ScriptBuilder
	point := func() Point {
		switch r.IntN(40) {
		case 0:
			return Pass
		case 1:
			return At(r.IntN(MaxSize), r.IntN(MaxSize))
		}
		return At(r.IntN(size.Cols), r.IntN(size.Rows))
	}
	color, open := Black, 0
	b.Node()
	for range nodes {
		switch r.IntN(24) {
		case 0:
			b.Open()
			open++
		case 1:
			if open > 0 {
				b.Close()
				open--
			}
		case 2:
			b.Node()
			for range r.IntN(4) {
				b.Add(Color(r.IntN(3)), point())
			}
			if r.IntN(2) == 0 {
				b.Move(Move{color, point()})
			}
			if r.IntN(8) == 0 {
				b.Move(Move{color.Opponent(), point()})
			}
		default:
			b.Node()
			b.Move(Move{color, point()})
		}
		if r.IntN(12) > 0 {
			color = color.Opponent()
		}
	}
	return b.Script()
}
