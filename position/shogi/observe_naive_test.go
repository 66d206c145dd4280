package shogi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// naiveEntry is a position on a path of a game and how it came up.
type naiveEntry struct {
	*naive
	mover string // "b" or "w"; "" for the start and nodes without a move
	move  string // in USI; "" if nothing was executed
}

// pass returns the position with the other side to move.
func (n *naive) pass() *naive {
	after := *n
	after.white = !n.white
	return &after
}

// at returns the piece on a square in USI.
func (n *naive) at(square string) string { return n.board[square[1]-'a'][square[0]-'1'] }

// without returns the position without what lies on a square.
func (n *naive) without(square string) *naive {
	after := *n
	after.board[square[1]-'a'][square[0]-'1'] = ""
	return &after
}

func (n *naive) squaresOf(is func(piece string) bool) (list []string) {
	for y := range 9 {
		for x := range 9 {
			if n.board[y][x] != "" && is(n.board[y][x]) {
				list = append(list, string([]byte{'1' + byte(x), 'a' + byte(y)}))
			}
		}
	}
	return list
}

func (n *naive) reaches(from, to string) bool {
	return n.goes(int(from[0]-'1'), int(from[1]-'a'), int(to[0]-'1'), int(to[1]-'a'))
}

// whoReach returns the pieces of a side that reach a square with an enemy's piece or none.
func (n *naive) whoReach(to string, white bool) (list []string) {
	for _, s := range n.squaresOf(func(piece string) bool { return isWhite(piece) == white }) {
		if n.reaches(s, to) {
			list = append(list, s)
		}
	}
	return list
}

// defended reports whether another piece of its side would retake on a piece's square.
func (n *naive) defended(square string) bool {
	white := isWhite(n.at(square))
	after := *n
	after.board[square[1]-'a'][square[0]-'1'] = map[bool]string{true: "P", false: "p"}[white] // somebody has taken
	return len(after.whoReach(square, white)) > 0
}

var naiveWorth = map[string]int{"P": 1, "L": 3, "N": 4, "S": 5, "G": 6, "B": 8, "R": 10, "K": 1000, "+P": 7, "+L": 6, "+N": 6, "+S": 6, "+B": 10, "+R": 12}

func naiveWorthOf(piece string) int { return naiveWorth[strings.ToUpper(piece)] }

// naiveWords names the pieces as queries do.
var naiveWords = map[string]string{
	"P": "pawn", "L": "lance", "N": "knight", "S": "silver", "G": "gold", "B": "bishop", "R": "rook", "K": "king",
	"+P": "tokin", "+L": "promotedlance", "+N": "promotedknight", "+S": "promotedsilver", "+B": "horse", "+R": "dragon",
}

// bestExchange makes the captures on a square and returns what the side to take gains at best.
func (n *naive) bestExchange(square string, white bool) int {
	takers := n.whoReach(square, white)
	least := 1000
	for _, s := range takers {
		least = min(least, naiveWorthOf(n.at(s)))
	}
	best := 0
	for _, s := range takers {
		if naiveWorthOf(n.at(s)) > least {
			continue
		}
		after := n.without(s)
		after.board[square[1]-'a'][square[0]-'1'] = n.at(s)
		if least == 1000 && len(after.whoReach(square, !white)) > 0 {
			continue
		}
		best = max(best, naiveWorthOf(n.at(square))-after.bestExchange(square, !white))
	}
	return best
}

// pinned returns the pieces of a side without which its king would be taken by a further
// piece, with those.
func (n *naive) pinned(white bool) map[string]string {
	pins := map[string]string{}
	for _, king := range n.squaresOf(func(piece string) bool { return strings.ToUpper(piece) == "K" && isWhite(piece) == white }) {
		now := n.whoReach(king, !white)
		for _, s := range n.squaresOf(func(piece string) bool { return isWhite(piece) == white }) {
			if s == king {
				continue
			}
			for _, by := range n.without(s).whoReach(king, !white) {
				if !slices.Contains(now, by) {
					pins[s] = by
				}
			}
		}
	}
	return pins
}

// bishopSees returns the squares that a bishop of a side on its first square reaches on the long
// diagonal.
func (n *naive) bishopSees(white bool) (list []string) {
	home, bishop, behind := "8h", "B", "9i"
	if white {
		home, bishop, behind = "2b", "b", "1a"
	}
	for _, to := range []string{"9i", "8h", "7g", "6f", "5e", "4d", "3c", "2b", "1a"} {
		if n.at(home) == bishop && to != behind && n.reaches(home, to) {
			list = append(list, to)
		}
	}
	return list
}

// naiveObserve lists what the last move of a path did: "kind=value squares", without squares'
// order, in the order of the kinds.
func naiveObserve(path []naiveEntry) (list []string) {
	last := path[len(path)-1]
	if last.move == "" {
		return nil
	}
	before, after, move := path[len(path)-2].naive, last.naive, last.move
	us, drop, to := before.white, move[1] == '*', move[2:4]
	add := func(kind string, value any, squares ...string) {
		slices.Sort(squares)
		list = append(list, fmt.Sprintf("%s=%v %s", kind, value, strings.Join(squares, " ")))
	}
	moved, taken := move[:1], ""
	if !drop {
		moved, taken = before.at(move[:2]), before.at(to)
	}
	word := func(piece string) string { return naiveWords[strings.ToUpper(piece)] }
	if taken != "" {
		add("captures", 1, to)
		add("takes", word(taken), to)
	}
	if drop {
		add("drops", word(moved), to)
	}
	var checkers []string
	kings := after.squaresOf(func(piece string) bool { return strings.ToUpper(piece) == "K" && isWhite(piece) != us })
	for _, king := range kings {
		checkers = after.whoReach(king, us)
	}
	if len(checkers) > 0 {
		add("check", len(checkers), checkers...)
		row := 0
		for i := len(path) - 1; i > 0; i-- {
			if path[i].mover != last.mover {
				continue
			}
			if path[i].move == "" || !path[i].checked(!us) {
				break
			}
			row++
		}
		add("checks", row, checkers...)
	}
	var forked, rooks []string
	for _, s := range after.squaresOf(func(piece string) bool { return isWhite(piece) != us }) {
		if !after.reaches(to, s) {
			continue
		}
		if naiveWorthOf(after.at(s)) > naiveWorthOf(after.at(to)) || word(after.at(s)) == "king" || !after.defended(s) {
			forked = append(forked, s)
		}
		if strings.HasSuffix(strings.ToUpper(after.at(s)), "R") {
			rooks = append(rooks, s)
		}
	}
	if len(forked) > 1 {
		add("fork", len(forked), append(forked, to)...)
	}
	if len(rooks) > 0 && len(checkers) > 0 {
		add("kingrook", len(rooks), append(append(rooks, to), kings...)...)
	}
	var pins []string
	old := before.pinned(!us)
	for s, by := range after.pinned(!us) {
		if old[s] == "" {
			pins = append(pins, s, by)
		}
	}
	if len(pins) > 0 {
		add("pin", len(pins)/2, pins...)
	}
	if word(after.at(to)) != "king" {
		if loss := after.bestExchange(to, !us) - naiveWorthOf(taken) - naiveWorthOf(after.at(to)) + naiveWorthOf(moved); loss > 0 {
			add("sacrifice", loss, to)
		}
	}
	zone := func(square string) bool { return us && square[1] >= 'g' || !us && square[1] <= 'c' }
	switch {
	case strings.HasSuffix(move, "+"):
		add("promotes", word(moved), to)
	case !drop && strings.Contains("PLNSBR", strings.ToUpper(moved)) && (zone(move[:2]) || zone(to)):
		add("declines", word(moved), to)
	}
	if len(checkers) > 0 && len(after.moves()) == 0 {
		if drop {
			add("mate", "drop", checkers...)
		} else {
			add("mate", "board", checkers...)
		}
		if len(checkers) > 1 {
			add("mate", "double", checkers...)
		}
		if len(checkers) > 1 || checkers[0] != to {
			add("mate", "discovered", checkers...)
		}
		if drop && moved == "P" {
			add("dropmate", 1, to)
		}
	}
	if word(moved) == "king" {
		deep := func(square string) int {
			if us {
				return int(square[1]-'a') - 5
			}
			return 3 - int(square[1]-'a')
		}
		if deep(to) > 0 && deep(to) > deep(move[:2]) {
			add("enteringking", deep(to), to)
		}
	}
	if n := naiveCount(path); n > 1 {
		add("repetition", n, to)
	}
	home := map[bool]string{false: "8h", true: "2b"}[us]
	if was, sees := before.bishopSees(us), after.bishopSees(us); !drop && before.at(home) == after.at(home) && len(sees) > len(was) {
		squares := slices.DeleteFunc(sees, func(s string) bool { return slices.Contains(was, s) })
		add("opensbishop", len(squares), append(squares, home)...)
	}
	if strings.HasSuffix(strings.ToUpper(taken), "B") {
		for i := len(path) - 2; i > 0; i-- {
			if path[i].mover == "" {
				continue
			}
			m := path[i].move
			if m != "" && m[1] != '*' && m[2:4] == to && strings.HasSuffix(strings.ToUpper(path[i-1].at(m[:2])), "B") && strings.HasSuffix(strings.ToUpper(path[i-1].at(to)), "B") {
				add("exchangesbishops", 1, to)
			}
			break
		}
	}
	return list
}

// naiveCount returns how often the last position of a path has come up on it: at the start, and
// after moves.
func naiveCount(path []naiveEntry) (count int) {
	sorted := func(n *naive) string {
		hands := n.hands
		for i := range hands {
			letters := strings.Split(hands[i], "")
			slices.Sort(letters)
			hands[i] = strings.Join(letters, "")
		}
		return hands[0] + " " + hands[1]
	}
	last := path[len(path)-1]
	for i, e := range path {
		if (i == 0 || e.move != "") && e.board == last.board && e.white == last.white && sorted(e.naive) == sorted(last.naive) {
			count++
		}
	}
	return count
}

// valueText returns an instance's value as queries write it.
func valueText(kind int, value int32) string {
	if words := Kinds()[kind].Words; words != nil {
		return words[value-1].Name
	}
	return strconv.Itoa(int(value))
}
