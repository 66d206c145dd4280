package chess

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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
