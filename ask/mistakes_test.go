package ask

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/internal/testsize"
	"kifudb/position"
)

// A weakness is what a player of generated games does wrong wherever it comes up.
type weakness struct {
	name        string
	stones      []position.Change // before the move, on a board of 19 lines, the player being Black
	wrong, good position.Point
	lost        int // hundredths of a point
	often       int // of 100 games
	whole       bool
}

// weaknesses are those that are planted, the most costly first.
func weaknesses() []weakness {
	b, w := position.Black, position.White
	at := position.At
	return []weakness{
		{"the wrong side of an invasion", []position.Change{{Point: at(3, 3), Color: b}, {Point: at(8, 3), Color: b}, {Point: at(2, 2), Color: w}}, at(3, 2), at(2, 3), 600, 30, false},
		{"a move on the side", []position.Change{{Point: at(9, 2), Color: b}, {Point: at(9, 4), Color: w}, {Point: at(7, 2), Color: w}}, at(10, 3), at(11, 2), 450, 20, false},
		{"an opening", []position.Change{{Point: at(15, 3), Color: b}, {Point: at(3, 3), Color: w}, {Point: at(16, 15), Color: b}, {Point: at(3, 15), Color: w}}, at(9, 9), at(13, 2), 900, 6, true},
	}
}

// A fakeGame is a generated game with what a fake engine says of each move.
type fakeGame struct {
	record strings.Builder
	board  *position.Board
	turn   position.Color
	lead   int // Black's, in hundredths
}

func (g *fakeGame) say(best string) {
	fmt.Fprintf(&g.record, "SBKS[%.2f]", float64(g.lead)/100)
	if best != "" {
		fmt.Fprintf(&g.record, "LZ[Fake 50.0 100\nmove %s visits 9 pv %[1]s]", best)
	}
}

// play makes a move that loses so much; best is what the engine would do next.
func (g *fakeGame) play(p position.Point, lost int, best string) {
	g.board.Play(position.Move{Color: g.turn, Point: p})
	if g.turn == position.Black {
		g.lead -= lost
	} else {
		g.lead += lost
	}
	fmt.Fprintf(&g.record, ";%s[%s]", g.turn.Letter(), p.String())
	g.say(best)
	g.turn = g.turn.Opponent()
}

// fakeRecord makes a game of a player called Me.
func fakeRecord(r *rand.Rand, number, moves int) string {
	size := position.Square(19)
	me := position.Color(1 + r.IntN(2))
	g := &fakeGame{board: position.NewBoard(size), turn: position.Black}
	names := [2]string{"Me", fmt.Sprintf("Rival %d", r.IntN(40))}
	if me == position.White {
		names[0], names[1] = names[1], names[0]
	}
	fmt.Fprintf(&g.record, "(;GM[1]FF[4]SZ[19]PB[%s]PW[%s]DT[2024-01-%02d]EV[Fake %d]", names[0], names[1], 1+number%28, number)
	g.say("")
	turn := position.Symmetry(r.IntN(8))
	var planted *weakness
	n := r.IntN(100)
	for _, w := range weaknesses() {
		if n < w.often {
			planted = &w
			break
		}
		n -= w.often
	}
	var stones []position.Change
	keep := map[position.Point]bool{}
	if planted != nil {
		for _, c := range planted.stones {
			c.Point = turn.Apply(c.Point, size)
			if me == position.White {
				c.Color = c.Color.Opponent()
			}
			stones = append(stones, c)
		}
		for i := range size.Area() {
			p := size.At(i)
			if q := turn.Apply(p, size); !planted.whole && p.X() < 14 && p.Y() < 9 {
				keep[q] = true
			}
		}
		if planted.whole { // White passes if the player is White: the order of moves is that of the stones
			if me == position.White {
				g.turn = position.White
			}
			for _, c := range stones {
				g.turn = c.Color
				g.play(c.Point, 0, size.Name(turn.Apply(planted.good, size)))
			}
			stones = nil
			g.turn = me
		}
	}
	done := planted == nil
	for made := 0; made < moves; made++ {
		at := -1
		for i, c := range stones {
			if c.Color == g.turn {
				at = i
			}
		}
		switch {
		case at >= 0:
			p := stones[at].Point
			stones = append(stones[:at], stones[at+1:]...)
			best := ""
			if len(stones) == 0 {
				best = size.Name(turn.Apply(planted.good, size))
			}
			g.play(p, r.IntN(30), best)
		case !done && len(stones) == 0 && g.turn == me:
			done = true
			keep = nil
			g.play(turn.Apply(planted.wrong, size), planted.lost+r.IntN(100)-50, "")
		default:
			for range 200 {
				p := size.At(r.IntN(size.Area()))
				if keep[p] || g.board.At(p) != position.Empty || g.board.Legal(position.Move{Color: g.turn, Point: p}) != nil {
					continue
				}
				lost, best := r.IntN(150), ""
				if r.IntN(10) == 0 {
					lost = 200 + r.IntN(600)
				}
				if !done && len(stones) == 0 {
					best = size.Name(turn.Apply(planted.good, size))
				}
				g.play(p, lost, best)
				break
			}
		}
	}
	return g.record.String() + ")"
}

// fakeGames returns records of games with planted weaknesses.
func fakeGames(seed uint64, games, moves int) (records []string) {
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range games {
		records = append(records, fakeRecord(r, i, moves))
	}
	return records
}

// Planted weaknesses come out first, in the order of what they lost, with what was played and what
// would have been right, in all corners and colors.
func TestMistakesArePlanted(t *testing.T) {
	games := testsize.Of(600, 200)
	v := archivetest.Of(t, fakeGames(7, games, 40)...)
	for _, sort := range []string{"loss", "count"} {
		found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, "player:me")}, &MistakesOptions{Min: 2, Sort: sort, Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		if found.Evaluated != games || found.Games != games || found.Unit != "points" || found.From != 2 || found.Of != "player" || len(found.Patterns) != 3 || found.Found <= 3 {
			t.Fatalf("%+v", found)
		}
		for i, w := range weaknesses() {
			p := found.Patterns[i]
			region := []string{"corner", "side", "board"}[i]
			if p.Region != region || p.ToPlay != "B" || len(p.Played) != 1 || p.Played[0].Moves != p.Moves || p.Games != p.Moves {
				t.Errorf("%s: %+v", w.name, p)
			}
			if share := 100 * p.Games / games; share < w.often*2/3 || share > w.often*3/2 {
				t.Errorf("%s: in %d of %d games, planted in %d %%", w.name, p.Games, games, w.often)
			}
			if p.Met < p.Moves || p.Met > p.Moves+5 || p.MetGames > p.Met || p.Rate == nil || p.Rate.Value < 0.9 {
				t.Errorf("%s: met %d times in %d games, %+v", w.name, p.Met, p.MetGames, p.Rate)
			}
			if lost := float64(w.lost) / 100; p.Low == nil || *p.Low > lost || *p.High < lost || *p.High-*p.Low > 1 {
				t.Errorf("%s: mean %v, %v to %v, planted %v", w.name, p.Mean, *p.Low, *p.High, lost)
			}
			if p.RightOf != min(p.Moves, 100) || len(p.Right) != 1 || p.Right[0].Moves != p.RightOf || p.Elsewhere != 0 {
				t.Errorf("%s: right is %+v of %d", w.name, p.Right, p.RightOf)
			}
			for what, moves := range map[string][2]position.Point{"played": {p.Played[0].Played.Point, w.wrong}, "right": {p.Right[0].Played.Point, w.good}} {
				if !patternHas(&p, w, moves[0], moves[1]) {
					t.Errorf("%s: %s %v is not planted", w.name, what, moves[0])
				}
			}
			for k, place := range p.Places {
				if place.Player != "Me" || k > 0 && place.Lost > p.Places[k-1].Lost {
					t.Errorf("%s: %+v", w.name, place)
				}
			}
			// The query of the pattern finds the games.
			page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, p.Search), Records: true})
			if err != nil || page.Total < p.Games {
				t.Errorf("%s: %s finds %d games, want %d (%v)", w.name, p.Search, page.Total, p.Games, err)
			}
		}
	}
	// Rivals have no weaknesses: what they lost is by chance.
	found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, "opponent:me")}, &MistakesOptions{Min: games / 10})
	if err != nil || found.Found != 0 || found.Moves == 0 {
		t.Errorf("%+v (%v)", found, err)
	}
	// Paging goes through the same list.
	all, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{}, &MistakesOptions{Min: 2})
	if err != nil || all.Of != "both" || all.Found != len(all.Patterns) {
		t.Fatal(all, err)
	}
	page, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{}, &MistakesOptions{Min: 2, Offset: 2, Limit: 2})
	if err != nil || page.Found != all.Found || len(page.Patterns) != 2 || page.Patterns[1].Search != all.Patterns[3].Search {
		t.Error(page, err)
	}
}

// patternHas reports whether a point of a pattern is, turned in some way, one of a weakness.
func patternHas(p *MistakePattern, w weakness, point, planted position.Point) bool {
	size := position.Square(19)
	anchor := position.At(0, 0)
	at := func(q position.Point) position.Color {
		if p.Asked.Pattern == nil {
			return p.Asked.Goban().At(q)
		}
		x, y := q.X()-anchor.X(), q.Y()-anchor.Y()
		if x < 0 || y < 0 {
			return position.Empty
		}
		switch p.Asked.Pattern.At(position.At(x, y)) {
		case position.OnlyBlack:
			return position.Black
		case position.OnlyWhite:
			return position.White
		}
		return position.Empty
	}
	for s := range position.Symmetry(8) {
		for x := range 11 {
			if anchor = position.At(x, 0); p.Asked.Pattern == nil {
				anchor = position.At(0, 0)
			}
			if slices.ContainsFunc(w.stones, func(c position.Change) bool { return at(s.Apply(c.Point, size)) != c.Color }) {
				continue
			}
			q := s.Apply(planted, size)
			if q == position.At(anchor.X()+point.X(), anchor.Y()+point.Y()) {
				return true
			}
		}
	}
	return false
}

// Points and percent are never added, games of several kinds neither, and the answer says what it
// leaves out.
func TestMistakesUnits(t *testing.T) {
	lz := func(chance string) string { return "LZ[x " + chance + " 1\nmove A9]" }
	v := archivetest.Of(t,
		`(;GM[1]SZ[9]PB[Ito]PW[Kim]SBKS[0];B[cc]SBKS[-9];W[gg]SBKS[-9];B[cg]SBKS[-12])`,
		`(;GM[1]SZ[9]PB[Kim]PW[Ito]SBKS[0]SBKV[50];B[cc]SBKS[-8]SBKV[10];W[gg]SBKS[-8]SBKV[10];B[cg]SBKS[-8]SBKV[10])`,
		`(;GM[1]SZ[9]PB[Lee]PW[Ito]`+lz("50")+`;B[cc]`+lz("20")+`;W[gg]`+lz("80")+`)`,
		`(;GM[1]SZ[9]PB[Lee]PW[Ito];B[cc];W[gg])`,
		`(;GM[2]SZ[8]PB[Lee]PW[Ito]SBKS[0];B[d3]SBKS[-30];W[c3]SBKS[-30])`)
	ask := func(q string, o MistakesOptions) *Mistakes {
		t.Helper()
		o.Min = max(o.Min, 1)
		found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, q), Records: true}, &o)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, test := range []struct {
		query, from, want, notice string
	}{
		{"", "", "points 2 of 5, 3 mistakes 20", "mistakes: evaluated 2 of 5 games; nothing is known of the others; 1 more has only percent"},
		{"", "1%", "percent 2 of 5, 2 mistakes 70", "mistakes: evaluated 2 of 5 games; nothing is known of the others; 1 more has only points"},
		{"game:go player:Kim", "", "points 2 of 2, 1 mistakes 8", ""},
		{"game:go player:Lee", "", "percent 1 of 2, 1 mistakes 30", "mistakes: evaluated 1 of 2 games; nothing is known of the others"},
		{"game:othello", "", "points 1 of 1, 1 mistakes 30", ""},
		{"player:nobody", "", "points 0 of 0, 0 mistakes 0", "mistakes: no record has evaluations of an engine before and after a move"},
	} {
		found := ask(test.query, MistakesOptions{From: test.from})
		if got := fmt.Sprintf("%s %d of %d, %d mistakes %v", found.Unit, found.Evaluated, found.Games, found.Mistakes, found.ByThem); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
		if (len(found.Notices) > 0) != (test.notice != "") || test.notice != "" && !strings.HasPrefix(found.Notices[0].Text, test.notice) {
			t.Errorf("%s: %v, want %s", test.query, found.Notices, test.notice)
		}
	}
	if found := ask("", MistakesOptions{}); !strings.Contains(found.Notices[0].Text, "left out: 1 game of othello") {
		t.Errorf("%v", found.Notices)
	}
	for _, from := range []string{"much", "0", "-1", "NaN", "1e9", "%"} {
		if _, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{}, &MistakesOptions{From: from, Min: 1}); err == nil {
			t.Errorf("--from %s is a loss", from)
		}
	}
	if _, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{}, &MistakesOptions{Min: 1, Sort: "name"}); err == nil {
		t.Error("an unknown order is taken")
	}
}

// A board in the query chooses games: mistakes are looked for in all of each game.
func TestMistakesBesideBoards(t *testing.T) {
	v := archivetest.Of(t,
		`(;GM[1]SZ[9]PB[Ito]PW[Kim]SBKS[0];B[cc]SBKS[0];W[gg]SBKS[9];B[cg]SBKS[9];W[gc]SBKS[15])`,
		`(;GM[1]SZ[9]PB[Kim]PW[Ito]SBKS[0];B[cd]SBKS[-9])`)
	found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, `player:Kim pos:"SZ[9]AB[cc]"`), Records: true}, &MistakesOptions{Min: 1})
	if err != nil || found.Mistakes != 2 || found.Games != 1 {
		t.Errorf("%+v (%v)", found, err)
	}
}

// Records that are larger than any game, on the largest board, and of games without rules are answered.
func TestMistakesOfHostileRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var long strings.Builder
	long.WriteString("(;GM[1]SZ[52]PB[Me]PW[You]SBKS[0]")
	for i := range testsize.Of(100_000, 5_000) {
		fmt.Fprintf(&long, ";%s[%v]SBKS[%d]", "BW"[i%2:i%2+1], position.At(r.IntN(52), r.IntN(52)), r.IntN(20)-10)
	}
	long.WriteString(")")
	v := archivetest.Of(t, long.String(),
		`(;GM[1]SZ[52]PB[Me]PW[You]SBKS[0];B[ZZ]SBKS[-9];W[tt]SBKS[9];B[]SBKS[-9];W[aa]SBKS[9];B[aa]SBKS[-9])`,
		`(;GM[6]PB[Me]PW[You]SBKS[0];B[65]SBKS[-9];W[66]SBKS[9])`,
		`(;GM[11]SZ[11]PB[Me]PW[You]SBKS[0];B[a1]SBKS[-9];W[swap-pieces]SBKS[9];B[c3]SBKS[-9])`,
		`(;GM[1]SZ[1]PB[Me]PW[You]SBKS[0];B[aa]SBKS[-9];W[]SBKS[9])`,
		`(;GM[1]SZ[1:5]PB[Me]PW[You]SBKS[0];B[aa]SBKS[-9];W[ac]SBKS[9])`)
	for _, q := range []string{"", "game:go", "game:hex", "game:backgammon", "player:Me"} {
		found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, q), Records: true}, &MistakesOptions{Min: 1, Limit: 50})
		if err != nil || found.Mistakes == 0 {
			t.Errorf("%s: %+v (%v)", q, found, err)
		}
	}
}

// What others played is that of the strongest players who had the position often enough.
func TestMistakesOthers(t *testing.T) {
	mistake := `(;GM[1]SZ[9]PB[Me]PW[You]SBKS[0];B[cc]SBKS[0];W[gg]SBKS[0];B[dd]SBKS[-9])`
	records := []string{mistake}
	game := func(n int, ranks, move string) {
		for i := range n {
			records = append(records, fmt.Sprintf(`(;GM[1]SZ[9]PB[A%d]PW[B]%s;B[cc];W[gg];B[%s];W[a%c])`, i, ranks, move, 'a'+i))
		}
	}
	strong, dan := "BR[5p]WR[9p]", "BR[7d]WR[6d]"
	others := func() *MistakeOthers {
		t.Helper()
		found, err := Of(archivetest.Of(t, records...).Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, "player:me"), Records: true}, &MistakesOptions{Min: 1})
		if err != nil || len(found.Patterns) != 1 || found.Patterns[0].Others == nil {
			t.Fatal(found, err)
		}
		return found.Patterns[0].Others
	}
	game(3, "BR[20k]WR[9p]", "ee")
	if o := others(); o.Who != "" || o.Games != 4 || len(o.Moves) != 2 || o.Moves[0].Name != "E5" || o.Moves[0].Games != 3 {
		t.Errorf("%+v", o)
	}
	game(5, dan, "cg")
	if o := others(); o.Who != "blackrank:>=6d whiterank:>=6d" || o.Games != 5 || len(o.Moves) != 1 || o.Moves[0].Share.Value != 1 {
		t.Errorf("%+v", o)
	}
	game(4, strong, "gc")
	if o := others(); o.Who != "blackrank:>=6d whiterank:>=6d" || o.Games != 9 || o.Moves[0].Games != 9 { // by symmetry the same move
		t.Errorf("%+v", o)
	}
	game(1, strong, "ee")
	if o := others(); o.Who != "blackrank:>=1p whiterank:>=1p" || o.Games != 5 || len(o.Moves) != 2 || o.Moves[0].Games != 4 {
		t.Errorf("%+v", o)
	}
}

// Of games of pieces whole positions count, as they lie, in percent, and make problems with FEN.
func TestMistakesOfChess(t *testing.T) {
	game := func(rival, reply string) string {
		return "[White \"Me\"]\n[Black \"" + rival + "\"]\n[Result \"*\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Qh5 { [%eval -2.0] } " + reply + " { [%eval -2.0] } *\n"
	}
	v := archivetest.OfFiles(t, game("Ann", "Nc6"), game("Bob", "Nf6"))
	found, err := Of(v.Views).Mistakes(t.Context(), &archive.Search{Query: archivetest.Query(t, "player:me")}, &MistakesOptions{Min: 2})
	if err != nil || found.Unit != "percent" || found.Kind != "chess" || len(found.Patterns) != 1 {
		t.Fatalf("%+v (%v)", found, err)
	}
	p := found.Patterns[0]
	if p.Region != "board" || p.ToPlay != "W" || p.Moves != 2 || p.Met != 2 || len(p.Played) != 1 || p.Played[0].Name != "Qh5" {
		t.Errorf("%+v", p)
	}
	var b strings.Builder
	if err := found.WriteSGF(&b); err != nil || !strings.Contains(b.String(), "GN[1. board]") || !strings.Contains(b.String(), "FEN[rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq") || !strings.Contains(b.String(), "W[d1h5]BM[1]") {
		t.Errorf("%s (%v)", b.String(), err)
	}
}
