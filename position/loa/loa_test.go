package loa

import (
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

func mustParse(t testing.TB, text string) *Position {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The examples are those of the rules as D. Billings and R. Rognlie give them.
func TestMovesOfTheRules(t *testing.T) {
	p := New()
	var got []string
	for _, m := range p.Moves(nil) {
		if SquareName(int(m.From)) == "b1" {
			got = append(got, m.String())
		}
	}
	slices.Sort(got)
	if want := []string{"b1-b3", "b1-d3", "b1-h1"}; !slices.Equal(got, want) {
		t.Errorf("from b1: %v, want %v", got, want)
	}
	if m, _ := ParseMove("f8:h6"); p.Judge(m) != OK || p.Name(m) != "f8:h6" {
		t.Errorf("f8:h6 at the start: %v", p.Judge(m))
	}
	// Four pieces on the fifth row: White's are in each other's way or Black's, Black's are not.
	p = mustParse(t, "8/8/8/l2L1L1l/8/8/8/8 w")
	for text, want := range map[string]Fault{
		"f5-b5": OK, "d5:h5": OK, "a5-e5": NotTurn, "f5-e5": Distance, "d5-e7": Bent, "d5-f5": Own,
		"e5-e6": Nothing, "a5-a6": NotTurn, "pass": MayNot,
	} {
		m, err := ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Judge(m); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// Pieces of the other side are in the way, whoever's turn it is.
func TestLeaps(t *testing.T) {
	p := mustParse(t, "8/8/8/l2L1L1l/8/8/8/8 b")
	for _, text := range []string{"a5-e5", "h5-d5"} {
		if m, _ := ParseMove(text); p.Judge(m) != Leaps {
			t.Errorf("%s: %v", text, p.Judge(m))
		}
	}
}

// Who has joined all pieces has won, also by a move of the other side's; if both have,
// nobody is said to have.
func TestWinner(t *testing.T) {
	for text, want := range map[string]position.Color{
		"1LLL4/8/8/8/8/8/8/l6l b": position.Black, "L7/8/8/8/8/8/8/l6l b": position.Black, "8/8/8/l7/1l6/2l5/8/L6L w": position.White,
		"LL6/8/8/8/8/8/8/6ll w": position.Empty, "L6L/8/8/8/8/8/8/l6l w": position.Empty, "L6L/7L/8/8/8/8/8/l6l w": position.Empty,
		"8/8/8/8/8/8/8/8 w": position.Empty, "7L/L7/8/8/8/8/8/l6l w": position.Empty, // no way around the edge
	} {
		if got := mustParse(t, text).Winner(); got != want {
			t.Errorf("%s: won by %v, want %v", text, got, want)
		}
	}
	p := mustParse(t, "LL6/8/8/8/8/8/8/6ll w")
	if !p.Over() || !strings.Contains(p.Draw(Drawing{}), "both have joined") {
		t.Errorf("%v is not over", p)
	}
	if m, _ := ParseMove("a8-a7"); p.Judge(m) != TooLate {
		t.Errorf("a move of a game that is over: %v", p.Judge(m))
	}
}

// A player without a move passes, and that is the only move.
func TestPass(t *testing.T) {
	stuck := 0
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		q := NewEmpty()
		q.put(0, position.White) // in the corner, behind three pieces that it may not leap
		for _, square := range []int{1, 8, 9} {
			q.put(square, position.Black)
		}
		q.put(int(rng.IntN(54))+10, position.Black)
		q.put(63, position.White)
		for _, square := range []int{62, 55, 54} {
			q.put(square, position.Black)
		}
		q.turn = position.White
		if q.Over() || len(naiveOf(q).moves(position.White)) > 0 {
			continue
		}
		stuck++
		if moves := q.Moves(nil); !slices.Equal(moves, []Move{Pass}) {
			t.Fatalf("%v: moves %v", q, moves)
		}
		if fault := q.Play(Pass); fault != OK || q.turn != position.Black {
			t.Fatalf("%v: a pass: %v", q, fault)
		}
		break
	}
	if stuck == 0 {
		t.Error("no position without a move was found")
	}
}

// Keys and codes are on disk and stay as they are.
func TestKeysArePinned(t *testing.T) {
	for moves, want := range map[string]string{"": "7716cf091d18dc77 4c10a16bb958da71", "b8-b6": "0e3913318e4e0f62 0e3913318e4e0f62", "b8-b6 a5-c5": "d389ea3c52235ca4 efac26346ae675c5"} {
		p := New()
		if err := p.PlayMoves(moves); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%016x %016x", uint64(p.Key()), uint64(p.Canonical())); got != want {
			t.Errorf("%q: keys are %s, want %s", moves, got, want)
		}
	}
	for text, want := range map[string]position.Point{"a8-b8": 1, "b8-b6": 1<<6 | 17, "h1-a8": 63 << 6, "Pass": position.Pass} {
		m, err := ParseMove(text)
		if err != nil || m.Code() != want {
			t.Errorf("%s has the code %d, %v; want %d", text, m.Code(), err, want)
		}
		if back, ok := MoveOf(want); !ok || back != m || back.String() != text {
			t.Errorf("%d is %v, %v", want, back, ok)
		}
	}
	for _, code := range []position.Point{0, 9<<6 | 9, 1 << 12, position.Pass + 1} {
		if m, ok := MoveOf(code); ok {
			t.Errorf("%d is %v", code, m)
		}
	}
}

func TestParseMove(t *testing.T) {
	for text, want := range map[string]string{
		"e1-e3": "e1-e3", "C2:C5++": "c2-c5", " c5-c6! ": "c5-c6", "c5c6": "c5-c6", "c5xc6": "c5-c6", "PASS": "Pass", "": "Pass",
	} {
		if m, err := ParseMove(text); err != nil || m.String() != want {
			t.Errorf("%q is %v, %v; want %s", text, m, err, want)
		}
	}
	for _, text := range []string{"resign", "e1", "e1-e9", "e1-i3", "e0-e3", "e1-e1", "e1--e3", "e1-e3-e5", "ee", "１-2", "e1/e3", "\x00\x00\x00\x00"} {
		if m, err := ParseMove(text); err == nil {
			t.Errorf("%q is %v", text, m)
		}
	}
}

func TestParse(t *testing.T) {
	if got := New().String(); got != "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w" {
		t.Errorf("the start is %s", got)
	}
	if got := NewScrambled().String(); got != "1lLlLlL1/L6l/l6L/L6l/l6L/L6l/l6L/1LlLlLl1 w" {
		t.Errorf("Scrambled Eggs is %s", got)
	}
	if p := mustParse(t, "1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w - - 0 1"); *p != *New() {
		t.Errorf("as servers write it: %v", p)
	}
	for text, want := range map[string]string{
		"": "no board", "8/8 w": "2 rows", "8/8/8/8/8/8/8/8": "who is to move", "8/8/8/8/8/8/8/8 L": "who is to move", "8/8/8/8/8/8/8/7 w": "row 1 has 7",
		"9/8/8/8/8/8/8/8 w": `'9'`, "8L/8/8/8/8/8/8/8 w": "row 8 has 9", "8/8/8/8/8/8/8/7X w": `'X'`, "LLLLLLLLL/8/8/8/8/8/8/8 w": "row 8 has 9",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	for text, at := range map[string]int{"b8-b6 b8-b6": 6, "1. b8-b6 2. a5-d5": 12, "b8-b6 x": 6} {
		err, ok := New().PlayMoves(text).(*MoveError)
		if !ok || err.At != at || err.Unwrap() == nil {
			t.Errorf("%q: %v, want the place %d", text, err, at)
		}
	}
}

// A record says what it says: moves against the rules are made if they can be, setup lies
// where it is put, and variations begin where they do.
func TestReplay(t *testing.T) {
	move := func(b *position.ScriptBuilder, c position.Color, text string) {
		m, err := ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Node()
		b.Move(position.Move{Color: c, Point: m.Code()})
	}
	var b position.ScriptBuilder
	b.Node()
	move(&b, position.Black, "b8-b6")
	b.Open()
	move(&b, position.White, "a5-c5")
	move(&b, position.Black, "e4-e5") // nothing is there
	move(&b, position.White, "c5-c7") // a move too short
	b.Close()
	b.Open()
	move(&b, position.Black, "a7-c7") // a piece of White's
	move(&b, position.White, "c7-a7") // once more
	move(&b, position.Black, "pass")
	b.Node()
	b.Move(position.Move{Color: position.White, Point: 0})
	b.Close()
	var got []string
	for s := range Replay(New(), b.Script()) {
		got = append(got, fmt.Sprintf("%d<%d %d %v %d %s", s.Node, s.Parent, s.MoveNumber, s.Move.Color.Letter(), s.Fault, s.Position.turn.Letter()))
	}
	want := []string{"0<-1 0 . 0 B", "1<0 1 B 0 W", "2<1 2 W 0 B", fmt.Sprintf("3<2 3 B %d W", Nothing), fmt.Sprintf("4<3 4 W %d B", Distance),
		"5<1 2 W 0 B", fmt.Sprintf("6<5 3 W %d B", NotTurn), fmt.Sprintf("7<6 4 B %d W", MayNot), fmt.Sprintf("8<7 5 W %d B", NoMove)}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	var setup position.ScriptBuilder
	setup.Node()
	setup.Add(position.Black, position.At(0, 0))
	setup.Add(position.Empty, position.At(1, 0))
	move(&setup, position.White, "a7-b7")
	setup.Node()
	setup.ToPlay(position.White)
	var texts []string
	for s := range Replay(New(), setup.Script()) {
		texts = append(texts, s.Position.String())
	}
	if want := []string{
		"L1LLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 b", "L1LLLLL1/1l5l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w", "L1LLLLL1/1l5l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 b",
	}; !slices.Equal(texts, want) {
		t.Errorf("got\n%s", strings.Join(texts, "\n"))
	}
}

// A drawing shows the rows from the bottom, and the latest move.
func TestDraw(t *testing.T) {
	p := New()
	if err := p.PlayMoves("b8-b6"); err != nil {
		t.Fatal(err)
	}
	m, _ := ParseMove("b8-b6")
	want := `   a b c d e f g h
 8 . . X X X X X . 8
 7 O . . . . . . O 7
 6 O(X). . . . . O 6
 5 O . . . . . . O 5
 4 O . . . . . . O 4
 3 O . . . . . . O 3
 2 O . . . . . . O 2
 1 . X X X X X X . 1
   a b c d e f g h
Black 12, White 12
White to play
`
	if got := p.Draw(Drawing{Style: position.ASCII, Last: m}); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := p.Draw(Drawing{Style: position.ASCII, Last: Pass}); strings.Contains(got, "(") {
		t.Errorf("a pass is marked:\n%s", got)
	}
	var b strings.Builder
	if err := p.WriteSVG(&b, Drawing{Last: m, Labels: map[position.Point]string{position.At(3, 3): "<"}}); err != nil {
		t.Fatal(err)
	}
	for d, err := xml.NewDecoder(strings.NewReader(b.String())), error(nil); err != io.EOF; {
		if _, err = d.Token(); err != nil && err != io.EOF {
			t.Fatal(err)
		}
	}
	if !strings.Contains(b.String(), "<title>Lines of Action board, 12 black and 12 white pieces. White to play</title>") {
		t.Error(b.String())
	}
}

// No text panics, and what is read comes back.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"1LLLLLL1/l6l/l6l/l6l/l6l/l6l/l6l/1LLLLLL1 w", "b8-b6 a5-c5", "1. f8:h6 pass", "8/8/8/8/8/8/8/8 b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := Parse(text); err == nil {
			if again, err := Parse(p.String()); err != nil || *again != *p {
				t.Fatalf("%q is %v, and again %v, %v", text, p, again, err)
			}
		}
		if m, err := ParseMove(text); err == nil {
			if again, err := ParseMove(m.String()); err != nil || again != m {
				t.Fatalf("%q is %v, and again %v, %v", text, m, again, err)
			}
		}
		p := New()
		_ = p.PlayMoves(text)
		if p.black&p.white != 0 {
			t.Fatalf("%q: two pieces on a square", text)
		}
	})
}

// FuzzReplay plays any codes: pieces only ever become fewer, and moves are judged as the
// second implementation does.
func FuzzReplay(f *testing.F) {
	f.Add([]byte{1, 17, 24, 26}, false)
	f.Add([]byte{63, 63, 0, 9}, true)
	f.Fuzz(func(t *testing.T, data []byte, scrambled bool) {
		start := New()
		if scrambled {
			start = NewScrambled()
		}
		var b position.ScriptBuilder
		b.Node()
		for i := 0; i+1 < len(data) && i < 200; i += 2 {
			b.Node()
			b.Move(position.Move{Color: position.Color(1 + data[i]>>7), Point: position.Point(data[i]&63)<<6 | position.Point(data[i+1]&127)})
		}
		pieces := 24
		for s := range Replay(start, b.Script()) {
			p := s.Position
			if now := p.Count(position.Black) + p.Count(position.White); now > pieces || p.black&p.white != 0 || now < 1 {
				t.Fatalf("%v: %d pieces after %d", p, now, pieces)
			} else {
				pieces = now
			}
			if !s.Moved || s.Before.Over() || s.Before.turn != s.Move.Color {
				continue
			}
			m, ok := MoveOf(s.Move.Point)
			want := naiveOf(s.Before).moves(s.Move.Color)
			legal := ok && (m != Pass && slices.Contains(want, m.String()) || m == Pass && len(want) == 0)
			if legal != (s.Fault == OK) {
				t.Fatalf("%v: %v: %v", s.Before, m, s.Fault)
			}
		}
	})
}
