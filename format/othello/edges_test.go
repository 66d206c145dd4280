package othello_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/store"
)

// recognised returns what a format says of a file.
func recognised(name string, file []byte, size int) format.Certainty {
	return indexer.Formats().Named(name).Recognise(format.NewHead(file, int64(size)))
}

// Each byte of a heading has its bounds, and the size of the file is that of its records.
func TestRecogniseWTHOR(t *testing.T) {
	for _, test := range []struct {
		byte  int
		value byte
		want  bool
	}{
		{0, 18, false}, {0, 19, true}, {0, 20, true}, {0, 21, true}, {0, 22, false}, // century
		{1, 0, true}, {1, 99, true}, {1, 100, false}, // year
		{2, 0, false}, {2, 1, true}, {2, 12, true}, {2, 13, false}, // month
		{3, 0, false}, {3, 1, true}, {3, 31, true}, {3, 32, false}, // day
		{12, 0, true}, {12, 1, false}, {12, 7, false}, {12, 8, true}, {12, 9, false}, {12, 10, true}, {12, 11, false}, // board
		{13, 0, true}, {13, 1, true}, {13, 2, false}, // kind of game
		{14, 0, true}, {14, 60, true}, {14, 61, false}, // depth
	} {
		file := wthorFile(2)
		file[test.byte] = test.value
		if got := recognised("wthor", file, len(file)) == format.Sure; got != test.want {
			t.Errorf("byte %d is %d: recognised: %v", test.byte, test.value, got)
		}
	}
	file := wthorFile(2)
	for _, test := range []struct {
		name string
		head []byte
		size int
		want format.Certainty
	}{
		{"whole", file, len(file), format.Sure},
		{"its beginning", file[:100], len(file), format.Sure},
		{"less than a game of it", file[:16+67], len(file), format.Maybe},
		{"a game of it", file[:16+68], len(file), format.Sure},
		{"the heading", file[:16], len(file), format.Maybe},
		{"less than the heading", file[:15], len(file), format.No},
		{"a byte too many", file, len(file) + 1, format.Maybe},
		{"a byte too few", file, len(file) - 1, format.Maybe},
		{"of unknown size", file, 0, format.Sure},
	} {
		if got := recognised("wthor", test.head, test.size); got != test.want {
			t.Errorf("%s: got %v", test.name, got)
		}
	}
	for move, want := range map[byte]bool{0: true, 11: true, 18: true, 19: false, 10: false, 9: false, 81: true, 88: true, 89: false, 91: false, 98: false, 80: false} {
		file := wthorFile(1)
		file[16+8+59] = move
		if got := recognised("wthor", file, len(file)) == format.Sure; got != want {
			t.Errorf("a move %d: %v", move, got)
		}
	}
	// What follows the last game is not looked at.
	if got := recognised("wthor", append(wthorFile(1), bytes.Repeat([]byte{99}, 68)...), 0); got != format.Sure {
		t.Errorf("something behind the last game: %v", got)
	}
	players := table(20, "a", "b")
	for _, test := range []struct {
		name string
		file []byte
		size int
		want format.Certainty
	}{
		{"players", players, len(players), format.Sure},
		{"tournaments", table(26, "a", "b"), 16 + 52, format.Sure},
		{"a byte too many", players, len(players) + 1, format.No},
		{"of unknown size", players, 0, format.Maybe},
		{"no names", heading(0, 0), 16, format.No},
		{"one name", table(20, "a"), 36, format.Sure},
	} {
		if got := recognised("wthor-table", test.file, test.size); got != test.want {
			t.Errorf("a table, %s: %v", test.name, got)
		}
	}
}

// The tables that count are the longest whose size is right, and their last entry is one.
func TestWTHORTables(t *testing.T) {
	short, long := table(20, "a", "b"), table(20, "a", "c", "d")
	wrong := append(table(20, "x", "y", "z", "w"), 0)
	name := func(white int, beside ...[]byte) string {
		file := wthorFile(1)
		binary.LittleEndian.PutUint16(file[16+4:], uint16(white))
		var list []store.Companion
		for i, data := range beside {
			list = append(list, store.Companion{Name: fmt.Sprint(i, ".jou"), Data: data})
		}
		games, err := games(t, "wthor", file, list...)
		if err != nil {
			t.Fatal(err)
		}
		return info(games[0], "PW")
	}
	for _, test := range []struct {
		white  int
		beside [][]byte
		want   string
	}{
		{1, [][]byte{short}, "b"},
		{1, [][]byte{short, long}, "c"},
		{1, [][]byte{long, short}, "c"},
		{2, [][]byte{long}, "d"},
		{3, [][]byte{long}, "WTHOR player 3"},
		{1, [][]byte{wrong, short}, "b"},
		{1, [][]byte{wrong}, "WTHOR player 1"},
		{0, [][]byte{heading(0, 0)}, "WTHOR player 0"},
	} {
		if got := name(test.white, test.beside...); got != test.want {
			t.Errorf("player %d of %d tables is %q, want %q", test.white, len(test.beside), got, test.want)
		}
	}
}

// What the heading says of all games, and what is behind the last one.
func TestWTHORHeading(t *testing.T) {
	file := wthorFile(1)
	file[13] = 1
	list, _ := games(t, "wthor", file)
	if info(list[0], "GN") != "solitaire" || info(list[0], "DT") != "1999" {
		t.Errorf("a solitaire: %v", list[0].Info)
	}
	file = wthorFile(1)
	file[10], file[11] = 0, 0
	if list, _ = games(t, "wthor", file); info(list[0], "DT") != "" || info(list[0], "GN") != "" {
		t.Errorf("no year: %v", list[0].Info)
	}
	file[10] = 1
	if list, _ = games(t, "wthor", file); info(list[0], "DT") != "1" {
		t.Errorf("the first year: %v", list[0].Info)
	}
	file[12] = 10
	if list, err := games(t, "wthor", file); err == nil || len(list) != 0 || !strings.Contains(err.Error(), "10×10") {
		t.Errorf("a large board: %d games, %v", len(list), err)
	}
	for _, behind := range []int{0, 1, 67, 68, 69} {
		list, err := games(t, "wthor", append(wthorFile(2), bytes.Repeat([]byte{7}, behind)...)) // the pieces are compared with the file
		if err != nil || len(list) != 2 {
			t.Errorf("%d bytes behind the last game: %d games, %v", behind, len(list), err)
		}
	}
	// A result by the discs at the end: of 64, White has the others.
	for discs, want := range map[byte]string{0: "W+64", 31: "W+2", 32: "0", 33: "B+2", 64: "B+64"} {
		file := wthorFile(1)
		file[16+6] = discs
		if list, _ := games(t, "wthor", file); info(list[0], "RE") != want {
			t.Errorf("%d discs: %q, want %q", discs, info(list[0], "RE"), want)
		}
	}
}

// ggf makes a record with some properties.
func ggf(properties string) string {
	return "(;GM[Othello]" + properties + "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3];)"
}

func TestGGFFacts(t *testing.T) {
	for _, test := range []struct{ properties, ident, want string }{
		{"DT[100000000]", "DT", "100000000"},
		{"DT[100000001]", "DT", "1973-03-03"},
		{"DT[100000001]", "STARTTIME", "09:46:41 UTC"},
		{"DT[9999999999]", "DT", "2286-11-20"},
		{"DT[10000000000]", "DT", "10000000000"},
		{"DT[2001-02-03 13:24:03 GMT]", "DT", "2001-02-03"},
		{"DT[2001-02-03 13:24:03 GMT]", "STARTTIME", "13:24:03 GMT"},
		{"DT[ 2001.02.03 ]", "DT", "2001-02-03"},
		{"RE[+2.000]", "RE", "B+2"},
		{"RE[-12]", "RE", "W+12"},
		{"RE[0.000]", "RE", "0"},
		{"RE[-0.5:s]", "RE", "W+0.5"},
		{"RE[+2:t]", "RE", "B+T"},
		{"RE[-2:r]", "RE", "W+R"},
		{"RE[-126]", "RE", "W+126"},
		{"RE[-127.000]", "RE", "-127.000"},
		{"RE[196]", "RE", "B+196"},
		{"RE[196.5]", "RE", "196.5"},
		{"RE[?]", "RE", "?"},
		{"TY[8r]", "TYPE", "8r"},
		{"XY[what]", "XY", "what"},
		{"PB[ a;)b ]", "PB", "a;)b"},
		{"pb[ann]", "PB", "ann"},
		{"PB[an\nn]", "PB", "an\nn"},
	} {
		list, err := games(t, "ggf", []byte(ggf(test.properties)))
		if err != nil || len(list) != 1 || list[0].Facts.Moves != 1 {
			t.Errorf("%s: %d games, %v", test.properties, len(list), err)
			continue
		}
		if got := info(list[0], test.ident); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.properties, test.ident, got, test.want)
		}
	}
}

// Where one game ends and the next begins, whatever stands between them or in their values.
func TestGGFSplit(t *testing.T) {
	one := ggf("PB[a]")
	for _, test := range []struct {
		text  string
		games int
	}{
		{one, 1},
		{one + one, 2},
		{"2 " + one + "\n" + one + "\n", 2},
		{"text (;; (" + one + ") text", 1},
		{one + " (;GM[Othello]", 1}, // and an error
		{ggf("PB[(;GM[x ;) (;]"), 1},
		{"(;)" + one[2:], 1}, // an end cannot be a beginning
	} {
		list, err := games(t, "ggf", []byte(test.text)) // the pieces are compared with the text
		if len(list) != test.games || (err != nil) != strings.HasSuffix(test.text, "Othello]") {
			t.Errorf("%.60q: %d games, want %d, %v", test.text, len(list), test.games, err)
		}
	}
	// Problems have the line in the file.
	text := one + "\n\n" + strings.Replace(ggf("PB[a\nb]\n"), "B[d3]", "\nB[d3]\nW[zz]", 1)
	list, err := games(t, "ggf", []byte(text))
	if err != nil || len(list) != 2 || info(list[1], "problem") != "bad-move" {
		t.Fatalf("%d games, %v", len(list), err)
	}
}

// Only what names the game and a board is recognised, in capitals or not.
func TestRecogniseGGF(t *testing.T) {
	for text, want := range map[string]bool{
		ggf(""):                  true,
		"( ; \n" + ggf("")[2:]:   true,
		strings.ToUpper(ggf("")): true,
		"(;GM[Othello]PB[a];)":   false,
		"(;GM[Go]BO[8];)":        false,
		"(;GM[Othello]":          false,
		"(;GM[Othello]BO[":       true,
		"(;GM[2]BO[8 ]":          false,
		"(;PB[a]" + ggf("")[2:]:  false,
		ggf("PB[" + strings.Repeat("x", 5000) + "]"): false, // the board is too far behind
	} {
		if got := recognised("ggf", []byte(text), len(text)) == format.Sure; got != want {
			t.Errorf("%.40q: %v", text, got)
		}
	}
}

// A comment that GGF can hold is what was said of a move; others are lost, and it is said.
func TestGGFComments(t *testing.T) {
	for _, test := range []struct {
		comment, want string // behind the move
		lost          bool
	}{
		{"", "f5", false},
		{"evaluation 1.5", "f5/1.5", false},
		{"time 10", "f5//10", false},
		{"evaluation 1.5, time 10", "f5/1.5/10", false},
		{"time 10, evaluation 1.5", "f5", true},
		{"evaluation 1.5, and so on", "f5", true},
		{"evaluation a/b", "f5", true},
		{"a good move", "f5", true},
	} {
		text := "(;GM[2]SZ[8];B[f5]C[" + test.comment + "];W[d6])"
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		_, out, lost := write(t, g, "ggf")
		if !strings.Contains(strings.ToLower(out), "b["+test.want+"]") || slices.Contains(lost, "comments") != test.lost {
			t.Errorf("%q: lost %q, %s", test.comment, lost, out)
		}
	}
}

// What is wrong in a record is said with its line in the file.
func TestGGFLines(t *testing.T) {
	for _, test := range []struct {
		text string
		want []int
	}{
		{ggf(""), nil},
		{"(;GM[Othello]BO[8 x *];)", []int{7}},
		{"(;GM[Othello]\nPB[a\nb]\nBO[8 x *];)", []int{10}},
		{strings.Replace(ggf("PB[a]\n"), "B[d3]", "\nB[d3]\nW[zz]KB[3];", 1), []int{10, 10}},
		{strings.Replace(ggf("PB[a\nb\nc]"), "B[d3]", "B[zz]", 1), []int{9}},
	} {
		r := store.Record{Raw: []byte(test.text), Tree: [2]int{0, len(test.text)}, Charset: store.Charset{Name: "utf-8"}}
		var script position.ScriptBuilder
		var lines []int
		d := format.Draft{Record: &r, Line: 7, Script: &script, Report: func(_ string, line int, _ func() error) { lines = append(lines, line) }}
		indexer.Formats().Named("ggf").Derive(&d)
		if !slices.Equal(lines, test.want) {
			t.Errorf("%q: problems in the lines %v, want %v", test.text, lines, test.want)
		}
	}
	// Of two boards the first counts.
	list, err := games(t, "ggf", []byte(strings.Replace(ggf(""), "B[d3]", "BO[4 ---- -O*- -*O- ---- O]B[d3]", 1)))
	if err != nil || len(list) != 1 || list[0].Facts.Size != position.Square(8) {
		t.Errorf("two boards: %d games, %v", len(list), err)
	}
}

// A record may be of a million bytes, and what is between records as well.
func TestLargeGGF(t *testing.T) {
	const most = 1 << 20
	record := func(size int) string { return ggf("PB[" + strings.Repeat("x", size-len(ggf("PB[]"))) + "]") }
	for _, test := range []struct {
		text  string
		games int
		err   string
	}{
		{record(most), 1, ""},
		{record(most + 1), 0, "line 1: more than"},
		{"\n\n" + record(most), 0, "line 3: more than"}, // with what is before it
		{record(1000) + record(most), 2, ""},
		{strings.Repeat("x", most+1), 0, "line 1: more than"},
	} {
		list, err := games(t, "ggf", []byte(test.text))
		if len(list) != test.games || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%d bytes: %d games, %v, want %d, %q", len(test.text), len(list), err, test.games, test.err)
		}
	}
}

// The result is compared with the discs on the board when the game is over, draws as well, and
// is theirs where the record says none.
func TestResultOnTheBoard(t *testing.T) {
	ends := map[string]string{} // of games that are over: their moves, by who has won
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 4))
		p := othello.New(4)
		moves := ""
		for !p.Over() {
			legal := p.Moves(p.ToPlay(), nil)
			m := position.Move{Color: p.ToPlay(), Point: legal[rng.IntN(len(legal))]}
			p.Play(m)
			moves += ";" + m.Color.Letter() + "[" + othello.Name(m.Point) + "]"
		}
		switch margin := p.Margin(); {
		case margin == 0:
			ends["0"] = moves
		case margin == 2:
			ends["B+2"] = moves
		case margin == -2:
			ends["W+2"] = moves
		}
	}
	if len(ends) != 3 {
		t.Fatalf("games ended as %v", ends)
	}
	for board, moves := range ends {
		for _, said := range []string{"0", "B+2", "W+2", "B+4", "W+4", "B+R", "W+T", "?", ""} {
			text := "(;GM[2]SZ[4]RE[" + said + "]" + moves + ")"
			g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if said != board && (said == "0" || strings.ContainsAny(said, "24")) {
				want = "other-result"
			}
			if got := info(g, "problem"); got != want {
				t.Errorf("RE[%s] where %s is on the board: problem %q, want %q", said, board, got, want)
			}
			if said == "" && info(g, "RE") != board {
				t.Errorf("no result where %s is on the board: %q", board, info(g, "RE"))
			}
		}
	}
}

// Of a file that was cut off the games are read that are there, and the others missed, if its name
// says what it is.
func TestCutWTHOR(t *testing.T) {
	file := wthorFile(3)
	file = file[:len(file)-70]
	h := format.NewHead(file, int64(len(file)))
	f := indexer.Formats().Recognise("X.WTB", h)
	if f == nil || f.Name != "wthor" || indexer.Formats().Recognise("x.dat", h) != nil {
		t.Fatalf("recognised as %v", f)
	}
	s, games := f.Split(&format.File{Head: h, R: bufio.NewReader(bytes.NewReader(file))}), 0
	for s.Scan() {
		games++
	}
	if err := s.Err(); games != 1 || err == nil || !strings.Contains(err.Error(), "promises 2 more games") {
		t.Errorf("%d games, %v", games, err)
	}
}
