package openingbook_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/archive/archivetest"
	"kifudb/ask/openingbook"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/position/shogi"
)

// A book of YaneuraOu's has the moves of all games by position, in the order of the positions, and
// is the same whether or not a temporary file was needed.
func TestYaneuraouAgreesWithScan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	want := map[string]map[string]int{}
	var texts []string
	n := testsize.Of(60, 300)
	for range n {
		p := shogi.New()
		text := "position startpos moves"
		seen := map[string]bool{}
		for ply := range 12 {
			moves := p.Moves(nil)
			m := moves[(r.IntN(3)*11+ply)%len(moves)]
			text += " " + m.String()
			if sfen := p.SFEN(); !seen[sfen] && ply < 9 {
				seen[sfen] = true
				if want[sfen] == nil {
					want[sfen] = map[string]int{}
				}
				want[sfen][m.String()]++
			}
			p.PlayLegal(m)
		}
		texts = append(texts, text+"\n")
	}
	v := archivetest.OfFiles(t, texts...)
	o := &openingbook.Options{Format: "yaneuraou", Moves: 9, MinGames: 2}
	data, book := bookOf(t, v, "", o)
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if lines[0] != "#YANEURAOU-DB2016 1.00" {
		t.Fatalf("the first line is %q", lines[0])
	}
	found, positions, last, lastSFEN := 0, 0, math.MaxInt, ""
	for _, line := range lines[1:] {
		if sfen, ok := strings.CutPrefix(line, "sfen "); ok {
			if sfen <= lastSFEN {
				t.Errorf("%q comes after %q", sfen, lastSFEN)
			}
			lastSFEN, last = sfen, math.MaxInt
			positions++
			continue
		}
		var m, reply string
		var value, depth, games int
		if _, err := fmt.Sscanf(line, "%s %s %d %d %d", &m, &reply, &value, &depth, &games); err != nil || reply != "none" || value != 0 || depth != 0 {
			t.Fatalf("%q: %v", line, err)
		}
		if games != want[lastSFEN][m] || games > last || games < 2 {
			t.Errorf("%s in %s: %d games; expected %d", m, lastSFEN, games, want[lastSFEN][m])
		}
		last = games
		found++
	}
	expected := 0
	for _, moves := range want {
		for _, games := range moves {
			if games >= 2 {
				expected++
			}
		}
	}
	if found != expected || book.Moves != found || book.Positions != positions || found < 20 {
		t.Errorf("%d moves; expected %d; %+v", found, expected, book)
	}
	o.Memory = 1
	if again, _ := bookOf(t, v, "", o); !bytes.Equal(again, data) {
		t.Error("the book is another one when it is merged from a file")
	}
}

// squares writes a position of Othello as the squares of a player to move and the other, in the
// image that a symmetry makes, in two ways: as text, and so that the least number comes
// first.
func squares(p *othello.Position, s position.Symmetry) (text, order string) {
	var own, other, board [64]byte
	for y := range 8 {
		for x := range 8 {
			to := s.Apply(position.At(x, y), position.Square(8))
			i := to.Y()*8 + to.X()
			own[63-i], other[63-i], board[i] = '0', '0', '-'
			switch p.At(position.At(x, y)) {
			case position.Empty:
			case p.ToPlay():
				own[63-i], board[i] = '1', 'X'
			default:
				other[63-i], board[i] = '1', 'O'
			}
		}
	}
	return string(board[:]), string(own[:]) + string(other[:])
}

// canonical returns the text of the least image, and the moves that a move is there.
func canonical(p *othello.Position, move position.Point) (text string, moves []string) {
	best := ""
	for s := range position.Symmetry(8) {
		image, order := squares(p, s)
		if best == "" || order < best {
			best, text, moves = order, image, nil
		}
		if order == best {
			to := s.Apply(move, position.Square(8))
			moves = append(moves, fmt.Sprintf("%c%d", 'a'+to.X(), to.Y()+1))
		}
	}
	// Of those that mean the same, the first by rows.
	slices.SortFunc(moves, func(a, b string) int { return strings.Compare(a[1:]+a[:1], b[1:]+b[:1]) })
	return text, moves
}

// A book of Edax's agrees with its slow twin, which tries all images and knows all games.
func TestEdaxAgreesWithScan(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	type played struct{ games, scored, margin int }
	count := map[string]map[string]*played{}
	leads := map[string]map[string]string{}
	var texts []string
	const depth, minGames = 7, 2
	for range testsize.Of(150, 600) {
		p := othello.New(8)
		margin := r.IntN(40) - 20
		result := fmt.Sprintf("B+%d", margin)
		switch {
		case margin < 0:
			result = fmt.Sprintf("W+%d", -margin)
		case margin == 0:
			result = "0"
		}
		scored := 1
		if r.IntN(5) == 0 {
			result, scored = "B+R", 0
		}
		text := "(;GM[2]SZ[8]RE[" + result + "]"
		for ply := range depth + 2 {
			moves := p.Moves(p.ToPlay(), nil)
			m := moves[r.IntN(len(moves))%3%len(moves)]
			color, sign := "B", 1
			if p.ToPlay() == position.White {
				color, sign = "W", -1
			}
			text += fmt.Sprintf(";%s[%c%c]", color, 'a'+m.X(), 'a'+m.Y())
			here, names := canonical(p, m)
			p.Play(position.Move{Color: p.ToPlay(), Point: m})
			if ply >= depth {
				continue
			}
			if count[here] == nil {
				count[here], leads[here] = map[string]*played{}, map[string]string{}
			}
			n := count[here][names[0]]
			if n == nil {
				n = &played{}
				count[here][names[0]] = n
			}
			n.games++
			n.scored += scored
			n.margin += scored * sign * margin
			leads[here][names[0]], _ = canonical(p, 0)
		}
		texts = append(texts, text+")")
	}
	inBook := func(board string) bool {
		for _, n := range count[board] {
			if n.games >= minGames {
				return true
			}
		}
		return false
	}
	want := map[string]string{}
	for board, moves := range count {
		if !inBook(board) {
			continue
		}
		best, line := -65, board+" X,0"
		for m, n := range moves {
			if n.games < minGames || n.scored == 0 || inBook(leads[board][m]) {
				continue
			}
			score := int(math.Round(float64(n.margin) / float64(n.scored)))
			better := score > best
			if score == best { // the one in more games, then the first by rows
				parts := strings.Split(line, ",")
				before := moves[parts[2]]
				better = n.games > before.games || n.games == before.games && m[1:]+m[:1] < parts[2][1:]+parts[2][:1]
			}
			if better {
				best, line = score, fmt.Sprintf("%s X,0,%s,%d", board, m, score)
			}
		}
		want[board] = line
	}
	v := archivetest.Of(t, texts...)
	o := &openingbook.Options{Format: "edax", Moves: depth, MinGames: minGames}
	data, book := bookOf(t, v, "", o)
	leaves := 0
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for _, line := range lines {
		board, _, _ := strings.Cut(line, " ")
		if line != want[board] {
			t.Errorf("the book has %q; expected %q", line, want[board])
		}
		leaves += strings.Count(line, ",") / 3
	}
	if len(lines) != len(want) || book.Positions != len(want) || leaves < 5 {
		t.Errorf("%d lines, %d of them with a move; expected %d; %+v", len(lines), leaves, len(want), book)
	}
	o.Memory = 1
	if again, _ := bookOf(t, v, "", o); !bytes.Equal(again, data) {
		t.Error("the book is another one when it is merged from a file")
	}
}
