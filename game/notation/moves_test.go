package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/position/shogi"
)

// TestEveryMove writes every move that is legal, or breaks one of the rules that
// end games, in each notation, and finds it again by its text alone.
func TestEveryMove(t *testing.T) {
	positions := []string{
		"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
		"R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", // 593 moves
		"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124",
		"+R+N+SGKG+S+N+R/+B+N+SG+LG+S+N+B/P+LPP+LPP+LP/1P2P2P1/9/9/9/9/4k4 b 9P 200",
		"4k4/9/2+P1+P1+P2/3+P1+P3/2+P1+P1+P2/9/1S1S1S3/2S6/1N1N1K3 b GGGG 1",
	}
	random := rand.New(rand.NewPCG(4, 2))
	for _, start := range starts {
		p, err := shogi.ParseSFEN(start)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 150 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayLegal(moves[random.IntN(len(moves))])
			if i%5 == 0 {
				positions = append(positions, p.SFEN())
			}
		}
	}
	n := 0
	for _, sfen := range positions {
		p, err := shogi.ParseSFEN(sfen)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Attempts(nil) {
			for _, f := range []Format{{}, {Width: 40, DropChar: '*'}} {
				western := westernText(p, m, f, false)
				d, ok := parseWestern(strings.TrimSpace(western))
				checkFound(t, p, m, western, d, ok)
				for _, text := range []string{japaneseText(p, m, f), kanjiText(p, m)} {
					d, size, ok := parseJapanese(text + " 76 FU")
					checkFound(t, p, m, text, d, ok && size == len(text))
				}
			}
			n++
		}
	}
	if n < 5_000 {
		t.Errorf("only %d moves", n)
	}
}

func checkFound(t *testing.T, p *shogi.Position, m shogi.Move, text string, d description, ok bool) {
	t.Helper()
	if !ok {
		t.Fatalf("%s: %s is written %q, which cannot be read", p.SFEN(), m, text)
	}
	got, code, fitting := d.resolve(p)
	if want := p.Judge(m) != 0; got != m || (code == IllegalMove) != want {
		t.Fatalf("%s: %s is written %q, which is read as %s (%s, %v)", p.SFEN(), m, text, got, code, fitting)
	}
}

// TestShortTexts reads what people write: as little as is enough.
func TestShortTexts(t *testing.T) {
	for _, test := range []struct{ sfen, notation, text, want string }{
		{shogi.StartSFEN, "W", "P-7f", "7g7f"},
		{shogi.StartSFEN, "W", "p76", "7g7f"},
		{shogi.StartSFEN, "W", "PAWN-7F", "7g7f"},
		{shogi.StartSFEN, "W", "P7g-7f", "7g7f"},
		{shogi.StartSFEN, "W", "P77-76", "7g7f"},
		{shogi.StartSFEN, "W", "G49-58", "4i5h"},
		{shogi.StartSFEN, "W", "G45h", "4i5h"},
		{shogi.StartSFEN, "W", "G4i5h", "4i5h"},
		{shogi.StartSFEN, "W", "HISHA68", "2h6h"},
		{shogi.StartSFEN, "J", "76FU", "7g7f"},
		{shogi.StartSFEN, "J", "7f PAWN", "7g7f"},
		{shogi.StartSFEN, "J", "58 KIN MIGI", "4i5h"},
		{shogi.StartSFEN, "J", "58kinhidari", "6i5h"},
		{shogi.StartSFEN, "J", "☗７六歩", "7g7f"},
		{shogi.StartSFEN, "J", "▲58金右", "4i5h"},
		{"4k4/9/9/9/9/9/9/9/4K4 b RP 1", "W", "R*5e", "R*5e"},
		{"4k4/9/9/9/9/9/9/9/4K4 b RP 1", "W", "P'5e", "P*5e"},
		{"4k4/9/9/9/9/9/9/9/4K4 b RP 1", "J", "55 HI", "R*5e"},
		{"4k4/9/9/9/9/9/9/9/4K4 b RP 1", "J", "55HIUTU", "R*5e"},
		{"4k4/9/9/9/9/9/9/9/4K4 b RP 1", "J", "55 FU*", "P*5e"},
		{"4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "J", "53 GIN NARI", "5d5c+"},
		{"4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "J", "53GIN+", "5d5c+"},
		{"4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "J", "53 GIN FUNARI", "5d5c"},
		{"4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "J", "53 GIN", "5d5c"},
		{"4k4/9/9/4S4/9/9/9/9/4K4 b - 1", "W", "S-5c+", "5d5c+"},
		{"4k4/9/9/4+S4/9/9/9/9/4K4 b - 1", "W", "+S-5c", "5d5c"},
		{"4k4/9/9/4+S4/9/9/9/9/4K4 b - 1", "J", "53 NARIGIN", "5d5c"},
		{"4k4/9/9/4+S4/9/9/9/9/4K4 b - 1", "J", "53 +GIN", "5d5c"},
		{"4k4/9/9/4+S4/9/9/9/9/4K4 b - 1", "J", "５三成銀", "5d5c"},
		{"4k4/9/9/4+S4/9/9/9/9/4K4 b - 1", "J", "５三全", "5d5c"},
		{"4k4/9/9/9/4+R4/9/9/9/4K4 b - 1", "J", "54RYUUE", "5e5d"},
		{"4k4/9/9/9/4+R4/9/9/9/4K4 b - 1", "J", "54 RYUO AGARU", "5e5d"},
		{"4k4/9/9/9/4+B4/9/9/9/4K4 b - 1", "J", "54 RYUMA", "5e5d"},
		{"4k4/9/9/9/4+P4/9/9/9/4K4 b - 1", "J", "54 TOKIN SUGU", "5e5d"},
		{"4k4/9/9/9/4B4/9/9/9/4K4 b B 1", "J", "44KAKUTSU", "B*4d"},
	} {
		p, err := shogi.ParseSFEN(test.sfen)
		if err != nil {
			t.Fatal(err)
		}
		var d description
		ok := false
		if test.notation == "W" {
			d, ok = parseWestern(test.text)
		} else {
			var n int
			d, n, ok = parseJapanese(test.text)
			ok = ok && n == len(test.text)
		}
		if !ok {
			t.Errorf("%q cannot be read", test.text)
			continue
		}
		if got, code, _ := d.resolve(p); got.String() != test.want || code != "" {
			t.Errorf("%q: got %s %s, want %s", test.text, got, code, test.want)
		}
	}
}

func TestMoveText(t *testing.T) {
	p, err := shogi.ParseSFEN("4k4/9/9/4p4/9/9/9/1B5R1/4K4 b P 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ move, western, japanese, kanji string }{
		{"2h2a+", "R-2a+", "21 HI NARI", "☗２一飛成"},
		{"2h2c", "R-2c=", "23 HI NARAZU", "☗２三飛不成"},
		{"P*1b", "P'1b", "12 FU UTSU", "☗１二歩打"},
	} {
		m, err := shogi.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := MoveText(p, m, Western); got != test.western {
			t.Errorf("%s: got %q, want %q", test.move, got, test.western)
		}
		if got := KanjiText(p, m); got != test.kanji {
			t.Errorf("%s: got %q, want %q", test.move, got, test.kanji)
		}
		if got := MoveText(p, m, Japanese); got != test.japanese {
			t.Errorf("%s: got %q, want %q", test.move, got, test.japanese)
		}
	}
}
