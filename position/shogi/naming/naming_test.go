package naming_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position/shogi"
	"kifudb/position/shogi/naming"
)

// named replays moves in USI and returns what the game was named: "black 四間飛車".
func named(t *testing.T, start *shogi.Position, moves string) (openings, castles []string) {
	t.Helper()
	p, n := start, naming.New(start)
	for _, word := range strings.Fields(moves) {
		m, err := shogi.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		before := p.Clone()
		if fault := p.Play(m); fault != 0 {
			t.Fatalf("%s: %s", word, fault)
		}
		n.Move(m, before, p)
	}
	list := func(names []naming.Name) (texts []string) {
		for _, name := range names {
			texts = append(texts, strings.TrimSpace(map[shogi.Color]string{shogi.Black: "☗", shogi.White: "☖"}[name.Side]+name.Title.Japanese))
		}
		return texts
	}
	return list(n.Openings()), list(n.Castles())
}

// mino is how Black builds it, with moves of White between that do not matter.
const mino = " 5i4h 8d8e 4h3h 7a6b 3h2h 5a4b 3i3h 4b3b 6i5h 5c5d"

func TestOpenings(t *testing.T) {
	for moves, want := range map[string]string{
		"":                              "",
		"7g7f 3c3d 6g6f 8c8d 2h6h 8d8e": "☗四間飛車", // and what White's rook will do nobody knows
		"7g7f 3c3d 6g6f 8c8d 2h6h":      "☗四間飛車", // it ends before the rook has settled
		"7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b":                                "☖四間飛車 対抗形 ☗居飛車",
		"7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 4i5h 5d5e 5i6h 5a6b 6h7h 6b7b":                                "☖ゴキゲン中飛車 対抗形 ☗居飛車",
		"7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h 5a4b 4h3h 4b3b 3h2h 7a6b":                                "☗早石田 対抗形 ☖居飛車",
		"7g7f 3c3d 6g6f 3d3e 2h6h 8b3b":                                                              "☗四間飛車 ☖早石田 相振り飛車",
		"2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 7a7b":                                "相掛かり",
		"7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d":                 "横歩取り",
		"7g7f 8c8d 2g2f 4a3b 6i7h 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 7a7b 4g4f 6c6d 3h4g 7b6c": "角換わり",
		"7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b 2f2e 2b3c 3i4h 8c8d 4g4f 7a6b":                               "一手損角換わり",
		"7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c":  "矢倉",
		"8g8f 3c3d": "☗角頭歩",
		"7g7f 4c4d": "☖パックマン",
		"2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b P*2c 7a6b 2c2b+ 3a2b": "相掛かり", // the pawn that takes back is no pawn on the bishop's head
	} {
		openings, _ := named(t, shogi.New(), moves)
		if got := strings.Join(openings, " "); got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
	}
}

// What comes up too late is another opening, or none: moves that do nothing, two
// of each side, come before it so often.
func TestLateOpenings(t *testing.T) {
	const whole, half = " 4i4h 6a6b 4h4i 6b6a", " 1g1f 9c9d"
	for _, test := range []struct {
		before, after string
		names         map[float64]string // by how often
	}{
		{"7g7f 3c3d 7f7e 8c8d", "2h7h", map[float64]string{ // the rook goes at the moves 5, 9, 11, 39 and 41
			0: "☗早石田", 1: "☗早石田", 1.5: "☗石田流", 8.5: "☗石田流 対抗形 ☖居飛車", 9: "相居飛車",
		}},
		{"", "8g8f 3c3d", map[float64]string{0: "☗角頭歩", 1: "☗角頭歩", 1.5: "", 9: ""}}, // 1, 5, 7
		{"7g7f 3c3d 2g2f 8c8d", "8h2b+ 3a2b 6i7h 4a3b 3i4h 7a6b 4g4f 6c6d", map[float64]string{ // bishops are exchanged at the moves 6, 34, 36 and 38
			3: "角換わり", 7: "角換わり", 7.5: "角換わり", 8: "相居飛車",
		}},
		{"7g7f 3c3d", "2g2f 2b8h+ 7i8h 3a2b 2f2e 2b3c 3i4h 8c8d 4g4f 7a6b", map[float64]string{ // White loses the move by the moves 4, 12 and 14
			0: "一手損角換わり", 2: "一手損角換わり", 2.5: "角換わり",
		}},
	} {
		for times, want := range test.names {
			moves := strings.Repeat(whole, int(times))
			if times != float64(int(times)) {
				moves += half
			}
			openings, _ := named(t, shogi.New(), test.before+moves+" "+test.after)
			if got := strings.Join(openings, " "); got != want {
				t.Errorf("%s,%s, %s: %s, want %s", test.before, moves, test.after, got, want)
			}
		}
	}
}

func TestCastles(t *testing.T) {
	for moves, want := range map[string]string{
		"7g7f 3c3d 6g6f 8c8d 2h6h 6a5b" + mino:                                   "☗美濃囲い ☖舟囲い", // and not kata mino, which it was on the way
		"7g7f 3c3d 6g6f 8c8d 2h6h 6a5b" + strings.TrimSuffix(mino, " 6i5h 5c5d"): "☗片美濃囲い ☖舟囲い",
		"7g7f 3c3d 2g2f 4c4d 4i5h 8b4b 5g5f 5a6b 5i6h 6b7b 6h7h 7b8b 9g9f 7a7b":  "☗舟囲い ☖片美濃囲い",
	} {
		_, castles := named(t, shogi.New(), moves)
		if got := strings.Join(castles, " "); got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
	}
}

// In a game at odds castles count and openings do not; problems have neither.
func TestStarts(t *testing.T) {
	odds, _ := shogi.NewHandicap(shogi.TwoPieces)
	openings, castles := named(t, odds, "5a6b 7g7f 6b7b 6g6f 7b8b 2h6h 7a7b")
	if len(openings) > 0 || !slices.Equal(castles, []string{"☖片美濃囲い"}) {
		t.Errorf("at odds: %v, %v", openings, castles)
	}
	problem, err := shogi.ParseSFEN("4k4/9/9/9/9/9/9/1R3KS2/5G3 b - 1")
	if err != nil {
		t.Fatal(err)
	}
	if openings, castles := named(t, problem, "4h3g 5a5b 3g2h"); len(openings)+len(castles) > 0 {
		t.Errorf("of a problem: %v, %v", openings, castles)
	}
}

// White's names are Black's in the game turned round, with a move of Black's before it
// that changes nothing.
func TestTurned(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 3))
	checked := 0
	for range 300 {
		p := shogi.New()
		turned := shogi.New()
		turned.SetToPlay(shogi.White)
		n, m := naming.New(shogi.New()), naming.New(shogi.New())
		for range 80 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			move := moves[random.IntN(len(moves))]
			before, after := p.Clone(), p
			p.Play(move)
			n.Move(move, before, after)
			other := shogi.Symmetry(2).Move(move)
			m.Move(other, before.Image(2), after.Image(2))
		}
		castles, opposite := n.Castles(), m.Castles()
		for i := range opposite {
			opposite[i].Side = opposite[i].Side.Opponent()
		}
		if len(castles) != len(opposite) {
			t.Fatalf("%v, turned round %v", castles, opposite)
		}
		for _, c := range castles {
			checked++
			if !slices.Contains(opposite, c) {
				t.Errorf("%v is not in the game turned round: %v", c, opposite)
			}
		}
	}
	if checked == 0 {
		t.Error("no random game has a castle")
	}
}

// Every castle of the table is found on a board that holds nothing but its men, whoever
// has them, and no spelling stands for two names.
func TestTitles(t *testing.T) {
	for kind, titles := range map[string][]*naming.Title{"castles": naming.Castles, "openings": naming.Openings, "handicaps": naming.Handicaps} {
		seen := map[string]string{}
		for _, title := range titles {
			for _, s := range title.Spellings() {
				s = strings.ToLower(s)
				if other := seen[s]; other != "" && other != title.Japanese {
					t.Errorf("%s: %q is %s and %s", kind, s, other, title.Japanese)
				}
				seen[s] = title.Japanese
			}
		}
		if kind == "handicaps" {
			for digits, japanese := range map[string]string{"２枚落ち": "二枚落ち", "3p": "三枚落ち", "８枚落ち": "八枚落ち", "７枚落ち": "", "5p left": "左五枚落ち", "five pieces": "五枚落ち", "５枚落ち": "五枚落ち"} {
				if seen[digits] != japanese {
					t.Errorf("%s is %q, want %q", digits, seen[digits], japanese)
				}
			}
		}
		if len(seen) < 30 {
			t.Errorf("%d %s", len(seen), kind)
		}
	}
}

func TestHandicaps(t *testing.T) {
	for sfen, want := range map[string]string{
		"lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": "香落ち L 1",
		"1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1": "右香落ち L right 1",
		"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1":     "二枚落ち 2P 2",
		"lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1":     "三枚落ち 3P 3",
		"2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1":       "六枚落ち 6P 6",
		"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1":     " 0", // White gives, and moves first
		"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": " 0",
	} {
		p, err := shogi.ParseSFEN(sfen)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if title := naming.New(p).Handicap(); title != nil {
			got = title.String()
		}
		if got = fmt.Sprint(got, " ", naming.Given(p)); got != want {
			t.Errorf("%s: %q, want %q", sfen, got, want)
		}
	}
}

func TestEndings(t *testing.T) {
	const back = " 2h3h 8b7b 3h2h 7b8b"
	for _, test := range []struct{ start, moves, want string }{
		{"", "7g7f 3c3d", ""},
		{"", strings.Repeat(back, 3), "千日手"},
		{"", strings.Repeat(back, 2), ""},
		{"", strings.Repeat(back, 3) + " 7g7f", ""}, // it went on
		// A rook checks a king that goes to and fro: whoever checks has lost.
		{"3k5/9/9/9/9/9/9/9/K6R1 b - 1", "2i6i 6a5a" + strings.Repeat(" 6i5i 5a6a 5i6i 6a5a", 3), "☗連続王手の千日手"},
		{"4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "☗詰み"},
		{"4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "詰将棋"},
		{"4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*4b", "不詰"},
		{"4k4/9/4P4/9/9/9/9/9/9 b 2G 1", "G*9i 5a6a G*6b", "不詰"}, // a quiet move, and no mate
		// Whatever White drops between, the rook takes it, and that is mate again.
		{"8k/6S2/8G/9/9/9/9/9/9 b R 1", "R*9a", "詰将棋"}, // nothing to drop
		{"8k/6S2/8G/9/9/9/9/9/9 b Rrb2g3s4n4l17p 1", "R*9a", "詰将棋"},
		{"8k/9/8G/9/9/9/9/9/9 b Rrbg 1", "R*9a", "不詰"},   // the king takes the rook on 2a
		{"8k/4g1S2/8G/9/9/9/9/9/9 b R 1", "R*9a", "不詰"},  // a man that moves between
		{"8k/6S2/9/9/9/9/9/9/9 b Rrbg 1", "R*9a", "不詰"},  // the king goes to 1b
		{"8k/6S2/8G/9/9/9/9/9/9 b Rrbg 1", "1c1d", "不詰"}, // no check
		{"8k/6S2/8G/9/9/9/9/9/4K4 b Rrbg 1", "R*9a", ""}, // a game goes on
		// White's move; then Black is to move, with ten men in the camp: 2 rooks, 2 bishops
		// and 6 others there are 26 points, and 2 in hand make 28; or 31 with 5.
		{"4K4/RRBB+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w 2P 1", "5e5f", "☗入玉☗入玉宣言 27点法"},
		{"4K4/RRBB+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w P 1", "5e5f", "☗入玉"},
		{"4K4/RRBB+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w 5P 1", "5e5f", "☗入玉☗入玉宣言 27点法☗入玉宣言 24点法"},
		{"4K4/RRBB+P+P+P+P1/+P8/9/4k4/9/9/9/9 w 9P 1", "5e5f", "☗入玉"},  // nine men
		{"4K4/RRBB+P+P+P+P+P/+P8/9/4k4/9/9/9/9 b 9P 1", "5a6a", "☗入玉"}, // not its turn
		{"K8/9/9/9/9/9/9/9/k3r4 w - 1", "5i5h", "☗入玉☖入玉"},
		{"9/K8/9/9/9/9/9/9/k3r4 w - 1", "5i5h", "☗入玉☖入玉"},
		{"9/9/9/9/K8/9/9/9/k3r4 w - 1", "5i5h", "☖入玉"},
		// What is in hand has the same worth: a rook's is five.
		{"4K4/RBB+P+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w RP 1", "5e5f", "☗入玉☗入玉宣言 27点法"},
		{"4K4/RBB+P+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w R 1", "5e5f", "☗入玉"},
		{"4K4/RRB+P+P+P+P+P+P/+P8/9/4k4/9/9/9/9 w BP 1", "5e5f", "☗入玉☗入玉宣言 27点法"},
		// White needs a point less, as White moves second.
		{"9/9/9/9/4K4/9/8+p/+p+p+p+p+pbbrr/4k4 b p 1", "5e5d", "☖入玉☖入玉宣言 27点法"},
		{"9/9/9/9/4K4/9/8+p/+p+p+p+p+pbbrr/4k4 b - 1", "5e5d", "☖入玉"},
		{"9/9/9/9/4K4/9/8+p/+p+p+p+p+pbbrr/4k4 b 4p 1", "5e5d", "☖入玉☖入玉宣言 27点法"},
		{"9/9/9/9/4K4/9/8+p/+p+p+p+p+pbbrr/4k4 b 5p 1", "5e5d", "☖入玉☖入玉宣言 27点法☖入玉宣言 24点法"},
	} {
		start := shogi.New()
		if test.start != "" {
			var err error
			if start, err = shogi.ParseSFEN(test.start); err != nil {
				t.Fatal(err)
			}
		}
		n, p := naming.New(start), start.Clone()
		for _, word := range strings.Fields(test.moves) {
			m, err := shogi.ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			before := p.Clone()
			if f := p.Play(m); !f.Possible() {
				t.Fatalf("%s: %s", word, f)
			}
			n.Move(m, before, p)
		}
		got := ""
		for _, name := range n.Endings() {
			got += map[shogi.Color]string{shogi.Black: "☗", shogi.White: "☖"}[name.Side] + name.Title.Japanese
		}
		if got != test.want {
			t.Errorf("%s %s: %s, want %s", test.start, test.moves, got, test.want)
		}
	}
}
