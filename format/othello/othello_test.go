package othello_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	othelloformat "kifudb/format/othello"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/store"
)

// randomGame plays a game to its end, or some moves of it.
func randomGame(seed uint64, most int) (moves []position.Move, end *othello.Position) {
	rng := rand.New(rand.NewPCG(seed, 2))
	p := othello.New(othello.Usual)
	for !p.Over() && len(moves) < most {
		legal := p.Moves(p.ToPlay(), nil)
		m := position.Move{Color: p.ToPlay(), Point: legal[rng.IntN(len(legal))]}
		p.Play(m)
		moves = append(moves, m)
	}
	return moves, p
}

// heading makes one of WTHOR's files.
func heading(records, year int) []byte {
	b := []byte{20, 26, 2, 18, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 24, 0}
	binary.LittleEndian.PutUint32(b[4:], uint32(records))
	binary.LittleEndian.PutUint16(b[10:], uint16(year))
	return b
}

func table(size int, names ...string) []byte {
	b := heading(len(names), 0)
	for _, name := range names {
		b = append(b, append([]byte(name), make([]byte, size-len(name))...)...)
	}
	return b
}

// wthorFile makes a file of random games between the players 1 and 2.
func wthorFile(games int) []byte {
	b := heading(games, 1999)
	for i := range games {
		moves, end := randomGame(uint64(i), 100)
		g := make([]byte, 68)
		g[0], g[2], g[4], g[7] = 1, 1, 2, 40
		g[6] = byte((64 + end.Margin()) / 2)
		for j, m := range moves {
			g[8+j] = byte(10*(m.Point.Y()+1) + m.Point.X() + 1)
		}
		b = append(b, g...)
	}
	return b
}

func formatNamed(t testing.TB, name string) *format.Format {
	t.Helper()
	f := indexer.Formats().Named(name)
	if f == nil || !f.Read() {
		t.Fatalf("%s is not read", name)
	}
	return f
}

// games cuts a file and derives its games.
func games(t testing.TB, name string, file []byte, beside ...store.Companion) (list []*store.Game, err error) {
	t.Helper()
	f := formatNamed(t, name)
	open := func() *format.File {
		return &format.File{Head: format.NewHead(file, int64(len(file))), R: bufio.NewReader(bytes.NewReader(file)), Beside: beside, Most: 1 << 20}
	}
	s := f.Split(open())
	var all []byte
	for s.Scan() {
		p := s.Piece()
		raw := slices.Concat(p.Lead, p.Game)
		all = append(all, raw...)
		if len(p.Game) == 0 {
			continue
		}
		r := store.Record{Raw: raw, Tree: [2]int{len(p.Lead), len(raw)}, Charset: store.Charset{Name: "utf-8"}, Companions: slices.Clone(p.Companions)}
		if !f.ByBytes {
			r.Format = name
		}
		g, err := indexer.Derive(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	want := file
	if f.ByBytes { // a text, whose pieces are in UTF-8 if the file is in UTF-16
		r, _ := open().Text()
		if want, err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	if s.Err() == nil && !bytes.Equal(all, want) {
		t.Fatalf("%s: the pieces have %d bytes, the file %d", name, len(all), len(want))
	}
	return list, s.Err()
}

func info(g *store.Game, ident string) string {
	var texts []string
	for _, v := range g.Info {
		if v.Ident == ident {
			texts = append(texts, v.Text)
		}
	}
	return strings.Join(texts, "|")
}

func TestWTHOR(t *testing.T) {
	players, events := table(20, "???", "Zo\xeb", "Bj\xf6rn"), table(26, "Divers", "Tournoi d'\xe9t\xe9")
	beside := []store.Companion{{Name: "WTH.JOU", Data: players}, {Name: "wth.trn", Data: events}}
	list, err := games(t, "wthor", wthorFile(20), beside...)
	if err != nil || len(list) != 20 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	for i, g := range list {
		moves, end := randomGame(uint64(i), 100)
		if int(g.Facts.Moves) != len(moves) || len(g.Keys) != len(moves)+1 || g.Keys[len(moves)] != end.Canonical() {
			t.Fatalf("game %d: %d moves, want %d and their positions", i, g.Facts.Moves, len(moves))
		}
		if info(g, "PB") != "Zoë" || info(g, "PW") != "Björn" || info(g, "EV") != "Tournoi d'été" || info(g, "DT") != "1999" || info(g, "problem") != "" {
			t.Fatalf("game %d: %v", i, g.Info)
		}
		if info(g, othelloformat.IdentTheory) != "40" || info(g, othelloformat.IdentDepth) != "24" || int(g.Facts.Margin) != 100*max(end.Margin(), -end.Margin()) {
			t.Fatalf("game %d: %v", i, g.Info)
		}
	}
	// The count of a table may stand at another place.
	binary.LittleEndian.PutUint16(players[8:], 3)
	binary.LittleEndian.PutUint32(players[4:], 0)
	if list, _ := games(t, "wthor", wthorFile(1), beside...); info(list[0], "PW") != "Björn" {
		t.Errorf("the player is %s", info(list[0], "PW"))
	}
	// Without tables.
	if list, _ := games(t, "wthor", wthorFile(1)); info(list[0], "PW") != "WTHOR player 2" || info(list[0], "problem") != "missing-name" {
		t.Errorf("without tables: %v", list[0].Info)
	}
	// A result that is not that of the board, and an illegal move.
	file := wthorFile(2)
	file[16+6]++
	file[16+68+8+3] = 11
	list, _ = games(t, "wthor", file, beside...)
	if info(list[0], "problem") != "other-result" || info(list[1], "problem") != "illegal-move" {
		t.Errorf("problems %q and %q", info(list[0], "problem"), info(list[1], "problem"))
	}
	// Cut off.
	if list, err := games(t, "wthor", wthorFile(3)[:16+2*68+30], beside...); len(list) != 2 || err == nil || !strings.Contains(err.Error(), "promises 1 more") {
		t.Errorf("cut off: %d games, %v", len(list), err)
	}
	for _, name := range []string{"wthor", "wthor-table"} {
		if f := indexer.Formats().Named(name); !f.Binary {
			t.Errorf("%s is text", name)
		}
	}
}

const ggfText = `2 (;GM[Othello]PC[GGS/os]DT[2001.02.03_13:24:03.MST]PB[ann]PW[ben]RB[1700.5]RW[1650]TI[05:00//02:00]TY[8]RE[+2.000:r]
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[d3/1.50/10.2]W[c5//2]B[F6/-0.25];)(;GM[othello]PB[ben]PW[ann]DT[945277754]RE[-127.000]TY[4]BO[4 ---- -O*- -*O- ---- O]W[a2]B[pass]W[zz]KB[a1/3];)
`

func TestGGF(t *testing.T) {
	list, err := games(t, "ggf", []byte(ggfText))
	if err != nil || len(list) != 2 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	first, second := list[0], list[1]
	for ident, want := range map[string]string{
		"PC": "GGS/os", "DT": "2001-02-03", "STARTTIME": "13:24:03 MST", "PB": "ann", "PW": "ben", "BR": "1700.5", "WR": "1650", "TM": "05:00//02:00", "RE": "B+R", "problem": "",
	} {
		if got := info(first, ident); got != want {
			t.Errorf("%s is %q, want %q", ident, got, want)
		}
	}
	var comments []string
	for _, c := range first.Comments {
		comments = append(comments, fmt.Sprint(c.Node, " ", c.Text))
	}
	if got := strings.Join(comments, "; "); got != "1 evaluation 1.50, time 10.2; 2 time 2; 3 evaluation -0.25" || first.Facts.Moves != 3 {
		t.Errorf("%d moves, comments %s", first.Facts.Moves, got)
	}
	if second.Facts.Size != position.Square(4) || info(second, "DT") != "1999-12-15" || info(second, "RE") != "-127.000" {
		t.Errorf("the second game is %v on %v", second.Info, second.Facts.Size)
	}
	if got := info(second, "problem"); !strings.Contains(got, "bad-move") {
		t.Errorf("problems %q", got)
	}
	for _, test := range []struct{ text, err string }{
		{"(;GM[Othello]BO[8 ", "line 1: the game is cut off"},
		{"\n(;GM[Othello]PB[a" + strings.Repeat("x", 2<<20) + "];)", "line 2: more than"},
	} {
		if list, err := games(t, "ggf", []byte(test.text)); len(list) != 0 || err == nil || !strings.Contains(err.Error(), test.err) {
			t.Errorf("%.20q: %d games, %v", test.text, len(list), err)
		}
	}
	bad, _ := games(t, "ggf", []byte("(;GM[Othello]BO[8 xx *]B[d3];)"))
	if info(bad[0], "problem") != "bad-start" || len(bad[0].Keys) > 0 {
		t.Errorf("a bad board: %v", bad[0].Info)
	}
}

// write writes a game in a format and reads it again.
func write(t testing.TB, g *store.Game, name string) (again *store.Game, text string, losses []string) {
	t.Helper()
	_, w := indexer.Formats().Writer(name)
	if w == nil {
		t.Fatalf("%s is not written", name)
	}
	var out bytes.Buffer
	err := w.Write(&out, &format.Written{Game: g, From: indexer.FormatOf(&g.Record), Lost: func(l format.Loss) { losses = append(losses, string(l)) }})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	text = out.String()
	r := store.Record{Raw: out.Bytes(), Tree: [2]int{0, out.Len()}, Charset: store.Charset{Name: "utf-8"}}
	if again, err = indexer.Derive(r); err != nil {
		t.Fatal(err)
	}
	return again, text, losses
}

// same compares what two games are, but for the identifiers that were lost.
func same(t testing.TB, what string, g, again *store.Game, lost []string, text string) {
	t.Helper()
	if g.Facts.Moves != again.Facts.Moves || g.Facts.Winner != again.Facts.Winner || g.Facts.Margin != again.Facts.Margin || g.Facts.How != again.Facts.How || g.Facts.DateLo != again.Facts.DateLo {
		t.Fatalf("%s: %+v comes back as %+v\n%s", what, g.Facts, again.Facts, text)
	}
	positions := func(g *store.Game) []position.Key { return slices.Compact(slices.Clone(g.Keys)) }
	was, is := positions(g), positions(again)
	if len(was) > len(is) || len(is) > len(was)+1 || !slices.Equal(was, is[len(is)-len(was):]) { // a move may stand in the root
		t.Fatalf("%s: other positions\n%s", what, text)
	}
	for _, v := range g.Info {
		switch v.Ident {
		case "GM", "FF", "CA", "AP", "SZ", "charset", "file", "problem", format.IdentProperties:
			continue
		}
		if !slices.Contains(lost, v.Ident) && info(again, v.Ident) != info(g, v.Ident) {
			t.Fatalf("%s: %s[%s] comes back as %q\n%s", what, v.Ident, v.Text, info(again, v.Ident), text)
		}
	}
}

// Games of every format come back from every format, apart from what was reported.
func TestRoundTrips(t *testing.T) {
	list, err := games(t, "ggf", []byte(ggfText[:strings.Index(ggfText, "(;GM[othello]")]))
	if err != nil {
		t.Fatal(err)
	}
	from, _ := games(t, "wthor", wthorFile(30), store.Companion{Name: "w.jou", Data: table(20, "a", "b [x] \\", "c")}, store.Companion{Name: "w.trn", Data: table(26, "", "Cup")})
	list = append(list, from...)
	for _, text := range []string{
		"(;GM[2]SZ[8]PB[a]PW[b]RE[W+4]DT[2020-02-03]TM[300];B[fe];W[df];B[cc](;W[dc]C[main])(;W[f4]C[other]))",
		"(;FF[4]GM[2]AP[edax:4]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+T]B[f5];W[d6];B[c3];)",
		"(;GM[2]SZ[8]AE[d4][e4][d5][e5]AB[a1][b2]AW[c3]PL[B];B[d4])",
		"(;GM[2]SZ[6];B[e4])",
	} {
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil || info(g, "problem") != "" {
			t.Fatalf("%s: %v, %v", text, g.Info, err)
		}
		list = append(list, g)
	}
	passes := 0
	for i, g := range list {
		viaGGF, text, lost := write(t, g, "ggf")
		if g.Script.Branched() {
			if !slices.Contains(lost, "variations") || !slices.Contains(lost, "comments") {
				t.Errorf("game %d: lost %v", i, lost)
			}
		} else {
			same(t, fmt.Sprintf("game %d in GGF", i), g, viaGGF, append(lost, "PB"), text)
		}
		passes += strings.Count(text, "[pass]")
		if len(g.Record.Companions) > 0 || i == 0 {
			viaSGF, text, lost := write(t, g, "sgf")
			same(t, fmt.Sprintf("game %d in SGF", i), g, viaSGF, lost, text)
			if len(g.Comments) != len(viaSGF.Comments) || len(lost) > 0 {
				t.Errorf("game %d in SGF: %d comments, want %d; lost %v", i, len(viaSGF.Comments), len(g.Comments), lost)
			}
		}
		again, text, lost := write(t, viaGGF, "ggf")
		same(t, fmt.Sprintf("game %d twice in GGF", i), viaGGF, again, nil, text)
		if len(lost) > 0 || len(again.Comments) != len(viaGGF.Comments) {
			t.Errorf("game %d: lost %v\n%s", i, lost, text)
		}
	}
	if passes == 0 {
		t.Error("nobody passed")
	}
}

func FuzzGGF(f *testing.F) {
	f.Add([]byte(ggfText))
	f.Add([]byte("(;GM[Othello]BO[8 8/8 *]B[]W[/];)"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, _ := games(t, "ggf", text)
		for _, g := range list {
			if indexer.FormatOf(&g.Record).Name != "ggf" || g.Facts.Game != 2 || len(g.Keys) == 0 || info(g, "problem") != "" {
				continue
			}
			again, text, lost := write(t, g, "ggf")
			if again.Facts.Moves != g.Facts.Moves || g.Keys[len(g.Keys)-1] != again.Keys[len(again.Keys)-1] {
				t.Errorf("%d moves come back as %d, lost %v\n%s", g.Facts.Moves, again.Facts.Moves, lost, text)
			}
		}
	})
}

func FuzzWTHOR(f *testing.F) {
	f.Add(wthorFile(2), table(20, "a", "b"))
	f.Add(heading(1, 2000), heading(3, 0))
	f.Fuzz(func(t *testing.T, file, beside []byte) {
		list, _ := games(t, "wthor", file, store.Companion{Name: "x.jou", Data: beside})
		for _, g := range list {
			if len(g.Keys) != int(g.Facts.Moves)+1 || g.Facts.Moves > 60 {
				t.Errorf("%d moves, %d positions", g.Facts.Moves, len(g.Keys))
			}
		}
	})
}
