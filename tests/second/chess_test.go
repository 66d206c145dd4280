package second

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A chessboard is a position of chess: pieces as in FEN, from a8 to h1, dots between them.
type chessboard struct {
	cells    [64]byte
	turn     byte   // 'W' or 'B'
	castling string // as in FEN
	passing  int    // where a pawn may be taken in passing, or -1
}

func newChessboard() *chessboard {
	b := &chessboard{turn: 'W', castling: "KQkq", passing: -1}
	copy(b.cells[:], "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR")
	return b
}

// A chessmove is a move from one square to another.
type chessmove struct {
	from, to  int
	promotion byte // Q, R, B or N, otherwise 0
}

// white reports whether a piece is White's.
func white(piece byte) bool { return piece >= 'A' && piece <= 'Z' }

// own reports whether a piece is one of a color.
func ownPiece(piece, color byte) bool { return piece != '.' && white(piece) == (color == 'W') }

// square is the name of a square.
func square(i int) string { return string([]byte{byte('a' + i%8), byte('8' - i/8)}) }

// coordinates writes a move in coordinates. The king who castles takes his rook, as UCI has it where
// pieces may begin anywhere.
func (b *chessboard) coordinates(m chessmove) string {
	to := m.to
	if piece := b.cells[m.from]; piece == 'K' || piece == 'k' {
		switch m.to - m.from {
		case 2:
			to = m.from + 3
		case -2:
			to = m.from - 4
		}
	}
	text := square(m.from) + square(to)
	if m.promotion != 0 {
		text += strings.ToLower(string(m.promotion))
	}
	return text
}

// reach returns the squares that a piece attacks.
func (b *chessboard) reach(from int) (list []int) {
	type way struct{ dr, dc int }
	straight, slant := []way{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, []way{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	var ways []way
	far := 7
	switch strings.ToUpper(string(b.cells[from])) {
	case "R":
		ways = straight
	case "B":
		ways = slant
	case "Q":
		ways = append(straight, slant...)
	case "K":
		ways, far = append(straight, slant...), 1
	case "N":
		ways, far = []way{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}, 1
	case "P":
		forward := 1
		if white(b.cells[from]) {
			forward = -1
		}
		ways, far = []way{{forward, 1}, {forward, -1}}, 1
	}
	for _, w := range ways {
		row, col := from/8, from%8
		for range far {
			row, col = row+w.dr, col+w.dc
			if row < 0 || row > 7 || col < 0 || col > 7 {
				break
			}
			list = append(list, row*8+col)
			if b.cells[row*8+col] != '.' {
				break
			}
		}
	}
	return list
}

// attacked reports whether a color attacks a square.
func (b *chessboard) attacked(at int, by byte) bool {
	for from, piece := range b.cells {
		if !ownPiece(piece, by) {
			continue
		}
		for _, to := range b.reach(from) {
			if to == at {
				return true
			}
		}
	}
	return false
}

// after returns the board after a move.
func (b *chessboard) after(m chessmove) *chessboard {
	n := *b
	piece := n.cells[m.from]
	n.cells[m.to], n.cells[m.from] = piece, '.'
	n.passing = -1
	switch {
	case piece == 'P' || piece == 'p':
		if m.to == b.passing {
			n.cells[m.from/8*8+m.to%8] = '.'
		}
		if d := m.to - m.from; d == 16 || d == -16 {
			n.passing = (m.from + m.to) / 2
		}
		if m.promotion != 0 {
			n.cells[m.to] = m.promotion
			if piece == 'p' {
				n.cells[m.to] = m.promotion + 'a' - 'A'
			}
		}
	case (piece == 'K' || piece == 'k') && m.to-m.from == 2:
		n.cells[m.from+1], n.cells[m.from+3] = n.cells[m.from+3], '.'
	case (piece == 'K' || piece == 'k') && m.to-m.from == -2:
		n.cells[m.from-1], n.cells[m.from-4] = n.cells[m.from-4], '.'
	}
	for right, squares := range map[string][2]int{"K": {60, 63}, "Q": {60, 56}, "k": {4, 7}, "q": {4, 0}} {
		for _, s := range squares {
			if m.from == s || m.to == s {
				n.castling = strings.Replace(n.castling, right, "", 1)
			}
		}
	}
	n.turn = other(b.turn)
	return &n
}

// king is where the king of a color stands.
func (b *chessboard) king(color byte) int {
	for i, piece := range b.cells {
		if color == 'W' && piece == 'K' || color == 'B' && piece == 'k' {
			return i
		}
	}
	return -1
}

// moves returns the legal moves.
func (b *chessboard) moves() (list []chessmove) {
	add := func(m chessmove) {
		if n := b.after(m); !n.attacked(n.king(b.turn), other(b.turn)) {
			list = append(list, m)
		}
	}
	pawn := func(from, to int) {
		if to/8 == 0 || to/8 == 7 {
			for _, p := range []byte("QRBN") {
				add(chessmove{from, to, p})
			}
			return
		}
		add(chessmove{from: from, to: to})
	}
	for from, piece := range b.cells {
		if !ownPiece(piece, b.turn) {
			continue
		}
		if piece == 'P' || piece == 'p' {
			forward, home := -8, 6
			if piece == 'p' {
				forward, home = 8, 1
			}
			if b.cells[from+forward] == '.' {
				pawn(from, from+forward)
				if from/8 == home && b.cells[from+2*forward] == '.' {
					pawn(from, from+2*forward)
				}
			}
			for _, to := range b.reach(from) {
				if b.cells[to] != '.' && !ownPiece(b.cells[to], b.turn) || to == b.passing {
					pawn(from, to)
				}
			}
			continue
		}
		for _, to := range b.reach(from) {
			if !ownPiece(b.cells[to], b.turn) {
				add(chessmove{from: from, to: to})
			}
		}
	}
	home, short, long := 60, "K", "Q"
	if b.turn == 'B' {
		home, short, long = 4, "k", "q"
	}
	free := func(squares ...int) bool {
		for _, s := range squares {
			if b.cells[s] != '.' {
				return false
			}
		}
		return true
	}
	foe := other(b.turn)
	if strings.Contains(b.castling, short) && free(home+1, home+2) && !b.attacked(home, foe) && !b.attacked(home+1, foe) {
		add(chessmove{from: home, to: home + 2})
	}
	if strings.Contains(b.castling, long) && free(home-1, home-2, home-3) && !b.attacked(home, foe) && !b.attacked(home-1, foe) {
		add(chessmove{from: home, to: home - 2})
	}
	return list
}

// name is a move as players write it, without signs of check.
func (b *chessboard) name(m chessmove, legal []chessmove) string {
	piece := strings.ToUpper(string(b.cells[m.from]))
	taking := ""
	if b.cells[m.to] != '.' || piece == "P" && m.to == b.passing {
		taking = "x"
	}
	switch {
	case piece == "K" && m.to-m.from == 2:
		return "O-O"
	case piece == "K" && m.to-m.from == -2:
		return "O-O-O"
	case piece == "P":
		text := square(m.to)
		if taking != "" {
			text = square(m.from)[:1] + taking + text
		}
		if m.promotion != 0 {
			text += "=" + string(m.promotion)
		}
		return text
	}
	others, file, rank := false, false, false
	for _, o := range legal {
		if o.to == m.to && o.from != m.from && b.cells[o.from] == b.cells[m.from] {
			others = true
			file = file || o.from%8 == m.from%8
			rank = rank || o.from/8 == m.from/8
		}
	}
	from := ""
	switch s := square(m.from); {
	case others && !file:
		from = s[:1]
	case others && !rank:
		from = s[1:]
	case others:
		from = s
	}
	return piece + from + taking + square(m.to)
}

// state gives a node the position. A pawn that nobody can take in passing is no part of it.
func (b *chessboard) state(n *node) {
	n.cells, n.turn = string(b.cells[:]), b.turn
	passing := "-"
	for _, m := range b.moves() {
		if piece := b.cells[m.from]; (piece == 'P' || piece == 'p') && m.to == b.passing {
			passing = square(b.passing)
		}
	}
	n.rest = b.castling + " " + passing
}

// generateChess makes a collection in PGN.
func generateChess(random *rand.Rand, games int) string {
	var all strings.Builder
	for range games {
		white, black := names[random.IntN(6)], names[6+random.IntN(5)]
		tags := map[string]string{"White": white, "Black": black}
		fmt.Fprintf(&all, "[Event %q]\n", pick(random, "Spring Cup", "Castle Games", "City League"))
		switch random.IntN(4) {
		case 0:
			tags["Date"] = fmt.Sprintf("%d.%02d.??", 1948+random.IntN(14), 1+random.IntN(12))
		case 1:
			tags["Date"] = fmt.Sprintf("%d.??.??", 1948+random.IntN(14))
		case 2:
			tags["Date"] = "????.??.??"
		default:
			tags["Date"] = fmt.Sprintf("%d.%02d.%02d", 1948+random.IntN(14), 1+random.IntN(12), 1+random.IntN(28))
		}
		tags["Result"] = pick(random, "1-0", "0-1", "1/2-1/2", "*")
		for _, name := range []string{"Date", "White", "Black", "Result"} {
			fmt.Fprintf(&all, "[%s %q]\n", name, tags[name])
		}
		all.WriteString("\n")
		b := newChessboard()
		for k := range 4 + random.IntN(26) {
			legal := b.moves()
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			if k < 8 { // pawns in the middle and knights, so that games have positions in common
				var first []chessmove
				for _, o := range legal {
					if strings.Contains(" d4 d5 e4 e5 c4 c5 Nf3 Nc3 Nf6 Nc6 Bb5 Bc4 O-O dxe5 exd5 cxd4 Nxe5 e6 d6 ", " "+b.name(o, legal)+" ") {
						first = append(first, o)
					}
				}
				if len(first) > 0 {
					m = first[min(random.IntN(len(first)), random.IntN(len(first)))]
				}
			}
			if k%2 == 0 {
				fmt.Fprintf(&all, "%d. ", k/2+1)
			}
			all.WriteString(b.name(m, legal))
			if b = b.after(m); b.attacked(b.king(b.turn), other(b.turn)) {
				if len(b.moves()) == 0 {
					all.WriteString("#")
				} else {
					all.WriteString("+")
				}
			}
			all.WriteString(" ")
			if random.IntN(16) == 0 {
				fmt.Fprintf(&all, "{%s} ", strings.Join(strings.Fields(remarks[random.IntN(len(remarks))]), " "))
				if k%2 == 0 {
					fmt.Fprintf(&all, "%d... ", k/2+1)
				}
			}
		}
		fmt.Fprintf(&all, "%s\n\n", tags["Result"])
	}
	return all.String()
}

// readPGN reads games without variations, as the second program writes them.
func readPGN(text string) (records []*record, ok bool) {
	var r *record
	var b *chessboard
	var last *node
	begin := func() {
		b = newChessboard()
		last = &node{props: map[string][]string{}, main: true}
		b.state(last)
		r = &record{game: "chess", rows: 8, cols: 8, winner: '?', nodes: []*node{last}, line: []*node{last}}
		records = append(records, r)
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\n':
			i++
		case c == '[':
			end := i + strings.IndexByte(text[i:], '\n')
			name, value, _ := strings.Cut(strings.Trim(text[i:end], "[]"), " ")
			value = strings.Trim(value, `"`)
			if name == "Event" {
				begin()
			}
			switch name {
			case "Event":
				r.event = value
			case "White":
				r.white = value
			case "Black":
				r.black = value
			case "Date":
				r.date = strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(value, ".", "-"), "-??"), "-??")
				if r.date == "????" {
					r.date = ""
				}
				if r.from, r.to, ok = readDate(r.date); !ok {
					return nil, false
				}
			case "Result":
				r.winner = map[string]byte{"1-0": 'W', "0-1": 'B', "1/2-1/2": 'D', "*": '?'}[value]
				r.result = map[string]string{"1-0": "W+", "0-1": "B+", "1/2-1/2": "0", "*": ""}[value]
			}
			i = end
		case c == '{':
			end := i + strings.IndexByte(text[i:], '}')
			last.props["C"] = []string{text[i+1 : end]}
			i = end + 1
		default:
			end := i + strings.IndexAny(text[i:], " \n")
			word := strings.TrimRight(text[i:end], "+#")
			i = end
			if strings.HasSuffix(word, ".") || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*" {
				continue
			}
			legal := b.moves()
			found := false
			for _, m := range legal {
				if b.name(m, legal) != word {
					continue
				}
				n := &node{number: len(r.nodes), parent: last, props: map[string][]string{}, main: true, played: last.played + 1, color: b.turn, move: b.coordinates(m)}
				last.children = []*node{n}
				b = b.after(m)
				b.state(n)
				r.nodes, r.line, last, found = append(r.nodes, n), append(r.line, n), n, true
				r.moves = n.played
				break
			}
			if !found {
				return nil, false
			}
		}
	}
	return records, true
}
