package second

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A shogiboard is a position of shogi: pieces as in SFEN, Black's in capitals, promoted ones with a
// plus before them, by file and rank.
type shogiboard struct {
	cells [9][9]string // [rank-1][file-1], "" is empty
	hands map[string]int
	turn  byte
}

func newShogiboard() *shogiboard {
	b := &shogiboard{hands: map[string]int{}, turn: 'B'}
	back := "LNSGKGSNL" // the same from both sides
	for f := range 9 {
		b.cells[0][f], b.cells[8][f] = strings.ToLower(back[f:f+1]), back[f:f+1]
		b.cells[2][f], b.cells[6][f] = "p", "P"
	}
	b.cells[1][7], b.cells[1][1], b.cells[7][1], b.cells[7][7] = "r", "b", "R", "B"
	return b
}

// blacks reports whether a piece is Black's.
func blacks(piece string) bool { return piece != "" && strings.ToUpper(piece) == piece }

// csaNames are the pieces as CSA names them.
var csaNames = map[string]string{
	"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K",
	"TO": "+P", "NY": "+L", "NK": "+N", "NG": "+S", "UM": "+B", "RY": "+R",
}

// csaName is the name of a piece.
func csaName(piece string) string {
	for name, p := range csaNames {
		if p == strings.ToUpper(piece) {
			return name
		}
	}
	panic(piece)
}

// A shogimove is a move in file and rank from 1; from 0 is a drop.
type shogimove struct {
	fromFile, fromRank, toFile, toRank int
	piece                              string // as it lies afterwards, in capitals
	promotes                           bool
}

// usi is the move as USI writes it.
func (m shogimove) usi() string {
	to := fmt.Sprintf("%d%c", m.toFile, 'a'+m.toRank-1)
	if m.fromFile == 0 {
		return m.piece + "*" + to
	}
	text := fmt.Sprintf("%d%c", m.fromFile, 'a'+m.fromRank-1) + to
	if m.promotes {
		text += "+"
	}
	return text
}

// play makes a move.
func (b *shogiboard) play(m shogimove) {
	if m.fromFile == 0 {
		b.hands[b.own(m.piece)]--
	} else {
		b.cells[m.fromRank-1][m.fromFile-1] = ""
	}
	if taken := b.cells[m.toRank-1][m.toFile-1]; taken != "" {
		b.hands[b.own(strings.ToUpper(strings.TrimPrefix(taken, "+")))]++
	}
	b.cells[m.toRank-1][m.toFile-1] = b.own(m.piece)
	b.turn = other(b.turn)
}

// own is a piece of whoever is to move.
func (b *shogiboard) own(piece string) string {
	if b.turn == 'B' {
		return piece
	}
	return strings.ToLower(piece)
}

// state gives a node the position.
func (b *shogiboard) state(n *node) {
	var text strings.Builder
	for r := range 9 {
		for f := range 9 {
			fmt.Fprintf(&text, "%2s", b.cells[r][f])
		}
	}
	n.cells, n.turn = text.String(), b.turn
	n.rest = ""
	for _, piece := range strings.Split("P L N S G B R p l n s g b r", " ") {
		n.rest += fmt.Sprintf(" %s%d", piece, b.hands[piece])
	}
}

// readCSA reads one game, as the second program writes it.
func readCSA(text string) (r *record, ok bool) {
	b := newShogiboard()
	last := &node{props: map[string][]string{}, main: true}
	b.state(last)
	r = &record{game: "shogi", rows: 9, cols: 9, winner: '?', nodes: []*node{last}, line: []*node{last}}
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "N+"):
			r.black = line[2:]
		case strings.HasPrefix(line, "N-"):
			r.white = line[2:]
		case strings.HasPrefix(line, "$EVENT:"):
			r.event = line[7:]
		case strings.HasPrefix(line, "$START_TIME:"):
			r.date = strings.ReplaceAll(line[12:], "/", "-")
			if r.from, r.to, ok = readDate(r.date); !ok {
				return nil, false
			}
		case line == "%TORYO":
			r.winner = other(b.turn)
			r.result = string(r.winner) + "+R"
		case line == "%CHUDAN": // broken off
			r.result = "Void"
		case line == "%HIKIWAKE":
			r.winner, r.result = 'D', "0"
		case len(line) == 7 && (line[0] == '+' || line[0] == '-'):
			digits, err := strconv.Atoi(line[1:5])
			piece := csaNames[line[5:]]
			if err != nil || piece == "" || line[0] == '+' != (b.turn == 'B') {
				return nil, false
			}
			m := shogimove{fromFile: digits / 1000, fromRank: digits / 100 % 10, toFile: digits / 10 % 10, toRank: digits % 10, piece: piece}
			if m.fromFile != 0 {
				m.promotes = strings.ToUpper(b.cells[m.fromRank-1][m.fromFile-1]) != piece
			}
			n := &node{number: len(r.nodes), parent: last, props: map[string][]string{}, main: true, played: last.played + 1, color: b.turn, move: m.usi()}
			last.children = []*node{n}
			b.play(m)
			b.state(n)
			r.nodes, r.line, last = append(r.nodes, n), append(r.line, n), n
			r.moves = n.played
		}
	}
	return r, true
}

// reaches returns the squares that a piece goes to, as file and rank from 1.
func (b *shogiboard) reaches(file, rank int) (list [][2]int) {
	piece := b.cells[rank-1][file-1]
	forward := -1
	if !blacks(piece) {
		forward = 1
	}
	type way struct{ df, dr int }
	straight, slant := []way{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}, []way{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	gold := []way{{0, forward}, {1, forward}, {-1, forward}, {1, 0}, {-1, 0}, {0, -forward}}
	var near, far []way
	switch strings.ToUpper(piece) {
	case "P":
		near = []way{{0, forward}}
	case "L":
		far = []way{{0, forward}}
	case "N":
		near = []way{{1, 2 * forward}, {-1, 2 * forward}}
	case "S":
		near = append(slant, way{0, forward})
	case "G", "+P", "+L", "+N", "+S":
		near = gold
	case "B":
		far = slant
	case "R":
		far = straight
	case "+B":
		near, far = straight, slant
	case "+R":
		near, far = slant, straight
	case "K":
		near = append(straight, slant...)
	}
	for k, ways := range [][]way{near, far} {
		for _, w := range ways {
			f, r := file, rank
			for range 1 + 7*k {
				f, r = f+w.df, r+w.dr
				if f < 1 || f > 9 || r < 1 || r > 9 {
					break
				}
				list = append(list, [2]int{f, r})
				if b.cells[r-1][f-1] != "" {
					break
				}
			}
		}
	}
	return list
}

// check reports whether the king of a color is attacked.
func (b *shogiboard) check(color byte) bool {
	for r := range 9 {
		for f := range 9 {
			piece := b.cells[r][f]
			if piece == "" || blacks(piece) == (color == 'B') {
				continue
			}
			for _, to := range b.reaches(f+1, r+1) {
				if target := b.cells[to[1]-1][to[0]-1]; strings.ToUpper(target) == "K" && blacks(target) == (color == 'B') {
					return true
				}
			}
		}
	}
	return false
}

// moves returns legal moves: not all, as no pawn is dropped, and what may promote does.
func (b *shogiboard) moves() (list []shogimove) {
	add := func(m shogimove) {
		n := *b
		n.hands = map[string]int{}
		for piece, count := range b.hands {
			n.hands[piece] = count
		}
		n.play(m)
		if !n.check(b.turn) {
			list = append(list, m)
		}
	}
	for rank := 1; rank <= 9; rank++ {
		for file := 1; file <= 9; file++ {
			piece := b.cells[rank-1][file-1]
			if piece == "" {
				for _, p := range []string{"S", "G", "B", "R"} {
					if b.hands[b.own(p)] > 0 {
						add(shogimove{toFile: file, toRank: rank, piece: p})
					}
				}
				continue
			}
			if blacks(piece) != (b.turn == 'B') {
				continue
			}
			for _, to := range b.reaches(file, rank) {
				if target := b.cells[to[1]-1][to[0]-1]; target != "" && blacks(target) == (b.turn == 'B') {
					continue
				}
				m := shogimove{fromFile: file, fromRank: rank, toFile: to[0], toRank: to[1], piece: strings.ToUpper(piece)}
				last := func(rank int) bool { return b.turn == 'B' && rank <= 3 || b.turn == 'W' && rank >= 7 }
				if (last(rank) || last(to[1])) && strings.Contains("PLNSBR", m.piece) {
					m.piece, m.promotes = "+"+m.piece, true
				}
				add(m)
			}
		}
	}
	return list
}

// generateShogi makes games in CSA.
func generateShogi(random *rand.Rand, games int) (list []string) {
	for range games {
		var text strings.Builder
		text.WriteString("V2.2\n")
		fmt.Fprintf(&text, "N+%s\nN-%s\n", names[random.IntN(6)], names[6+random.IntN(5)])
		fmt.Fprintf(&text, "$EVENT:%s\n", pick(random, "Spring Cup", "Castle Games", "City League"))
		if random.IntN(5) > 0 {
			fmt.Fprintf(&text, "$START_TIME:%d/%02d/%02d\n", 1948+random.IntN(14), 1+random.IntN(12), 1+random.IntN(28))
		}
		text.WriteString("PI\n+\n")
		b := newShogiboard()
		for k := range 4 + random.IntN(26) {
			legal := b.moves()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			if k < 6 {
				var first []shogimove
				for _, o := range legal {
					if strings.Contains(" 7g7f 2g2f 2f2e 3c3d 8c8d 8d8e 6i7h 4a3b 8h2b+ 3a2b 7i8h ", " "+o.usi()+" ") {
						first = append(first, o)
					}
				}
				if len(first) > 0 {
					m = first[min(random.IntN(len(first)), random.IntN(len(first)))]
				}
			}
			sign := '+'
			if b.turn == 'W' {
				sign = '-'
			}
			fmt.Fprintf(&text, "%c%d%d%d%d%s\n", sign, m.fromFile, m.fromRank, m.toFile, m.toRank, csaName(m.piece))
			b.play(m)
		}
		text.WriteString(pick(random, "%TORYO\n", "%TORYO\n", "%HIKIWAKE\n", "%CHUDAN\n"))
		list = append(list, text.String())
	}
	return list
}
