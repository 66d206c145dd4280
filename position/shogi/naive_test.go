package shogi

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// naive is a position as slow and as plain as can be: text on a board of text.
// Pieces are written as in SFEN; a hand is a list of letters.
type naive struct {
	board [9][9]string // [rank-1][file-1]
	hands [2]string    // Black's in capitals, White's in small letters
	white bool         // to move
}

func newNaive(t testing.TB, sfen string) *naive {
	n := &naive{}
	fields := strings.Fields(sfen)
	for y, row := range strings.Split(fields[0], "/") {
		x, plus := 8, ""
		for _, c := range row {
			switch {
			case c == '+':
				plus = "+"
			case c >= '1' && c <= '9':
				x -= int(c - '0')
			default:
				n.board[y][x] = plus + string(c)
				plus = ""
				x--
			}
		}
		if x != -1 {
			t.Fatalf("naive: %s", sfen)
		}
	}
	n.white = fields[1] == "w"
	count := 0
	for _, c := range strings.TrimPrefix(fields[2], "-") {
		if c >= '0' && c <= '9' {
			count = count*10 + int(c-'0')
			continue
		}
		i := 0
		if c >= 'a' {
			i = 1
		}
		n.hands[i] += strings.Repeat(string(c), max(count, 1))
		count = 0
	}
	return n
}

func isWhite(piece string) bool { return piece == "" || piece[len(piece)-1] >= 'a' }

// goes reports whether the piece on a square goes to another one.
func (n *naive) goes(x, y, tox, toy int) bool {
	piece := n.board[y][x]
	forward, left := y-toy, tox-x
	if isWhite(piece) {
		forward, left = -forward, -left
	}
	far := max(forward, -forward, left, -left)
	straight := forward == 0 || left == 0
	diagonal := forward == left || forward == -left
	if far == 0 || n.board[toy][tox] != "" && isWhite(n.board[toy][tox]) == isWhite(piece) {
		return false
	}
	free := func() bool {
		if !straight && !diagonal {
			return false
		}
		for i := 1; i < far; i++ {
			if n.board[y+(toy-y)/far*i][x+(tox-x)/far*i] != "" {
				return false
			}
		}
		return true
	}
	gold := far == 1 && (straight || forward == 1)
	switch strings.ToUpper(piece) {
	case "P":
		return forward == 1 && left == 0
	case "L":
		return forward > 0 && left == 0 && free()
	case "N":
		return forward == 2 && (left == 1 || left == -1)
	case "S":
		return far == 1 && (diagonal || forward == 1)
	case "G", "+P", "+L", "+N", "+S":
		return gold
	case "K":
		return far == 1
	case "B":
		return diagonal && free()
	case "R":
		return straight && free()
	case "+B":
		return far == 1 || diagonal && free()
	case "+R":
		return far == 1 || straight && free()
	}
	return false
}

// checked reports whether a side's king can be taken.
func (n *naive) checked(white bool) bool {
	king := "K"
	if white {
		king = "k"
	}
	for ky := range 9 {
		for kx := range 9 {
			if n.board[ky][kx] != king {
				continue
			}
			for y := range 9 {
				for x := range 9 {
					if n.board[y][x] != "" && isWhite(n.board[y][x]) != white && n.goes(x, y, kx, ky) {
						return true
					}
				}
			}
		}
	}
	return false
}

// play returns the position after a move in USI.
func (n *naive) play(move string) *naive {
	after := *n
	tox, toy := int(move[2]-'1'), int(move[3]-'a')
	i := 0
	if n.white {
		i = 1
	}
	own := func(s string) string {
		if n.white {
			return strings.ToLower(s)
		}
		return strings.ToUpper(s)
	}
	if move[1] == '*' {
		after.board[toy][tox] = own(move[:1])
		after.hands[i] = strings.Replace(after.hands[i], own(move[:1]), "", 1)
	} else {
		x, y := int(move[0]-'1'), int(move[1]-'a')
		piece := n.board[y][x]
		if taken := own(strings.TrimPrefix(n.board[toy][tox], "+")); taken != "" && taken != own("k") {
			after.hands[i] += taken
		}
		if strings.HasSuffix(move, "+") {
			piece = "+" + piece
		}
		after.board[y][x] = ""
		after.board[toy][tox] = piece
	}
	after.white = !n.white
	return &after
}

// dead reports whether a piece could never move from a rank.
func dead(piece string, y int) bool {
	if isWhite(piece) {
		y = 8 - y
	}
	p := strings.ToUpper(piece)
	return (p == "P" || p == "L") && y == 0 || p == "N" && y <= 1
}

// moves returns all legal moves in USI, sorted.
func (n *naive) moves() (list []string) {
	square := func(x, y int) string { return fmt.Sprintf("%d%c", x+1, 'a'+y) }
	zone := func(y int) bool { return n.white && y >= 6 || !n.white && y <= 2 }
	try := func(move string) {
		if !n.play(move).checked(n.white) {
			list = append(list, move)
		}
	}
	hand := n.hands[0]
	if n.white {
		hand = n.hands[1]
	}
	for y := range 9 {
		for x := range 9 {
			piece := n.board[y][x]
			if piece != "" {
				if isWhite(piece) != n.white {
					continue
				}
				for toy := range 9 {
					for tox := range 9 {
						if !n.goes(x, y, tox, toy) || strings.ToUpper(n.board[toy][tox]) == "K" {
							continue
						}
						move := square(x, y) + square(tox, toy)
						if !dead(piece, toy) {
							try(move)
						}
						if strings.Contains("PLNSBR", strings.ToUpper(piece)) && (zone(y) || zone(toy)) {
							try(move + "+")
						}
					}
				}
				continue
			}
			for _, kind := range "PLNSGBR" {
				own := string(kind)
				if n.white {
					own = strings.ToLower(own)
				}
				if !strings.Contains(hand, own) || dead(own, y) || kind == 'P' && n.pawnOn(x, own) {
					continue
				}
				move := string(kind) + "*" + square(x, y)
				if kind == 'P' {
					forward := y - 1
					if n.white {
						forward = y + 1
					}
					if forward >= 0 && forward < 9 && strings.ToUpper(n.board[forward][x]) == "K" && isWhite(n.board[forward][x]) != n.white {
						if len(n.play(move).moves()) == 0 {
							continue
						}
					}
				}
				try(move)
			}
		}
	}
	slices.Sort(list)
	return list
}

func (n *naive) pawnOn(x int, pawn string) bool {
	for y := range 9 {
		if n.board[y][x] == pawn {
			return true
		}
	}
	return false
}

// compare checks that position and twin have the same moves, and that Judge and
// Attempts agree with them.
func compare(t testing.TB, p *Position) []Move {
	t.Helper()
	sfen := p.SFEN()
	moves := p.Moves(nil)
	got := make([]string, len(moves))
	legal := map[Move]bool{}
	for i, m := range moves {
		got[i] = m.String()
		legal[m] = true
		if code, ok := MoveOf(m.Code()); code != m || !ok {
			t.Fatalf("%s has code %d, which is %s", m, m.Code(), code)
		}
		if again, err := ParseMove(m.String()); again != m || err != nil {
			t.Fatalf("%s read as %s: %v", m, again, err)
		}
	}
	slices.Sort(got)
	if want := newNaive(t, sfen).moves(); !slices.Equal(got, want) {
		t.Fatalf("%s\ngot  %v\nwant %v", sfen, got, want)
	}
	attempts := p.Attempts(nil)
	for _, m := range attempts {
		f := p.Judge(m)
		if (f == 0) != legal[m] || !f.Slip() {
			t.Fatalf("%s\n%s is judged %q, and legal is %t", sfen, m, f, legal[m])
		}
		delete(legal, m)
	}
	if len(legal) > 0 {
		t.Fatalf("%s\nAttempts lacks %v", sfen, legal)
	}
	return moves
}

func TestNaive(t *testing.T) {
	n := 0
	for _, test := range perfts {
		p := parseSFEN(t, test.sfen)
		compare(t, p)
		for i, m := range p.Moves(nil) {
			if i%20 != 0 {
				continue
			}
			q := p.Clone()
			q.PlayLegal(m)
			compare(t, q)
			if got, want := *newNaive(t, q.SFEN()), *newNaive(t, p.SFEN()).play(m.String()); got.board != want.board || got.white != want.white {
				t.Fatalf("%s after %s: got %v, want %v", p.SFEN(), m, got, want)
			}
			n++
		}
	}
	if n == 0 {
		t.Fatal("no positions")
	}
}

// FuzzPlay plays moves that the bytes choose, legal and other ones, from any
// position, and compares with the twin all the way.
func FuzzPlay(f *testing.F) {
	for _, test := range perfts {
		f.Add(test.sfen, []byte{0, 1, 2, 3, 200, 255})
	}
	f.Add("4k4/4P4/4G4/9/9/9/9/9/4K4 w 2R2r 1", []byte("abc"))
	f.Fuzz(func(t *testing.T, sfen string, choices []byte) {
		p, err := ParseSFEN(sfen)
		if err != nil {
			return
		}
		for i, c := range choices {
			if i == 12 {
				break
			}
			moves := compare(t, p)
			if c >= 200 {
				moves = p.Attempts(nil)
			}
			if len(moves) == 0 {
				break
			}
			m := moves[(int(c)*257+i)%len(moves)]
			before := p.SFEN()
			if f := p.Play(m); !f.Possible() {
				t.Fatalf("%s: %s: %s", before, m, f)
			}
			if err := p.Check(); err != nil {
				t.Fatalf("%s: after %s: %v", before, m, err)
			}
			again := parseSFEN(t, p.SFEN())
			if *again != *p {
				t.Fatalf("%s: after %s: kept and read positions differ:\n%v\n%v", before, m, *p, *again)
			}
		}
	})
}

// FuzzJudge makes sure that any move may be asked about.
func FuzzJudge(f *testing.F) {
	f.Add(StartSFEN, uint8(60), uint8(51), uint8(0), false)
	f.Add(StartSFEN, uint8(81), uint8(40), uint8(1), false)
	f.Fuzz(func(t *testing.T, sfen string, from, to, drop uint8, promote bool) {
		p, err := ParseSFEN(sfen)
		if err != nil {
			return
		}
		m := Move{From: Square(from), To: Square(to), Drop: Kind(drop), Promote: promote}
		fault := p.Judge(m)
		if want := slices.Contains(p.Moves(nil), m); (fault == 0) != want {
			t.Fatalf("%s: %v: judged %q, but listed %t", sfen, m, fault, want)
		}
		q := p.Clone()
		if got := q.Play(m); got != fault {
			t.Fatalf("%s: %v: played with %q, judged %q", sfen, m, got, fault)
		}
		if !fault.Possible() && *p != *q {
			t.Fatalf("%s: %v was refused but changed the position", sfen, m)
		}
	})
}
