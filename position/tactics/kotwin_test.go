package tactics_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// The slow twin of the kinds that look back. It keeps a board for each node and looks at the whole
// line of play again for each move.

// plainBoard is a board as a text, a letter of position.Color.Letter per point.
type plainBoard struct {
	size  position.Size
	cells string
}

func (b plainBoard) at(p position.Point) byte { return b.cells[b.size.Index(p)] }

func (b plainBoard) with(p position.Point, c byte) plainBoard {
	i := b.size.Index(p)
	b.cells = b.cells[:i] + string(c) + b.cells[i+1:]
	return b
}

func (b plainBoard) neighbors(p position.Point) (list []position.Point) {
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if x, y := p.X()+d[0], p.Y()+d[1]; x >= 0 && y >= 0 && x < b.size.Cols && y < b.size.Rows {
			list = append(list, position.At(x, y))
		}
	}
	return list
}

// group returns the points that hang together with a point and hold the same, and the empty points beside.
func (b plainBoard) group(p position.Point) (stones, liberties []position.Point) {
	stones = []position.Point{p}
	for i := 0; i < len(stones); i++ {
		for _, q := range b.neighbors(stones[i]) {
			switch {
			case b.at(q) == b.at(p) && !slices.Contains(stones, q):
				stones = append(stones, q)
			case b.at(q) == '.' && b.at(p) != '.' && !slices.Contains(liberties, q):
				liberties = append(liberties, q)
			}
		}
	}
	return stones, liberties
}

func opposite(c byte) byte { return 'B' + 'W' - c }

// play returns the board after a move, and what it took.
func (b plainBoard) play(p position.Point, c byte) (after plainBoard, taken []position.Point, suicide bool) {
	b = b.with(p, c)
	for _, q := range b.neighbors(p) {
		if b.at(q) != opposite(c) {
			continue
		}
		if stones, liberties := b.group(q); len(liberties) == 0 {
			taken = append(taken, stones...)
			for _, s := range stones {
				b = b.with(s, '.')
			}
		}
	}
	stones, liberties := b.group(p)
	if len(liberties) == 0 {
		for _, s := range stones {
			b = b.with(s, '.')
		}
		return b, taken, true
	}
	return b, taken, false
}

// plainNode is a node of a game.
type plainNode struct {
	node, moves   int
	parent        *plainNode
	final         plainBoard // after the whole node
	before, after plainBoard // around the last move, if it is on the board
	color         byte       // of the last move; 0 if the node has none
	at            position.Point
	moved         bool // the last move is on the board
	taken         []position.Point
	suicide       bool
	setup         bool // the node changes the board by more than a move on an empty point
	idle          bool // no move, no change
}

// plainGame runs a script.
func plainGame(size position.Size, s position.Script) (nodes []*plainNode) {
	var stack []*plainNode
	var at *plainNode
	empty := plainBoard{size, strings.Repeat(".", size.Area())}
	for i := 0; i < len(s); i++ {
		w := s[i]
		switch {
		case w == 0xE000:
			stack = append(stack, at)
		case w == 0xE001:
			at, stack = stack[len(stack)-1], stack[:len(stack)-1]
		case w < 0x9000:
			n := &plainNode{node: len(nodes), parent: at, final: empty}
			if at != nil {
				n.moves, n.final = at.moves, at.final
			}
			start, moves, stones := n.final, 0, 0
			move := func(c byte, p position.Point) {
				n.color, n.at, n.moved = c, p, size.Contains(p)
				moves++
				if !n.moved {
					return
				}
				stones++
				n.setup = n.setup || n.final.at(p) != '.'
				n.before = n.final.with(p, '.')
				n.after, n.taken, n.suicide = n.before.play(p, c)
				n.final = n.after
			}
			if w < 0x8000 {
				move("BW"[w>>14], position.Point(w&0x3FFF))
			}
			for ; i+1 < len(s) && s[i+1] >= 0x9000 && s[i+1] != 0xE000 && s[i+1] != 0xE001; i++ {
				p := position.Point(s[i+1] & 0xFFF)
				switch kind := s[i+1] >> 12; kind {
				case 0x9, 0xA, 0xB:
					if !size.Contains(p) {
						continue
					}
					c := "BW."[kind-9]
					n.setup = n.setup || c != '.' || n.final.at(p) != '.'
					n.final = n.final.with(p, c)
				case 0xC:
					move('B', p)
				case 0xD:
					move('W', p)
				}
			}
			n.moves += moves
			n.setup = n.setup || stones > 1 || stones == 1 && moves > 1
			if !n.moved && n.final == start {
				n.setup = false
				n.idle = moves == 0
			}
			nodes, at = append(nodes, n), n
		}
	}
	return nodes
}

// line returns the nodes from the start of the game to n that have a move or change the board.
func (n *plainNode) line() (list []*plainNode) {
	for ; n != nil; n = n.parent {
		if !n.idle {
			list = append(list, n)
		}
	}
	slices.Reverse(list)
	return list
}

// plain reports whether the node is a move on the board and nothing else.
func (n *plainNode) plain() bool { return n.moved && !n.setup }

// takesKo returns the point of the stone that a move takes in a ko.
func (n *plainNode) takesKo() (position.Point, bool) {
	if !n.moved || len(n.taken) != 1 || n.suicide {
		return 0, false
	}
	stones, liberties := n.after.group(n.at)
	return n.taken[0], len(stones) == 1 && slices.Equal(liberties, n.taken)
}

type plainFight struct {
	empty, stone   position.Point
	holder         byte
	takes, threats int
	last           int // index of the last taking on the line
}

// open reports whether the ko may be retaken on a board but for the rule.
func (f *plainFight) open(b plainBoard) bool {
	if b.at(f.empty) != '.' || b.at(f.stone) != f.holder {
		return false
	}
	stones, liberties := b.group(f.stone)
	return len(stones) == 1 && slices.Equal(liberties, []position.Point{f.empty})
}

// instance is what the twin finds: node, player, kind, value and the points that are marked.
func instance(node int, by byte, kind string, value int, points ...position.Point) string {
	points = slices.Clone(points)
	slices.Sort(points)
	return fmt.Sprintf("%d %c %s:%d %v", node, by, kind, value, points)
}

// plainKos goes along the line to a node and returns what its last move does, and the threat that it
// shows to have been answered.
func plainKos(line []*plainNode) (found []string) {
	var fights []plainFight
	for i, n := range line {
		found = found[:0]
		add := func(kind string, value int, points ...position.Point) {
			found = append(found, instance(n.node, n.color, kind, value, points...))
		}
		if n.setup {
			fights = nil
		}
		if !n.moved {
			continue
		}
		if n.setup { // what was there before is of no account
			if p, ok := n.takesKo(); ok {
				fights = append(fights, plainFight{p, n.at, n.color, 1, 0, i})
				add("ko", 1, n.at, n.taken[0])
			}
			continue
		}
		took, isKo := n.takesKo()
		ended := map[string]bool{}
		var still []plainFight
		var marks []position.Point
		retaken := false
		for _, f := range fights {
			switch {
			case isKo && n.at == f.empty && took == f.stone:
				retaken = true
				f.takes++
				if t := i - 3; t == f.last {
					m, a := line[i-2], line[i-1]
					if m.plain() && a.plain() && m.color == n.color && a.color == f.holder {
						f.threats++
						found = append(found, instance(m.node, m.color, "kothreat", f.threats, m.at))
					}
				}
				f.empty, f.stone, f.holder, f.last = took, n.at, n.color, i
				add("ko", f.takes, n.at, took)
				still = append(still, f)
			case f.open(n.final):
				still = append(still, f)
			case n.suicide || f.takes < 2:
			default:
				marks = append(marks, f.empty, f.stone)
				ended["captured"] = ended["captured"] || n.at != f.empty || n.color != f.holder
				ended["filled"] = ended["filled"] || n.at == f.empty && n.color == f.holder
				if n.color == f.holder && f.last == i-2 && line[i-1].plain() && line[i-1].color == opposite(n.color) {
					ended["unanswered"] = true
				}
			}
		}
		if isKo && !retaken {
			still = append(still, plainFight{took, n.at, n.color, 1, 0, i})
			add("ko", 1, n.at, n.taken[0])
		}
		fights = still
		for j, word := range []string{"filled", "captured", "unanswered"} {
			if ended[word] {
				add("koends", j+1, marks...)
			}
		}
		if isKo && len(fights) > 1 {
			var all []position.Point
			for _, f := range fights {
				all = append(all, f.empty, f.stone)
			}
			add("kos", len(fights), all...)
		}
	}
	return slices.Clone(found)
}

// plainSuperko looks for the board of a node along its line.
func plainSuperko(line []*plainNode) (found []string) {
	n := line[len(line)-1]
	if !n.plain() {
		return nil
	}
	for i := len(line) - 2; ; i-- {
		switch {
		case i < 0:
			if strings.Trim(n.final.cells, ".") == "" {
				return []string{instance(n.node, n.color, "superko", n.moves, n.at)}
			}
			return nil
		case !line[i].moved && !line[i].setup: // a pass
		case line[i].final == n.final:
			return []string{instance(n.node, n.color, "superko", n.moves-line[i].moves, n.at)}
		case line[i].setup:
			return nil
		}
	}
}

// plainRecaptures compares a node with those before it.
func plainRecaptures(line []*plainNode) (found []string) {
	n := line[len(line)-1]
	if len(line) < 2 || !n.plain() {
		return nil
	}
	add := func(kind string, value int, points ...position.Point) {
		found = append(found, instance(n.node, n.color, kind, value, points...))
	}
	last, own := line[len(line)-2], &plainNode{}
	if len(line) > 2 {
		own = line[len(line)-3]
	}
	if !last.plain() || last.color == n.color || len(last.taken) == 0 {
		return nil
	}
	owns := own.moved && own.color == n.color && len(own.taken) == 0
	_, isKo := n.takesKo()
	back := slices.Contains(n.taken, last.at)
	if back && !isKo {
		add("recapture", len(n.taken), n.taken...)
	}
	if back && len(last.taken) == 1 && last.taken[0] == n.at && len(n.taken) > 1 {
		add("snapback", len(n.taken), n.taken...)
	}
	under := len(n.taken) > 0
	for _, p := range n.after.neighbors(n.at) {
		if n.after.at(p) == opposite(n.color) {
			_, liberties := n.after.group(p)
			under = under || len(liberties) == 1
		}
	}
	oneForTwo := len(last.taken) == 2 && len(n.taken) == 1 && back
	if len(last.taken) > 1 && slices.Contains(last.taken, n.at) && under && !n.suicide && !oneForTwo {
		add("underthestones", len(last.taken), n.at)
	}
	if owns && len(last.taken) > 1 && slices.Equal(n.taken, []position.Point{last.at}) && last.before.at(own.at) == n.color {
		if stones, _ := last.before.group(own.at); len(stones) == len(last.taken) && slices.Contains(last.taken, own.at) {
			add("sendtwo", len(last.taken), n.at, last.at)
		}
	}
	return found
}

// plainSnapback plays the capture of a single stone in atari, and takes back on its point.
func plainSnapback(n *plainNode) []string {
	if !n.moved || n.suicide || len(n.taken) > 0 {
		return nil
	}
	stones, liberties := n.after.group(n.at)
	if len(stones) > 1 || len(liberties) != 1 {
		return nil
	}
	board, lost, _ := n.after.play(liberties[0], opposite(n.color))
	_, taken, _ := board.play(n.at, n.color)
	if len(lost) != 1 || len(taken) < 2 || !slices.Contains(taken, liberties[0]) {
		return nil
	}
	there := slices.DeleteFunc(slices.Clone(taken), func(p position.Point) bool { return p == liberties[0] })
	return []string{instance(n.node, n.color, "snapback", len(taken), there...)}
}

// deadShapes are the eyes with a vital point, which is marked.
var deadShapes = [][]string{
	{"xVx"}, {"xV", ".x"}, {"xVx", ".x."}, {"xx.", "xVx"}, {".x.", "xVx", ".x."}, {".xx", "xVx", ".x."},
}

// plainEyes looks at the shape around a move.
func plainEyes(n *plainNode) (found []string) {
	if !n.moved || n.suicide || len(n.taken) > 0 {
		return nil
	}
	stones, liberties := n.after.group(n.at)
	others := 0
	for _, p := range n.after.neighbors(n.at) {
		if n.after.at(p) == opposite(n.color) {
			others++
		}
	}
	if len(stones) == 1 && len(liberties) == 1 && others > 0 {
		found = append(found, instance(n.node, n.color, "throwin", 1, n.at))
	}
	eye, _ := n.before.group(n.at)
	if len(eye) > 6 {
		return found
	}
	walls := map[byte]bool{}
	for _, p := range eye {
		for _, q := range n.before.neighbors(p) {
			walls[n.before.at(q)] = true
		}
	}
	if walls[n.color] || !walls[opposite(n.color)] {
		return found
	}
	for _, shape := range deadShapes {
		for turn := range 8 {
			if fits(shape, turn, eye, n.at) {
				return append(found, instance(n.node, n.color, "nakade", len(eye), eye...))
			}
		}
	}
	return found
}

// fits reports whether an eye is a turned shape with its vital point at a point.
func fits(shape []string, turn int, eye []position.Point, vital position.Point) bool {
	type place struct{ x, y int }
	want, n := map[place]bool{}, 0
	var v place
	for y, row := range shape {
		for x, c := range row {
			if c == '.' {
				continue
			}
			p := place{x, y}
			if turn&1 != 0 {
				p.x = -p.x
			}
			if turn&2 != 0 {
				p.y = -p.y
			}
			if turn&4 != 0 {
				p.x, p.y = p.y, p.x
			}
			want[p] = true
			n++
			if c == 'V' {
				v = p
			}
		}
	}
	for _, p := range eye {
		if !want[place{p.X() - vital.X() + v.x, p.Y() - vital.Y() + v.y}] {
			return false
		}
	}
	return len(eye) == n
}

// twinKinds are the names of the kinds that the twin knows.
var twinKinds = []string{
	"ko", "kothreat", "koends", "kos", "superko", "recapture", "snapback", "underthestones", "sendtwo", "throwin", "nakade",
}

// twinWanted returns the set of the kinds that the twin knows.
func twinWanted() (want feature.Wanted) {
	for i, k := range tactics.Kinds() {
		if slices.Contains(twinKinds, k.Name) {
			want.Kinds |= 1 << i
		}
	}
	return want
}

// twin returns the instances of a game.
func twin(size position.Size, s position.Script) []string {
	list := map[string]bool{}
	for _, n := range plainGame(size, s) {
		if n.idle {
			continue
		}
		line := n.line()
		for _, found := range [][]string{plainKos(line), plainSuperko(line), plainRecaptures(line), plainEyes(n), plainSnapback(n)} {
			for _, f := range found {
				list[f] = true
			}
		}
	}
	all := make([]string, 0, len(list))
	for f := range list {
		all = append(all, f)
	}
	return all
}

// checkTwin compares a game with the twin, and returns how many instances of each kind it has.
func checkTwin(t testing.TB, size position.Size, s position.Script, counts map[string]int) {
	t.Helper()
	var got []string
	node, kind := -1, -1
	want := twinWanted()
	want.Points = true
	for f := range tactics.Observe(size, s, want) {
		name := tactics.Kinds()[f.Kind].Name
		got = append(got, instance(f.Node, f.By.Letter()[0], name, int(f.Value), f.Points...))
		counts[name]++
		if f.Node < node || f.Node == node && f.Kind < kind {
			t.Errorf("node %d: %s is out of order", f.Node, name)
		}
		node, kind = f.Node, f.Kind
	}
	twins := twin(size, s)
	slices.Sort(got)
	slices.Sort(twins)
	if !slices.Equal(got, twins) {
		t.Fatalf("%v, script %#v:\ngot  %q\nwant %q", size, []uint16(s), got, twins)
	}
}

// randomKoGame makes a game with variations, in which captures and kos are frequent.
func randomKoGame(r *rand.Rand, size position.Size, nodes int) position.Script {
	var b position.ScriptBuilder
	b.Node()
	board := plainBoard{size, strings.Repeat(".", size.Area())}
	color := byte('B')
	type state struct {
		board plainBoard
		color byte
	}
	var stack []state
	point := func() position.Point { return size.At(r.IntN(size.Area())) }
	colors := map[byte]position.Color{'.': position.Empty, 'B': position.Black, 'W': position.White}
	kos, before := r.IntN(2) == 0, position.Pass
	wild := r.IntN(4) == 0 // with setup and moves that are no moves
	for range nodes {
		switch k := r.IntN(200); {
		case k < 6:
			b.Open()
			stack = append(stack, state{board, color})
			continue
		case k < 12:
			if len(stack) > 0 {
				b.Close()
				last := stack[len(stack)-1]
				board, color, stack = last.board, last.color, stack[:len(stack)-1]
			}
			continue
		case k < 14:
			b.Node()
			continue
		case k < 18:
			b.Node()
			b.Move(position.Move{Color: colors[color], Point: position.Pass})
			color = opposite(color)
			continue
		case k < 22 && wild:
			b.Node()
			for range r.IntN(3) {
				p, c := point(), ".BW"[r.IntN(3)]
				b.Add(colors[c], p)
				board = board.with(p, c)
			}
			for range r.IntN(4) {
				p, c := point(), "BW"[r.IntN(2)]
				if r.IntN(2) == 0 {
					p = position.Pass
				}
				b.Move(position.Move{Color: colors[c], Point: p})
				if p != position.Pass {
					board, _, _ = board.with(p, '.').play(p, c)
				}
			}
			continue
		case k < 24 && wild:
			color = opposite(color)
		case k < 26 && wild:
			b.Node()
			b.Move(position.Move{Color: colors[color], Point: position.At(size.Cols, size.Rows)})
			color = opposite(color)
			continue
		}
		p := position.Pass
		for try := range 12 {
			q := point()
			if board.at(q) != '.' {
				continue
			}
			_, taken, suicide := board.play(q, color)
			if suicide && r.IntN(8) > 0 {
				continue
			}
			p = q
			if len(taken) > 0 || try >= 8 || r.IntN(3) == 0 {
				break // rather a capture than not
			}
		}
		if kos && r.IntN(3) > 0 {
			for q := range size.Area() {
				at := size.At(q)
				if board.at(at) != '.' {
					continue
				}
				n := &plainNode{at: at, moved: true}
				if n.after, n.taken, n.suicide = board.play(at, color); true {
					if c, is := n.takesKo(); is && (c != before || r.IntN(10) == 0) {
						p = at
					}
				}
			}
		}
		before = p
		if wild && r.IntN(60) == 0 {
			p = point() // perhaps occupied
		}
		b.Node()
		b.Move(position.Move{Color: colors[color], Point: p})
		if p != position.Pass {
			board, _, _ = board.with(p, '.').play(p, color)
		}
		color = opposite(color)
	}
	return closed(&b, len(stack))
}

func closed(b *position.ScriptBuilder, open int) position.Script {
	for range open {
		b.Close()
	}
	return b.Script()
}

func TestKosOfRandomGames(t *testing.T) {
	games := 4000
	if testing.Short() {
		games = 400
	}
	counts, moves := map[string]int{}, 0
	for seed := range games {
		r := rand.New(rand.NewPCG(35, uint64(seed)))
		size := position.Size{Cols: 1 + r.IntN(6), Rows: 2 + r.IntN(4)}
		nodes := 5 + r.IntN(90)
		if seed%20 == 0 {
			nodes += 300 // more than lie between two snapshots
		}
		s := randomKoGame(r, size, nodes)
		moves += s.Nodes()
		checkTwin(t, size, s, counts)
	}
	t.Logf("%d nodes: %v", moves, counts)
	for _, name := range twinKinds {
		if counts[name] == 0 {
			t.Errorf("no game has %s", name)
		}
	}
}

// Games of the collection, with their variations.
func TestKosOfRealGames(t *testing.T) {
	counts := map[string]int{}
	for _, g := range realGames(t) {
		checkTwin(t, g.size, g.script, counts)
	}
	t.Log(counts)
	if counts["ko"] < 300 || counts["kothreat"] < 200 {
		t.Errorf("few kos: %v", counts)
	}
}
