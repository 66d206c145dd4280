package game

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// played returns the script of moves as the game reads them, one a node below the root.
func played(t *testing.T, g MoveReader, moves string) position.Script {
	t.Helper()
	var b position.ScriptBuilder
	b.Node()
	color := position.Black
	if g.About().Name == "chess" {
		color = position.White
	}
	for _, word := range strings.Fields(moves) {
		code, err := g.ReadMove(word)
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		b.Node()
		b.Move(position.Move{Color: color, Point: code})
		color = color.Opponent()
	}
	return b.Script()
}

// A step says what was moved by whom, whether it could be, and what is wrong with it.
func TestStepsOfChess(t *testing.T) {
	start, err := Start(chessGame)
	if err != nil {
		t.Fatal(err)
	}
	type step struct {
		name   string
		number int
		done   bool
		fault  string
		turn   string
	}
	var got []step
	for s := range chessGame.Replay(start, played(t, chessGame, "e2e4 e7e5 e1e3 d8h4")) {
		if s.Moved != (s.Node > 0) || s.Parent != s.Node-1 || !s.MainLine {
			t.Errorf("%+v", s)
		}
		name := ""
		if s.Moved {
			name = letter(s.Move.Color) + " " + s.Name(false)
		}
		got = append(got, step{name, s.MoveNumber, s.Done, s.Fault, letter(s.Position.ToPlay())})
		if s.Node == 1 && s.Before.Equal(s.Position) {
			t.Error("the move has changed nothing")
		}
	}
	for i, want := range []step{{"", 0, false, "", "W"}, {"W e4", 1, true, "", "B"}, {"B e5", 2, true, "", "W"}} {
		if got[i] != want {
			t.Errorf("step %d: %+v, want %+v", i, got[i], want)
		}
	}
	if s := got[3]; s.done || s.fault == "" || s.turn != "B" {
		t.Errorf("a king that jumps: %+v", s)
	}
	if _, err := chessGame.Start(Record{Info: func(string) string { return "8/8" }}); err == nil {
		t.Error("half a FEN is a start")
	}
}

// An error of a text about chess says at which byte the word is that is wrong.
func TestPlacesOfErrorsInChess(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for text, word := range map[string]string{
		"1. e4 c5 2. Nd5": "Nd5", "e4  e4": "e4", "1.e4 c5 2.Ke3": "2.Ke3", "9/8 w": "9/8",
		"fen " + start + " w KQkq - 0 1 moves e7e5": "e7e5", start + " b e4": "e4", start + " x": "x", start + " w Nf6 Nf3": "Nf6",
		start + " w KQkq - 0 1 5": "", start + " w - e5": "e5", start + " w - - 12.": "",
	} {
		_, err := chessGame.ReadPosition(text)
		if word == "" {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		place, ok := errors.AsType[*TextError](err)
		if want := strings.LastIndex(text, word); !ok || place.At != want {
			t.Errorf("%q: %v, want the place %d of %q", text, err, want, word)
		}
	}
}

// What is mate has a winner, what is stalemate or goes on has none.
func TestWinnersAsData(t *testing.T) {
	for _, test := range []struct {
		game         Game
		text, winner string
	}{
		{chessGame, "f3 e5 g4 Qh4#", "B"}, {chessGame, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "W"},
		{chessGame, "e4 f6 Qh5+", ""}, {chessGame, "7k/5Q2/6K1/8/8/8/8/8 b - -", ""}, {chessGame, "e4", ""},
		{othelloGame, "f5d6", ""},
		{othelloGame, strings.Repeat("X", 64) + " O", "B"}, {othelloGame, strings.Repeat("O", 40) + strings.Repeat("X", 24) + " X", "W"},
		{othelloGame, strings.Repeat("O", 32) + strings.Repeat("X", 32) + " X", ""},
	} {
		p, err := test.game.(PositionReader).ReadPosition(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		b := p.(Shown).Data()
		if b.Winner != test.winner {
			t.Errorf("%s: won by %q, want %q", test.text, b.Winner, test.winner)
		}
		if b.Text != p.Text() || b.ToPlay != letter(p.ToPlay()) || b.Cols != 8 || b.Rows != 8 {
			t.Errorf("%s: %+v", test.text, b)
		}
	}
	for text, want := range map[string]string{
		strings.Repeat("X", 64) + " O": "B+64", strings.Repeat("O", 40) + strings.Repeat("X", 24) + " X": "W+16",
		strings.Repeat("O", 32) + strings.Repeat("X", 32) + " X": "0", "f5d6": "",
	} {
		p, err := othelloGame.ReadPosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.(Counted).Result(); got != want {
			t.Errorf("%s: result %q, want %q", text, got, want)
		}
	}
}

// Boards as data have a piece for each man and disc.
func TestPiecesAsData(t *testing.T) {
	p, err := chessGame.ReadPosition("1. e4")
	if err != nil {
		t.Fatal(err)
	}
	var pieces []string
	for _, piece := range p.(Shown).Data().Pieces {
		pieces = append(pieces, fmt.Sprint(piece.Cell, piece.Color, piece.Kind))
	}
	if len(pieces) != 32 || pieces[0] != "0BR" || !slices.Contains(pieces, "36WP") || !slices.Contains(pieces, "60WK") || slices.Contains(pieces, "52WP") {
		t.Errorf("%v", pieces)
	}
	d, err := othelloGame.ReadPosition("f5")
	if err != nil {
		t.Fatal(err)
	}
	b := d.(Shown).Data()
	pieces = nil
	for _, piece := range b.Pieces {
		pieces = append(pieces, fmt.Sprint(piece.Cell, piece.Color, piece.Kind))
	}
	if want := []string{"27Wdisc", "28Bdisc", "35Bdisc", "36Bdisc", "37Bdisc"}; !slices.Equal(pieces, want) || b.ToPlay != "W" {
		t.Errorf("%v, want %v", pieces, want)
	}
	if want := []int{9, 13, 41, 45}; len(b.Stars) != 4 {
		t.Errorf("stars %v, want four such as %v", b.Stars, want)
	}
}

// Moves have the names of the game, of chess with the figures of the men.
func TestNamesOfMoves(t *testing.T) {
	p, err := chessGame.ReadPosition("1. e4 e5")
	if err != nil {
		t.Fatal(err)
	}
	men := p.(Men)
	for text, want := range map[string][2]string{"Nf3": {"Nf3", "♘f3"}, "g1f3": {"Nf3", "♘f3"}, "d4": {"d4", "d4"}, "Bc4": {"Bc4", "♗c4"}, "Qh5": {"Qh5", "♕h5"}, "Ke2": {"Ke2", "♔e2"}} {
		code, err := men.ReadMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{men.Name(code, false), men.Name(code, true)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	if _, err := men.ReadMove("Nf6"); err == nil {
		t.Error("a move of the other side is read")
	}
	for text, to := range map[string]int{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": 62, "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -": 6} {
		p, err := chessGame.ReadPosition(text)
		if err != nil {
			t.Fatal(err)
		}
		castled := map[string]int{}
		for _, m := range p.(Shown).Data().Moves {
			if strings.HasPrefix(m.Name, "O-O") {
				castled[strings.TrimRight(m.Name, "+")] = m.To
			}
		}
		if castled["O-O"] != to || castled["O-O-O"] != to-4 {
			t.Errorf("%s: the king castles to %v", text, castled)
		}
	}
}

// Games are named by their moves, in every order of them, and what has no name has none.
func TestNamesOfGames(t *testing.T) {
	for _, test := range []struct {
		game  MoveReader
		moves string
		want  []string
	}{
		{chessGame, "", nil},
		{chessGame, "e2e4 c7c5", []string{"opening B20 Sicilian Defense"}},
		{chessGame, "e2e4 c7c5 h2h4 h7h5 a2a3", []string{"opening B20 Sicilian Defense"}}, // the latest that is known
		{othelloGame, "f5", nil},
		{othelloGame, "f5 f4", []string{"opening Parallel Opening"}},
		{othelloGame, "f5 d6 c3 d3 c4", []string{"opening Perpendicular Opening", "opening Tiger"}},
		{othelloGame, "c4 e3 f6 e6 f5", []string{"opening Perpendicular Opening", "opening Tiger"}}, // turned
		{shogiGame, "7g7f 3c3d 6g6f 8c8d 2h6h", []string{"blackopening 四間飛車"}},
		{shogiGame, "7g7f 3c3d 2g2f 8b4b", []string{"whiteopening 四間飛車"}},
	} {
		start, err := Start(test.game)
		if err != nil {
			t.Fatal(err)
		}
		n := test.game.(Namer).Naming()
		if names := n.Names(); len(names) != 0 {
			t.Errorf("%s: %v before the first move", test.game.About().Name, names)
		}
		for s := range test.game.(Replayer).Replay(start, played(t, test.game, test.moves)) {
			n.See(s)
		}
		var got []string
		for _, name := range n.Names() {
			got = append(got, name.Ident()+" "+name.Text)
		}
		for i, want := range test.want {
			if i >= len(got) || !strings.HasPrefix(got[i], want) {
				t.Errorf("%s: %v, want %v", test.moves, got, test.want)
				break
			}
		}
		if len(got) != len(test.want) {
			t.Errorf("%s: %v, want %v", test.moves, got, test.want)
		}
	}
	for text, want := range map[string]string{"四間飛車": "四間飛車 shikenbisha", "SHIKENBISHA": "四間飛車 shikenbisha", "mouse": "Parallel Opening", "my own": "my own"} {
		if got := TitleOf(OpeningName, text); got != want {
			t.Errorf("%s is the title %q, want %q", text, got, want)
		}
	}
	if got := TitleOf(CastleName, "四間飛車"); got != "四間飛車" {
		t.Errorf("an opening is the castle %q", got)
	}
	kinds := map[string]int{}
	for _, kind := range NameKinds {
		for title := range Titled(kind) {
			if kinds[title.Kind]++; title.Kind != kind {
				t.Errorf("%+v among those of the kind %s", title, kind)
			}
		}
		for range Titled(kind) {
			break // which is allowed
		}
	}
	if kinds[OpeningName] < 1000 || kinds[CastleName] == 0 || kinds[EndingName] == 0 || kinds[HandicapName] == 0 {
		t.Errorf("titles of each kind: %v", kinds)
	}
	for range Namers() {
		break
	}
}

// Every game with positions draws them, as text that tells positions from each other,
// and as well-formed pictures.
func TestEveryGameDraws(t *testing.T) {
	drawn := 0
	for _, g := range All() {
		r, ok := g.(PositionReader)
		if !ok {
			continue
		}
		start, err := Start(g)
		if err != nil {
			t.Fatal(err)
		}
		moves := start.(Mover).Moves()
		var seen []string
		for _, move := range moves[:2] {
			p, err := After(g, start.Text(), move.Text)
			if err != nil {
				t.Fatalf("%s: %s: %v", g.About().Name, move.Text, err)
			}
			text := p.Text()
			if p, err = r.ReadPosition(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if p.Game() != g {
				t.Errorf("%s is a position of %s", text, p.Game().About().Name)
			}
			seen = append(seen, p.(Drawer).Draw(Drawing{}), p.(Drawer).Draw(Drawing{Style: position.ASCII}))
			if strings.ContainsFunc(seen[len(seen)-1], func(c rune) bool { return c > 126 }) {
				t.Errorf("%s in ASCII:\n%s", text, seen[len(seen)-1])
			}
			var b bytes.Buffer
			if err := p.(Pictured).WriteSVG(&b, Drawing{}); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, b.String())
			for d := xml.NewDecoder(&b); err != io.EOF; {
				if _, err = d.Token(); err != nil && err != io.EOF {
					t.Fatalf("%s: %v", text, err)
				}
			}
			drawn++
		}
		for i := range 3 {
			if seen[i] == seen[i+3] {
				t.Errorf("%s: two positions are drawn alike:\n%s", g.About().Name, seen[i])
			}
		}
	}
	if drawn < 12 {
		t.Errorf("only %d positions were drawn", drawn)
	}
}

// A part of a position fits what has it, whatever else there is, and says no early
// only where it cannot come up.
func TestPartsOfPositions(t *testing.T) {
	after := func(moves string) Position {
		p, err := shogiGame.ReadPosition("startpos moves " + moves)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	start, err := Start(shogiGame)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text, moves string
		o           ImageOptions
		fits        bool
	}{
		{"☗飛68 歩76", "7g7f 3c3d 2h6h", ImageOptions{}, true},
		{"☗飛68 歩76", "7g7f 3c3d 2h5h", ImageOptions{}, false},
		{"☗飛68", "7g7f 8b4b", ImageOptions{}, false}, // White's
		{"☗飛68", "7g7f 8b4b", ImageOptions{Swap: true}, true},
		{"☗飛48", "7g7f 3c3d 2h6h", ImageOptions{}, false}, // mirrored
		{"☗飛48", "7g7f 3c3d 2h6h", ImageOptions{Mirror: true}, true},
	} {
		part, err := shogiGame.ReadPartial(test.text, PartialOptions{})
		if err != nil {
			t.Fatalf("%s: %v", test.text, err)
		}
		if part.Game() != shogiGame || part.Text() != test.text || part.ToPlay() != position.Empty || !part.Equal(part.Clone()) {
			t.Errorf("%s: %v, %s", test.text, part.ToPlay(), part.Text())
		}
		fits := false
		for _, f := range part.Fittings(test.o) {
			if f.Fits(after(test.moves)) {
				fits = true
				if !f.Possible(start, played(t, shogiGame, test.moves)) {
					t.Errorf("%s: what comes up after %s is said not to be possible", test.text, test.moves)
				}
			}
		}
		if fits != test.fits {
			t.Errorf("%s after %s: fits %v, want %v", test.text, test.moves, fits, test.fits)
		}
	}
	if part, err := shogiGame.ReadPartial("☗飛68", PartialOptions{ToPlay: position.White}); err != nil || part.ToPlay() != position.White {
		t.Errorf("whose turn it is: %v, %v", part, err)
	}
	if g := Sketched("☗飛68"); g == nil || g.About().Name != "shogi" {
		t.Error("men in kanji are not of shogi")
	}
	for _, text := range []string{"", "Q16 D4", "X.O/...", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"} {
		if g := Sketched(text); g != nil {
			t.Errorf("%q is a part of a position of %v", text, g)
		}
	}
}

// Moves on points are read by the names of boards and of SGF, and a pass; all else is
// an error that shows what a point looks like.
func TestReadMovesOnPoints(t *testing.T) {
	p := OnPoints(position.NewBoard(position.Square(9)))
	for text, want := range map[string]string{"C3": "cg", "cg": "cg", "pass": "", "J9": "ia"} {
		got, err := p.ReadMove(text)
		if err != nil || got.String() != want && got != position.Pass || (got == position.Pass) != (want == "") {
			t.Errorf("%s: %v, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"T19", "rubbish", ""} {
		if _, err := p.ReadMove(text); err == nil {
			t.Errorf("%q is a move", text)
		}
	}
	if _, err := p.ReadMove("zz"); err == nil || !strings.Contains(err.Error(), "E9") {
		t.Errorf("got %v", err)
	}
	moves := p.Moves()
	if last := moves[len(moves)-1]; len(moves) != 82 || last.Name != "pass" || last.To != -1 {
		t.Errorf("%d moves, the last %+v", len(moves), last)
	}
	if !HasPatterns(Default()) || HasPatterns(Of(6)) || !Stays(1) || Stays(8) || Stays(6) {
		t.Error("whose stones stay")
	}
	if HasRules(chessGame) != nil || !errors.Is(HasRules(Of(6)), ErrNoRules) {
		t.Error("whose rules are known")
	}
	if got := Examples(); !strings.HasPrefix(got, "go, ") || !strings.HasSuffix(got, ", …") || strings.Count(got, ",") < 6 {
		t.Errorf("examples of games: %s", got)
	}
}

// An error of a text about shogi says at which byte the move is that is wrong.
func TestPlacesOfErrorsInShogi(t *testing.T) {
	for text, word := range map[string]string{
		"startpos moves 7g7f 3c3d 7g7f": "7g7f", "position  startpos  moves 7g7f  xx": "xx", "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h 5i5g": "5i5g",
	} {
		_, err := shogiGame.ReadPosition(text)
		place, ok := errors.AsType[*TextError](err)
		if want := strings.LastIndex(text, word); !ok || place.At != want {
			t.Errorf("%q: %v at %+v, want the place %d of %q", text, err, place, want, word)
		}
	}
}

// Ranks of SFEN may leave cells open; a whole position is a part, too, and a board of
// another game is none.
func TestTextsOfParts(t *testing.T) {
	for text, want := range map[string]bool{
		"?????????/?????????/?????????/?????????/?????????/??P??????/?????????/?????R???/?????????": true, "4k4/9/9/9/9/9/9/9/4K4": true,
		"4k4/9/9/9/9/9/9/4K4": false, "4x4/9/9/9/9/9/9/9/4K4": false, "Q16": false,
	} {
		if got := shogiGame.Sketches(text); got != want {
			t.Errorf("%s is a part of a position of shogi: %v, want %v", text, got, want)
		}
	}
	p, err := shogiGame.ReadPosition("startpos moves 7g7f")
	if err != nil {
		t.Fatal(err)
	}
	start, err := Start(shogiGame)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"startpos moves 7g7f", p.Text()} {
		part, err := shogiGame.ReadPartial(text, PartialOptions{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if f := part.Fittings(ImageOptions{})[0]; !f.Fits(p) || f.Fits(start) {
			t.Errorf("%s: fits itself %v, the start %v", text, f.Fits(p), f.Fits(start))
		}
	}
	if _, err := shogiGame.ReadPartial("rubbish", PartialOptions{}); err == nil {
		t.Error("rubbish is a part of a position")
	}
}

// A position of chess has the images that its rights to castle leave it.
func TestImagesOfChess(t *testing.T) {
	for _, test := range []struct {
		text         string
		mirror, swap bool
		want         int
	}{
		{"8/8/8/3k4/8/1P6/4K3/8 w - -", false, false, 1}, {"8/8/8/3k4/8/1P6/4K3/8 w - -", true, false, 2},
		{"8/8/8/3k4/8/1P6/4K3/8 w - -", false, true, 2}, {"8/8/8/3k4/8/1P6/4K3/8 w - -", true, true, 4},
		{"r3k2r/8/8/8/8/1P6/8/R3K2R w KQkq -", true, true, 2}, {"r3k2r/8/8/8/8/1P6/8/R3K2R w KQkq -", true, false, 1},
	} {
		p, err := chessGame.ReadPosition(test.text)
		if err != nil {
			t.Fatal(err)
		}
		images := p.(Imager).Images(ImageOptions{Mirror: test.mirror, Swap: test.swap})
		if len(images) != test.want || !images[0].Position.Equal(p) {
			t.Errorf("%s: %d images, want %d", test.text, len(images), test.want)
		}
		for _, image := range images {
			if image.Position.Canonical() != p.Canonical() || image.Swapped != (image.Position.ToPlay() != p.ToPlay()) {
				t.Errorf("%s: the image %s", test.text, image.Position.Text())
			}
		}
	}
}

// A five at the edge is one, in every direction, and reaches no further than the board.
func TestGomokuFivesAtTheEdges(t *testing.T) {
	for _, five := range []string{"A1 A2 A3 A4 A5", "A1 B1 C1 D1 E1", "O15 O14 O13 O12 O11", "O15 N15 M15 L15 K15", "O15 N14 M13 L12 K11", "O1 N2 M3 L4 K5", "A11 B12 C13 D14 E15"} {
		var moves []string
		for i, point := range strings.Fields(five) {
			moves = append(moves, point)
			if i < 4 {
				moves = append(moves, []string{"H8", "H10", "F8", "F6"}[i])
			}
		}
		_, last := follow(t, strings.Join(moves, " "))
		if got := last.(Shown).Data().Winner; got != "B" {
			t.Errorf("%s: %q has won", five, got)
		}
	}
}
