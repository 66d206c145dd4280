package chess

import (
	"embed"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// A slow is a board on coordinates, as FEN has it, '.' for empty squares: the rules and the definitions
// of features a second time, by looking at every square. It knows no castling but that which
// is made.
type slow struct {
	board   [8][8]byte // by row from the eighth rank, and file
	white   bool       // to move
	ex, ey  int        // the square behind a pawn that may be taken in passing, -1 for none
	castles string     // of the FEN
}

func slowOf(fen string) *slow {
	fields := strings.Fields(fen)
	s := &slow{white: fields[1] == "w", ex: -1, ey: -1, castles: fields[2]}
	for y, row := range strings.Split(fields[0], "/") {
		x := 0
		for _, c := range []byte(row) {
			if c > '0' && c < '9' {
				for range c - '0' {
					s.board[y][x] = '.'
					x++
				}
				continue
			}
			s.board[y][x] = c
			x++
		}
	}
	if fields[3] != "-" {
		s.ex, s.ey = int(fields[3][0]-'a'), int('8'-fields[3][1])
	}
	return s
}

func (s *slow) at(x, y int) byte {
	if x < 0 || y < 0 || x > 7 || y > 7 {
		return '#'
	}
	return s.board[y][x]
}

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }
func isBlack(c byte) bool { return c >= 'a' && c <= 'z' }
func lower(c byte) byte   { return c | 0x20 }

func ofColor(c byte, white bool) bool { return white && isWhite(c) || !white && isBlack(c) }

func name(x, y int) string { return string([]byte{'a' + byte(x), '8' - byte(y)}) }

func sign(n int) int { return max(-1, min(1, n)) }

func abs(n int) int { return max(n, -n) }

// hits reports whether the piece on a square attacks another square.
func (s *slow) hits(x, y, u, v int) bool {
	dx, dy := u-x, v-y
	piece := s.board[y][x]
	switch straight, diagonal := dx == 0 != (dy == 0), dx != 0 && abs(dx) == abs(dy); lower(piece) {
	case 'p':
		if isWhite(piece) {
			return dy == -1 && abs(dx) == 1
		}
		return dy == 1 && abs(dx) == 1
	case 'n':
		return dx*dx+dy*dy == 5
	case 'k':
		return max(abs(dx), abs(dy)) == 1
	case 'r':
		if !straight {
			return false
		}
	case 'b':
		if !diagonal {
			return false
		}
	case 'q':
		if !straight && !diagonal {
			return false
		}
	default:
		return false
	}
	for n := 1; n < max(abs(dx), abs(dy)); n++ {
		if s.board[y+n*sign(dy)][x+n*sign(dx)] != '.' {
			return false
		}
	}
	return true
}

// where returns the squares for which a test holds.
func (s *slow) where(holds func(x, y int) bool) (list [][2]int) {
	for y := range 8 {
		for x := range 8 {
			if holds(x, y) {
				list = append(list, [2]int{x, y})
			}
		}
	}
	return list
}

// hitters are the pieces of a color that attack a square.
func (s *slow) hitters(u, v int, white bool) [][2]int {
	return s.where(func(x, y int) bool { return ofColor(s.board[y][x], white) && s.hits(x, y, u, v) })
}

func (s *slow) king(white bool) (x, y int, ok bool) {
	for _, at := range s.where(func(x, y int) bool { return s.board[y][x] == "kK"[map[bool]int{true: 1}[white]] }) {
		return at[0], at[1], true
	}
	return 0, 0, false
}

// checkers are the pieces that give a king check.
func (s *slow) checkers(white bool) [][2]int {
	x, y, ok := s.king(white)
	if !ok {
		return nil
	}
	return s.hitters(x, y, !white)
}

// A slowMove goes from a square to another.
type slowMove struct {
	x, y, u, v int
	promote    byte
}

// make makes a move; of castling, the king goes onto his rook.
func (s *slow) make(m slowMove) *slow {
	t := *s
	t.white, t.ex, t.ey = !s.white, -1, -1
	piece, taken := s.board[m.y][m.x], s.board[m.v][m.u]
	t.board[m.y][m.x] = '.'
	if lower(piece) == 'k' && lower(taken) == 'r' && isWhite(piece) == isWhite(taken) {
		t.board[m.v][m.u] = '.'
		files := [2]int{2, 3}
		if m.u > m.x {
			files = [2]int{6, 5}
		}
		t.board[m.y][files[0]], t.board[m.y][files[1]] = piece, taken
		return &t
	}
	t.board[m.v][m.u] = piece
	if lower(piece) == 'p' {
		if m.u == s.ex && m.v == s.ey && m.u != m.x {
			t.board[m.y][m.u] = '.'
		}
		if abs(m.v-m.y) == 2 {
			t.ex, t.ey = m.x, (m.y+m.v)/2
		}
		if m.promote != 0 {
			t.board[m.v][m.u] = m.promote &^ 0x20
			if !s.white {
				t.board[m.v][m.u] = lower(m.promote)
			}
		}
	}
	return &t
}

// goes reports whether a piece of the side to move can go to a square and leave its king safe.
func (s *slow) goes(x, y, u, v int) bool {
	piece, on := s.board[y][x], s.board[v][u]
	if !ofColor(piece, s.white) || ofColor(on, s.white) {
		return false
	}
	if lower(piece) == 'p' {
		step := 1
		if s.white {
			step = -1
		}
		switch {
		case u == x && v == y+step:
			if on != '.' {
				return false
			}
		case u == x && v == y+2*step:
			if on != '.' || s.board[y+step][x] != '.' || y != map[bool]int{true: 6, false: 1}[s.white] {
				return false
			}
		case s.hits(x, y, u, v):
			if on == '.' && (u != s.ex || v != s.ey) {
				return false
			}
		default:
			return false
		}
	} else if !s.hits(x, y, u, v) {
		return false
	}
	return len(s.make(slowMove{x: x, y: y, u: u, v: v}).checkers(s.white)) == 0
}

// stuck reports whether the side to move has no legal move.
func (s *slow) stuck() bool {
	return len(s.where(func(x, y int) bool {
		return ofColor(s.board[y][x], s.white) && len(s.where(func(u, v int) bool { return s.goes(x, y, u, v) })) > 0
	})) == 0
}

var worth = map[byte]int{'p': 1, 'n': 3, 'b': 3, 'r': 5, 'q': 9, 'k': 1000}

// swap is what the side to move gains on a square.
func (s *slow) swap(u, v int) int {
	takers := s.where(func(x, y int) bool { return s.hits(x, y, u, v) && s.goes(x, y, u, v) })
	if len(takers) == 0 {
		return 0
	}
	m := slices.MinFunc(takers, func(a, b [2]int) int {
		return worth[lower(s.board[a[1]][a[0]])] - worth[lower(s.board[b[1]][b[0]])]
	})
	move := slowMove{x: m[0], y: m[1], u: u, v: v}
	gain := worth[lower(s.board[v][u])]
	if lower(s.board[m[1]][m[0]]) == 'p' && (v == 0 || v == 7) {
		move.promote = 'q'
		gain += 8
	}
	return max(0, gain-s.make(move).swap(u, v))
}

// pins are the pieces of a color whose removal gives an enemy slider a view of their king.
func (s *slow) pins(white bool) [][2]int {
	x, y, ok := s.king(white)
	if !ok {
		return nil
	}
	before := s.hitters(x, y, !white)
	return s.where(func(u, v int) bool {
		if !ofColor(s.board[v][u], white) || u == x && v == y {
			return false
		}
		t := *s
		t.board[v][u] = '.'
		for _, from := range t.hitters(x, y, !white) {
			if !slices.Contains(before, from) {
				return true
			}
		}
		return false
	})
}

// passers are the passed pawns of a color.
func (s *slow) passers(white bool) [][2]int {
	return s.where(func(x, y int) bool {
		if !ofColor(s.board[y][x], white) || lower(s.board[y][x]) != 'p' {
			return false
		}
		return len(s.where(func(u, v int) bool {
			return lower(s.board[v][u]) == 'p' && !ofColor(s.board[v][u], white) && abs(u-x) < 2 && (white && v < y || !white && v > y)
		})) == 0
	})
}

// text is what is compared to find repetitions.
func (s *slow) text() string {
	t := fmt.Sprint(s.board, s.white, s.castles)
	for y := range 8 {
		for x := range 8 {
			if s.ex >= 0 && ofColor(s.board[y][x], s.white) && lower(s.board[y][x]) == 'p' && s.goes(x, y, s.ex, s.ey) {
				return t + name(s.ex, s.ey)
			}
		}
	}
	return t
}

// patterns are the patterns of a mate, found with the edge beside the king turned to the top.
func (s *slow) patterns(checkers, discovered [][2]int) []string {
	x, y, _ := s.king(s.white)
	own := func(c byte) bool { return ofColor(c, s.white) }
	found := map[string]bool{}
	if len(discovered) > 0 {
		found["discovered"] = true
	}
	if len(checkers) > 1 {
		found["double"] = true
	}
	for turn := 0; turn < 8 && len(checkers) == 1; turn++ {
		place := func(dx, dy int) (int, int) {
			if turn&1 != 0 {
				dx = -dx
			}
			if turn&2 != 0 {
				dy = -dy
			}
			if turn&4 != 0 {
				dx, dy = dy, dx
			}
			return x + dx, y + dy
		}
		at := func(dx, dy int) byte { return s.at(place(dx, dy)) }
		stands := func(kind byte, dx, dy int) bool {
			u, v := place(dx, dy)
			return [2]int{u, v} == checkers[0] && lower(s.board[v][u]) == kind
		}
		along := false // the check comes along the top edge
		for n := 1; n < 8; n++ {
			along = along || stands('r', n, 0) || stands('q', n, 0)
		}
		top := at(0, -1) == '#'
		home := y == map[bool]int{true: 7, false: 0}[s.white]
		if top && along {
			blocked, swept := true, true
			for dx := -1; dx <= 1; dx++ {
				if at(dx, 1) == '#' {
					continue
				}
				blocked = blocked && own(at(dx, 1))
				seen := false
				for _, side := range [2]int{-1, 1} {
					n := dx + side
					for at(n, 1) == '.' {
						n += side
					}
					seen = seen || (lower(at(n, 1)) == 'r' || lower(at(n, 1)) == 'q') && !own(at(n, 1))
				}
				swept = swept && seen
			}
			if blocked && home && turn&4 == 0 {
				found["backrank"] = true
			}
			if swept {
				found["ladder"] = true
			}
			if knight := at(0, 3); own(at(0, 1)) && lower(knight) == 'n' && !own(knight) {
				found["anastasia"] = true
			}
		}
		if top && at(-1, 0) == '#' && stands('r', 1, 0) && lower(at(2, 2)) == 'n' && !own(at(2, 2)) {
			found["arabian"] = true
		}
		for n := 1; n < 8; n++ {
			if top && stands('q', 0, n) && own(at(-1, 0)) && own(at(1, 0)) {
				found["epaulette"] = true
			}
		}
		if stands('q', 1, 1) && own(at(-1, 0)) && own(at(0, -1)) {
			found["dovetail"] = true
		}
		if stands('q', 0, 1) && own(at(-1, -1)) && own(at(1, -1)) {
			found["swallowtail"] = true
		}
		if turn&4 == 0 && home && stands('r', 1, 0) {
			for _, from := range s.hitters(checkers[0][0], checkers[0][1], !s.white) {
				if lower(s.board[from[1]][from[0]]) == 'b' {
					found["opera"] = true
				}
			}
		}
	}
	bare := *s
	bare.board[y][x] = '.'
	smothered, boden, other := true, true, false
	for _, b := range s.where(func(u, v int) bool { return max(abs(u-x), abs(v-y)) == 1 && !own(s.board[v][u]) }) {
		smothered = false
		bishops := slices.DeleteFunc(bare.hitters(b[0], b[1], !s.white), func(from [2]int) bool { return lower(s.board[from[1]][from[0]]) != 'b' })
		boden = boden && len(bishops) > 0
		other = other || len(bishops) > 0 && !slices.Contains(bishops, checkers[0])
	}
	if kind := lower(s.board[checkers[0][1]][checkers[0][0]]); len(checkers) == 1 {
		if kind == 'n' && smothered {
			found["smothered"] = true
		}
		if kind == 'b' && boden && other {
			found["boden"] = true
		}
	}
	if len(found) == 0 {
		found["plain"] = true
	}
	return slices.Collect(maps.Keys(found))
}

// A fact is the value of a kind and its squares in order.
type fact struct{ value, points string }

func factOf(value string, squares ...string) fact {
	slices.Sort(squares)
	return fact{value, strings.Join(squares, " ")}
}

func names(list ...[2]int) (squares []string) {
	for _, at := range list {
		squares = append(squares, name(at[0], at[1]))
	}
	return squares
}

var kindNames = map[byte]string{'p': "pawn", 'n': "knight", 'b': "bishop", 'r': "rook", 'q': "queen"}

// facts are the features of a move, but for those that depend on the moves before.
func (s *slow) facts(m slowMove) map[string]fact {
	facts := map[string]fact{}
	count := func(name string, list [][2]int, squares ...[2]int) {
		if len(list) > 0 {
			facts[name] = factOf(strconv.Itoa(len(list)), names(append(squares, list...)...)...)
		}
	}
	t := s.make(m)
	us, them := s.white, !s.white
	piece, taken, tx, ty := s.board[m.y][m.x], s.board[m.v][m.u], m.u, m.v
	castled := ofColor(taken, us)
	moved := [][2]int{{m.u, m.v}}
	switch {
	case castled:
		facts["castles"] = factOf("short", names([2]int{6, m.y}, [2]int{5, m.y})...)
		moved = [][2]int{{6, m.y}, {5, m.y}}
		if m.u < m.x {
			facts["castles"] = factOf("long", names([2]int{2, m.y}, [2]int{3, m.y})...)
			moved = [][2]int{{2, m.y}, {3, m.y}}
		}
		taken = '.'
	case lower(piece) == 'p' && taken == '.' && m.x != m.u:
		tx, ty = m.u, m.y
		taken = s.board[ty][tx]
		facts["enpassant"] = factOf("1", name(tx, ty))
	}
	if taken != '.' {
		facts["captures"] = factOf("1", name(tx, ty))
		if kind := kindNames[lower(taken)]; kind != "" {
			facts["takes"] = factOf(kind, name(tx, ty))
		}
	}
	to := moved[0]
	now := t.board[to[1]][to[0]]
	if m.promote != 0 {
		facts["promotes"] = factOf(kindNames[m.promote], name(to[0], to[1]))
	}
	checkers := t.checkers(them)
	count("check", checkers)
	discovered := slices.DeleteFunc(slices.Clone(checkers), func(at [2]int) bool { return slices.Contains(moved, at) })
	count("discoveredcheck", discovered)
	if len(checkers) > 1 {
		facts["doublecheck"] = factOf("1", names(checkers...)...)
	}
	if x, y, ok := t.king(them); ok && t.stuck() {
		if len(checkers) == 0 {
			facts["stalemate"] = factOf("1", name(x, y))
		} else {
			words := t.patterns(checkers, discovered)
			slices.Sort(words)
			facts["mate"] = factOf(strings.Join(words, "+"), names(append(checkers, [2]int{x, y})...)...)
		}
	}
	forked := t.where(func(x, y int) bool {
		on := t.board[y][x]
		return ofColor(on, them) && lower(on) != 'p' && t.hits(to[0], to[1], x, y) &&
			(lower(on) == 'k' || worth[lower(on)] > worth[lower(now)] || len(t.hitters(x, y, them)) == 0)
	})
	if len(forked) > 1 {
		count("fork", forked)
	}
	pinned := s.pins(them)
	count("pin", slices.DeleteFunc(t.pins(them), func(at [2]int) bool { return slices.Contains(pinned, at) }))

	var fronts, backs [][2]int
	for _, front := range t.where(func(x, y int) bool {
		on := t.board[y][x]
		return strings.IndexByte("brq", lower(now)) >= 0 && ofColor(on, them) && t.hits(to[0], to[1], x, y) && (lower(on) == 'k' || lower(on) == 'q' && lower(now) != 'q')
	}) {
		without := *t
		without.board[front[1]][front[0]] = '.'
		for _, back := range t.where(func(x, y int) bool {
			on := t.board[y][x]
			return ofColor(on, them) && strings.IndexByte("nbrq", lower(on)) >= 0 && without.hits(to[0], to[1], x, y) && !t.hits(to[0], to[1], x, y) &&
				(worth[lower(on)] > worth[lower(now)] || len(without.hitters(x, y, them)) == 0)
		}) {
			if back != front {
				fronts, backs = append(fronts, front), append(backs, back)
			}
		}
	}
	count("skewer", fronts, backs...)

	gain := worth[lower(taken)]
	if m.promote != 0 {
		gain += worth[m.promote] - 1
	}
	if loss := t.swap(to[0], to[1]) - gain; loss > 0 && lower(now) != 'k' {
		facts["sacrifice"] = factOf(strconv.Itoa(loss), name(to[0], to[1]))
	}
	were := s.passers(us)
	count("passedpawn", slices.DeleteFunc(t.passers(us), func(at [2]int) bool {
		return slices.Contains(were, at) || at == to && slices.Contains(were, [2]int{m.x, m.y})
	}))
	return facts
}

// observed returns the features of every node of a script; the words of a mate are joined. It
// checks the order of instances, whose they are, and that each question for one kind has the
// answers of the question for all.
func observed(t *testing.T, p *Position, s position.Script) map[int]map[string]fact {
	t.Helper()
	all := map[int]map[string]fact{}
	players := map[int]Color{}
	for step := range Replay(p, s) {
		players[step.Node] = step.Before.ToPlay()
	}
	var instances []feature.Instance
	for in := range Observe(p, s, feature.Wanted{Kinds: feature.All, Points: true}) {
		if n := len(instances); n > 0 {
			last := instances[n-1]
			if last.Node > in.Node || last.Node == in.Node && (last.Kind > in.Kind || last.Kind == in.Kind && last.Value >= in.Value) {
				t.Fatalf("%+v after %+v", in, last)
			}
		}
		if in.By != players[in.Node] {
			t.Fatalf("node %d: by %v, want %v", in.Node, in.By, players[in.Node])
		}
		k := &Features()[in.Kind]
		value := strconv.Itoa(int(in.Value))
		if len(k.Words) > 0 {
			value = k.Words[in.Value-1].Name
		}
		var squares []string
		for _, at := range in.Points {
			squares = append(squares, name(at.X(), at.Y()))
		}
		if all[in.Node] == nil {
			all[in.Node] = map[string]fact{}
		}
		if f, ok := all[in.Node][k.Name]; ok {
			words := append(strings.Split(f.value, "+"), value)
			slices.Sort(words)
			value = strings.Join(words, "+")
		}
		all[in.Node][k.Name] = factOf(value, squares...)
		instances = append(instances, *in)
		instances[len(instances)-1].Points = nil
	}
	var single []feature.Instance
	for kind := range Features() {
		for in := range Observe(p, s, feature.Wanted{Kinds: 1 << kind}) {
			if in.Points != nil {
				t.Fatalf("points that nobody wants: %+v", in)
			}
			single = append(single, *in)
		}
	}
	slices.SortStableFunc(single, func(a, b feature.Instance) int { return a.Node - b.Node })
	if fmt.Sprint(single) != fmt.Sprint(instances) {
		t.Fatalf("one kind at a time: %v, want %v", single, instances)
	}
	return all
}

// factsOf are the features that the slow rules find for the moves of a script on one line.
func factsOf(p *Position, s position.Script) map[int]map[string]fact {
	all := map[int]map[string]fact{}
	checks := map[bool]int{}
	seen := map[string]int{}
	text := func(p *Position) string { return slowOf(p.FEN()).text() }
	first := true
	for step := range Replay(p, s) {
		if first {
			seen[text(step.Before)]++
			first = false
		}
		if !step.Moved {
			continue
		}
		seen[text(step.Position)]++
		b := slowOf(step.Before.FEN())
		if !step.Fault.Possible() || step.Move.IsNull() {
			checks[b.white] = 0
			continue
		}
		m := step.Move
		move := slowMove{x: m.From.File(), y: m.From.Row(), u: m.To.File(), v: m.To.Row()}
		if m.Promote != NoKind {
			move.promote = m.Promote.Letter() | 0x20
		}
		facts := b.facts(move)
		if checks[b.white]++; facts["check"].value == "" {
			checks[b.white] = 0
		} else {
			facts["checks"] = fact{strconv.Itoa(checks[b.white]), facts["check"].points}
		}
		if n := seen[text(step.Position)]; n > 1 {
			to := m.To
			if c := facts["castles"]; c.value != "" {
				to = SquareAt(map[string]int{"short": 6, "long": 2}[c.value], m.To.Row())
			}
			facts["repetition"] = factOf(strconv.Itoa(n), to.String())
		}
		if len(facts) > 0 {
			all[step.Node] = facts
		}
	}
	return all
}

// compare checks the features of a script on one line with those of the slow rules, and counts them.
func compare(t *testing.T, where string, p *Position, s position.Script, seen map[string]int) {
	t.Helper()
	got, want := observed(t, p, s), factsOf(p, s)
	if !maps.EqualFunc(got, want, maps.Equal[map[string]fact]) {
		for step := range Replay(p, s) {
			if !maps.Equal(got[step.Node], want[step.Node]) {
				t.Fatalf("%s, %s %s: %v, want %v", where, step.Before.FEN(), step.Move, got[step.Node], want[step.Node])
			}
		}
	}
	for _, facts := range want {
		for name, fact := range facts {
			seen[name]++
			if name == "mate" {
				for word := range strings.SplitSeq(fact.value, "+") {
					seen[word]++
				}
			}
		}
	}
}

// Random games have the features that the slow rules find.
func TestFeaturesOfRandomGames(t *testing.T) {
	limit := 100_000
	if testing.Short() {
		limit = 2000
	}
	moves, seen := 0, map[string]int{}
	for seed := uint64(0); moves < limit; seed++ {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := New()
		var b position.ScriptBuilder
		for n := 0; n < 250; n++ {
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			if seed%4 == 0 && n > 20 && n%2 == 0 { // there and back again
				for _, back := range list {
					if last, ok := lastMoveOf(&b, 2); ok && back.From == last.To && back.To == last.From {
						m = back
					}
				}
			}
			b.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
			moves++
		}
		compare(t, fmt.Sprint("game ", seed), New(), b.Script(), seen)
	}
	t.Log(moves, seen)
	for i := range kinds {
		if seen[kinds[i].Name] == 0 && !testing.Short() {
			t.Errorf("no move has %s", kinds[i].Name)
		}
	}
}

// lastMoveOf returns the n-th move from the end of a script that is being built.
func lastMoveOf(b *position.ScriptBuilder, n int) (Move, bool) {
	s := slices.Clone(b.Script())
	if len(s) < n {
		return Move{}, false
	}
	return MoveOf(s[len(s)-n] & 0x3fff), true
}

// Crowded boards at random have the features that the slow rules find. A mate is preferred, so
// that patterns come up.
func TestFeaturesOfRandomPositions(t *testing.T) {
	boards := 60_000
	if testing.Short() {
		boards = 3000
	}
	seen := map[string]int{}
	rng := rand.New(rand.NewPCG(35, 3))
	for n := range boards {
		p := &Position{passed: NoSquare, turn: White, full: 1, kings: [2]Square{NoSquare, NoSquare}, rooks: [2][2]Square{{NoSquare, NoSquare}, {NoSquare, NoSquare}}}
		king := Square(rng.IntN(64))
		if n%4 > 0 { // on the edge, most in the last row
			king = Square(rng.IntN(8))
		}
		p.put(king, NewPiece(Black, King))
		for range 2 + rng.IntN(6) { // near the king
			if s := SquareAt(king.File()+rng.IntN(3)-1, king.Row()+rng.IntN(3)-1); s != NoSquare && p.board[s] == NoPiece {
				if k := []Kind{Pawn, Pawn, Rook, Bishop, Knight}[rng.IntN(5)]; k != Pawn || !lastRow(s) {
					p.put(s, NewPiece(Black, k))
				}
			}
		}
		for i := range 4 + rng.IntN(12) {
			s, k, c := Square(rng.IntN(64)), Kind(1+rng.IntN(5)), White
			switch {
			case i == 0:
				k = King
			case i%4 == 3:
				c = Black
			}
			if p.board[s] == NoPiece && (k != Pawn || !lastRow(s)) {
				p.put(s, NewPiece(c, k))
			}
		}
		if p.attacked(king, White) {
			continue
		}
		list := p.Moves()
		if len(list) == 0 {
			continue
		}
		m := list[rng.IntN(len(list))]
		for _, mates := range list {
			q := p.Clone()
			if q.Play(mates); q.InCheck(Black) && len(q.Moves()) == 0 {
				m = mates
			}
		}
		var b position.ScriptBuilder
		b.Play(ScriptMove(White, m))
		s := Symmetry(n % 4)
		if s != 0 {
			p, m = p.Image(s), s.Move(m)
			b.Reset()
			b.Play(ScriptMove(p.turn, m))
		}
		compare(t, fmt.Sprint("board ", n), p, b.Script(), seen)
	}
	t.Log(seen)
	for _, w := range mateWords {
		if seen[w.Name] == 0 && !testing.Short() {
			t.Errorf("no mate is %s", w.Name)
		}
	}
}

// Famous games have the features that the slow rules find. Moves are facts.
func TestFeaturesOfRealGames(t *testing.T) {
	seen := map[string]int{}
	for _, game := range realGames {
		p := New()
		var b position.ScriptBuilder
		for word := range strings.FieldsSeq(game.moves) {
			m, err := p.Resolve(word)
			if err != nil {
				t.Fatalf("%s: %s: %v", game.name, word, err)
			}
			b.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
		}
		compare(t, game.name, New(), b.Script(), seen)
		last := 0
		got := observed(t, New(), b.Script())
		for node := range got {
			last = max(last, node)
		}
		if mate := got[last]["mate"].value; mate != game.mate {
			t.Errorf("%s: mate %q, want %q", game.name, mate, game.mate)
		}
	}
	t.Log(seen)
}

var realGames = []struct{ name, mate, moves string }{
	{"Anderssen against Kieseritzky, London 1851", "plain", `e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5
		Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#`},
	{"Morphy against the Duke of Brunswick and Count Isouard, Paris 1858", "opera", `e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7
		O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#`},
	{"Réti against Tartakower, Vienna 1910", "plain", `e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#`},
	{"the fool's mate", "plain", "f3 e5 g4 Qh4#"},
	{"the scholar's mate", "plain", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"},
	{"Légal's mate", "plain", "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#"},
	{"a trap in the Budapest gambit", "smothered", "d4 Nf6 c4 e5 dxe5 Ng4 Bf4 Nc6 Nf3 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4 Nd3#"},
}

//go:embed testdata/feature
var drawn embed.FS

// Positions of testdata have the features that stand beside them, in all their images. A block is FEN, the moves in
// SAN, and a line for each feature of the last one, "pin 1: e4"; one that is not named must not be
// there.
func TestDrawnFeatures(t *testing.T) {
	files, err := drawn.ReadDir("testdata/feature")
	if err != nil {
		t.Fatal(err)
	}
	seen, boards := map[string]int{}, map[string]bool{}
	drawings, shown := 0, map[string]int{}
	for _, file := range files {
		text, err := drawn.ReadFile("testdata/feature/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for block := range strings.SplitSeq(string(text), "\n\n") {
			where := fmt.Sprintf("%s:%d", file.Name(), line)
			line += strings.Count(block, "\n") + 2
			var start *Position
			var moves []Move
			want := map[string]fact{}
			for row := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
				switch {
				case row == "" || row[0] == '#':
				case start == nil:
					if start, err = ParseFEN(row); err != nil {
						t.Fatalf("%s: %v", where, err)
					}
				case moves == nil:
					p := start.Clone()
					for word := range strings.FieldsSeq(row) {
						m, err := p.Resolve(word)
						if err != nil {
							t.Fatalf("%s: %s: %v", where, word, err)
						}
						moves = append(moves, m)
						p.Play(m)
					}
				default:
					kind, rest, _ := strings.Cut(row, " ")
					value, squares, _ := strings.Cut(rest, ":")
					want[kind] = factOf(value, strings.Fields(squares)...)
				}
			}
			if start == nil {
				continue
			}
			drawings++
			for kind := range want {
				shown[kind]++
			}
			for image := range start.Symmetries() {
				p := start.Image(image)
				var b position.ScriptBuilder
				color := p.ToPlay()
				for _, m := range moves {
					b.Play(ScriptMove(color, image.Move(m)))
					color = color.Opponent()
				}
				boards[p.FEN()+fmt.Sprint(moves)] = true
				got := observed(t, p, b.Script())[len(moves)-1]
				mapped := map[string]fact{}
				for kind, f := range want {
					var squares []string
					for s := range strings.FieldsSeq(f.points) {
						squares = append(squares, image.Square(ParseSquare(s)).String())
					}
					if mapped[kind] = factOf(f.value, squares...); kind == "castles" && image&1 != 0 {
						t.Fatalf("%s: castling has no mirror", where)
					}
					seen[kind]++
					seen[kind+" "+f.value]++
				}
				if !maps.Equal(got, mapped) && (len(got) > 0 || len(mapped) > 0) {
					t.Errorf("%s, image %d, %s %v: %v, want %v", where, image, p.FEN(), moves, got, mapped)
				}
			}
		}
	}
	t.Log(drawings, shown, len(boards), seen)
	if drawings < 150 || len(boards) < 3*drawings {
		t.Errorf("%d drawings, %d boards", drawings, len(boards))
	}
	for i := range kinds {
		if shown[kinds[i].Name] < 6 {
			t.Errorf("%s is drawn %d times", kinds[i].Name, shown[kinds[i].Name])
		}
	}
	for _, w := range mateWords {
		n := 0
		for value, count := range seen {
			if rest, ok := strings.CutPrefix(value, "mate "); ok && slices.Contains(strings.Split(rest, "+"), w.Name) {
				n += count
			}
		}
		if n < 4 {
			t.Errorf("mate %s is drawn %d times", w.Name, n)
		}
	}
}

// Variations have their own rows of checks and their own repetitions; null moves and
// moves that cannot be made have no features and end a row of checks.
func TestFeaturesOfVariations(t *testing.T) {
	start, err := ParseFEN("4k3/8/8/8/8/8/7r/R3K3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var b position.ScriptBuilder
	play := func(moves ...string) {
		for _, text := range moves {
			m, err := ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(ScriptMove(White, m)) // the color does not matter
		}
	}
	play("a1a8", "e8e7", "a8a7", "e7e8") // 0 to 3
	b.Open()
	play("a7a8", "e8f7", "a8a7") // 4 to 6: checks 3, -, 4
	b.Close()
	b.Open()
	play("0000", "h2h1", "e1d2") // 7 to 9
	b.Close()
	b.Open()
	play("a7b8", "e8d8", "a7a8") // 10: cannot be made
	b.Close()
	b.Open()
	play("a7a8", "e8f7", "a8a7", "f7e8") // 13 to 16: as in the first variation
	b.Close()
	b.Open()
	play("a7a1", "h2h1", "e1e2", "h1h2", "e2e1", "e8e7", "a1a7") // 17 to 23
	b.Close()
	got := observed(t, start, b.Script())
	for node, want := range map[int]string{0: "1", 2: "2", 4: "3", 6: "4", 13: "3", 15: "4", 23: "1"} {
		if got[node]["checks"].value != want {
			t.Errorf("node %d: checks %v, want %s", node, got[node], want)
		}
	}
	if len(got[7]) > 0 || len(got[10]) > 0 || got[8]["checks"].value != "1" {
		t.Errorf("%v", got)
	}
	// Positions of the path come up again, those of other variations do not count.
	for node := range 24 {
		want := map[int]string{4: "2", 13: "2", 16: "2", 21: "2", 23: "2"}[node]
		if got[node]["repetition"].value != want {
			t.Errorf("node %d: repetition %v, want %q", node, got[node], want)
		}
	}
}

// Any script of any start is observed without a panic, and on one line as the slow rules do it.
func FuzzFeatures(f *testing.F) {
	f.Add(startFEN, []byte{0x34, 0x09})
	f.Add("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []byte("\x3c\x0f\x04\x00"))
	f.Add("8/P7/8/k7/8/8/8/K7 w - - 0 1", []byte("\xe0\x00\x90\x21"))
	f.Fuzz(func(t *testing.T, fen string, bytes []byte) {
		start, err := ParseFEN(fen)
		if err != nil {
			return
		}
		s, err := position.ParseScript(bytes[:len(bytes)&^1])
		if err != nil || len(s) > 64 {
			return
		}
		observed(t, start, s)
		for _, w := range s {
			if position.Word(w).OpensVariation() {
				return
			}
		}
		compare(t, "fuzz", start, s, map[string]int{})
	})
}

// All kinds of one game after the other.
func BenchmarkFeatures(b *testing.B) {
	var scripts []position.Script
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var s position.ScriptBuilder
		p := New()
		for range 80 {
			list := p.Moves()
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			s.Play(ScriptMove(p.ToPlay(), m))
			p.Play(m)
		}
		scripts = append(scripts, slices.Clone(s.Script()))
	}
	run := func(name string, w feature.Wanted) {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				for range Observe(New(), scripts[i%len(scripts)], w) {
				}
			}
		})
	}
	run("all", feature.Wanted{Kinds: feature.All})
	run("points", feature.Wanted{Kinds: feature.All, Points: true})
	for i := range kinds {
		run(kinds[i].Name, feature.Wanted{Kinds: 1 << i})
	}
}
