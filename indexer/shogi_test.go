package indexer_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"

	"kifudb/format/notations"
	"kifudb/game/notation"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/position/shogi"
	"kifudb/store"
)

// Two games, of which the second is a problem; all names are made up.
const csaText = `'CSA encoding=UTF-8
V2.2
N+山田太郎
N-鈴木花子
$EVENT:春の大会
$START_TIME:2001/02/03 10:00:00
PI
+
+7776FU,T5
-3334FU
'* 定跡
+8822UM
-3122GI
%TORYO
/
V2.2
P1 *  *  *  *  *  *  *  * -OU
P3 *  *  *  *  *  *  *  * +FU
P+00KI
P-00AL
+
+0012KI
%TSUMI
`

const usiText = `position startpos moves 2g2f 8c8d resign

position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 moves 5a4b
`

// Two games; the first has a variation and a tsume in it.
const commandsText = `GAME=(START)
INPUT=(WESTERN,NUMBERS=NONE)
COMMENTS
A game by letter.
SCORE
P7f P3d
MEMORIZE
P2f P8d
COMMENTS
This was safer.
SCORE
RESUME
Bx2b+ Resigns
GAME=(START,HANDICAP=2P)
P3d P7f
`

// shogiGame returns the game of a record as package notation knows it.
func shogiGame(r store.Record, lost func(notation.Loss)) (*notation.Record, error) {
	g, err := indexer.Derive(r)
	if err != nil {
		return nil, err
	}
	return notations.Record(g, lost)
}

// imported puts files into a new archive and returns its games as Derive makes
// them again.
func imported(t *testing.T, files map[string]string) (*store.Game, []*store.Game, *indexer.Summary, []string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a := newArchive(t) // which compares what is stored with Derive
	summary, problems, err := a.run(context.Background(), indexer.Options{}, dir)
	if err != nil {
		t.Fatal(err)
	}
	var games []*store.Game
	for _, r := range a.records() {
		g, err := indexer.Derive(r)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	if len(games) == 0 {
		t.Fatalf("no games; problems %q", problems)
	}
	return games[0], games, summary, problems
}

// described tells what was made of a game.
func described(g *store.Game) string {
	var b strings.Builder
	f := g.Facts
	fmt.Fprintf(&b, "game %d, winner %d, how %d, date %d, handicap %d, moves %d, nodes %d, keys %d\n",
		f.Game, f.Winner, f.How, f.DateLo, f.Handicap, f.Moves, f.Nodes, len(g.Keys))
	for _, v := range g.Info {
		if v.Ident != "file" {
			fmt.Fprintf(&b, "%s %s\n", v.Ident, v.Text)
		}
	}
	start, err := notations.StartOf(g.Info)
	if err != nil {
		return err.Error()
	}
	for step := range shogi.Replay(start, g.Script) {
		if !step.Moved {
			continue
		}
		if !step.MainLine {
			b.WriteByte('~')
		}
		fmt.Fprintf(&b, "%s ", step.Move)
	}
	b.WriteByte('\n')
	for _, c := range g.Comments {
		fmt.Fprintf(&b, "%d %s %s\n", c.Node, c.Ident, c.Text)
	}
	return b.String()
}

const csaDescribed = `game 8, winner 2, how 2, date 20010203, handicap 0, moves 4, nodes 5, keys 5
PB 山田太郎
PW 鈴木花子
EV 春の大会
DT 2001-02-03
STARTTIME 2001-02-03 10:00:00
RE W+R
clocks B t~5@1 u~5
charset utf-8
7g7f 3c3d 8h2b+ 3a2b 
2 C 定跡
`

const csaProblemDescribed = `game 8, winner 1, how 2, date 0, handicap 0, moves 1, nodes 2, keys 2
RE B+R
SFEN 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p
ending 詰将棋 tsume shogi
charset utf-8
G*1b 
`

func TestShogi(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"game.csa", csaText, []string{csaDescribed, csaProblemDescribed}},
		{"games.usi", usiText, []string{
			"game 8, winner 2, how 2, date 0, handicap 0, moves 2, nodes 3, keys 3\nRE W+R\ncharset utf-8\n2g2f 8c8d \n",
			`game 8, winner 0, how 0, date 0, handicap 1, moves 1, nodes 2, keys 2
SFEN lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -
HA L
handicap 香落ち L
charset utf-8
5a4b 
`}},
		{"letter.txt", commandsText, []string{
			`game 8, winner 1, how 2, date 0, handicap 0, moves 3, nodes 6, keys 6
RE B+R
charset utf-8
7g7f 3c3d 8h2b+ ~2g2f ~8c8d 
0 C A game by letter.
5 C This was safer.
`, `game 8, winner 0, how 0, date 0, handicap 2, moves 2, nodes 3, keys 3
SFEN lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -
HA 2P
handicap 二枚落ち 2P
charset utf-8
3c3d 7g7f 
`}},
		{"game.sgf", "(;GM[8]SFEN[4k4/9/9/9/9/9/9/9/4K4 b 2P]RE[B+R](;B[P*5e]C[Drop.];W[5a4b])(;B[P*4e]))", []string{
			`game 8, winner 1, how 2, date 0, handicap 0, moves 2, nodes 4, keys 4
GM 8
SFEN 4k4/9/9/9/9/9/9/9/4K4 b 2P
RE B+R
charset utf-8
P*5e 5a4b ~P*4e 
1 C Drop.
`}},
	} {
		_, games, summary, problems := imported(t, map[string]string{test.name: test.text})
		var got []string
		for _, g := range games {
			got = append(got, described(g))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
		if summary.Added != len(test.want) || summary.Known != 0 || len(problems) > 0 {
			t.Errorf("%s: got %+v and problems %q", test.name, summary, problems)
		}
	}
}

// TestShogiEncodings: the same file in all encodings in which it may come
// gives the same games.
func TestShogiEncodings(t *testing.T) {
	for name, encode := range map[string]func(string) (string, error){
		"utf-8":       func(s string) (string, error) { return s, nil },
		"mark":        func(s string) (string, error) { return "\ufeff" + s, nil },
		"shift_jis":   japanese.ShiftJIS.NewEncoder().String,
		"euc-jp":      japanese.EUCJP.NewEncoder().String,
		"iso-2022-jp": japanese.ISO2022JP.NewEncoder().String,
	} {
		for _, declared := range []bool{true, false} {
			text := csaText
			if !declared {
				_, text, _ = strings.Cut(text, "\n")
			} else {
				text = strings.Replace(text, "UTF-8", strings.ToUpper(name), 1)
			}
			text, err := encode(text)
			if err != nil {
				t.Fatal(err)
			}
			g, games, _, problems := imported(t, map[string]string{"game.csa": text})
			encoding := name
			if name == "mark" {
				encoding = "utf-8"
			}
			want := strings.Replace(csaDescribed, "charset utf-8", "charset "+encoding, 1)
			if diff := cmp.Diff(want, described(g)); diff != "" {
				t.Errorf("%s, declared %t (-want +got):\n%s", name, declared, diff)
			}
			if len(games) != 2 || len(problems) > 0 {
				t.Errorf("%s, declared %t: %d games, problems %q", name, declared, len(games), problems)
			}
		}
	}
}

// TestConvertedFiles: records of files in UTF-16 and the like are kept in
// UTF-8, and read as that.
func TestConvertedFiles(t *testing.T) {
	text, err := japanese.ISO2022JP.NewEncoder().String("(;PB[本因坊秀策])")
	if err != nil {
		t.Fatal(err)
	}
	g, _, _, _ := imported(t, map[string]string{"game.sgf": text})
	want := []store.Value{{Ident: "PB", Text: "本因坊秀策"}, {Ident: "charset", Text: "iso-2022-jp"}}
	if diff := cmp.Diff(want, g.Info[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(indexer.UTF8(g.Record)); got != "(;PB[本因坊秀策]CA[UTF-8])" {
		t.Errorf("UTF8 gives %s", got)
	}
}

// TestShogiBytes: the records of a file are its bytes.
func TestShogiBytes(t *testing.T) {
	for name, text := range map[string]string{
		"game.csa": csaText + "/\n'the end\n", "games.usi": "\r\n" + usiText + "\n\n",
	} {
		_, games, _, _ := imported(t, map[string]string{name: text})
		got := ""
		for _, g := range games {
			got += string(g.Record.Raw)
		}
		if got != text {
			t.Errorf("%s: the records are %q", name, got)
		}
	}
	_, games, _, _ := imported(t, map[string]string{"letter.txt": commandsText})
	first, second, _ := strings.Cut(commandsText, "GAME=(START,HANDICAP=2P)")
	for i, want := range []string{strings.TrimSpace(first), "\nINPUT=(WESTERN,NUMBERS=NONE)\nGAME=(START,HANDICAP=2P)" + second} {
		if got := string(games[i].Record.Raw); got != want {
			t.Errorf("game %d is kept as %q, want %q", i+1, got, want)
		}
	}
}

// TestShogiProblems: a game that cannot be followed is kept as far as it can
// be, and its problems name the line of the file.
func TestShogiProblems(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // problems
		moves      []uint32 // of each game
	}{
		{"illegal.csa", "PI\n+\n+7776FU\n/\nPI\n+\n+7776FU\n-3334FU\n+7677FU\n", []string{"game 2: line 9: illegal-move"}, []uint32{1, 3}},
		{"lost.csa", "PI\n+\n+7776FU\n-5556FU\n%TORYO\n%WHAT\n", []string{"game 1: line 4: bad-move", "game 1: line 6: W21"}, []uint32{1}},
		{"lost.usi", "position startpos moves 7g7f\nposition startpos moves 7g7f 7g7f\n", []string{"game 2: line 2: bad-move"}, []uint32{1, 1}},
		{"bad.usi", "position startpos\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x\n", []string{"game 2: line 2: E17"}, []uint32{0, 0}},
		{"letter.txt", "INPUT=(WESTERN,NUMBERS=NONE)\nGAME=(START)\nP7f\nGAME=(START)\nP2f\nK5c\n", []string{"game 2: line 6: bad-move"}, []uint32{1, 1}},
		{"start.sgf", "(;GM[8]SFEN[9/9 b -];B[7g7f])", []string{"game 1: bad-start: sfen"}, []uint32{1}},
		{"game.sgf", "(;GM[8];B[7g7f];W[dd];W[7g7f])", []string{"game 1: line 1: bad-move", "game 1: illegal-move: move 2 (7g7f)"}, []uint32{2}},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, test.name)
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		a := newArchive(t)
		_, problems := a.mustRun(path)
		contain(t, problems, test.want)
		var moves []uint32
		for _, r := range a.records() {
			g, err := indexer.Derive(r)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, g.Facts.Moves)
		}
		if !slices.Equal(moves, test.moves) {
			t.Errorf("%s: games of %d moves, want %d", test.name, moves, test.moves)
		}
	}
}

// TestNotShogi: files in a folder that merely resemble records are passed over;
// records in formats that are not read are said to be that.
func TestNotShogi(t *testing.T) {
	files := map[string]string{
		"game.sgf":  "(;B[pd]C[Shogi has lines like\n+7776FU\n-3334FU\nPI\n])",
		"book.db":   "#YANEURAOU-DB2016 1.00\n",
		"some.json": `{"header":{},"moves":[{},{"move":{"color":0}}]}`,
		"some.diff": "--- a\n+++ b\n+\n-\n+\n",
		"run.sh":    "INPUT=(one two)\nOUTPUT=$(date)\n",
	}
	g, games, summary, problems := imported(t, files)
	if len(games) != 1 || g.Facts.Game != 1 || summary.Passed != len(files)-2 ||
		!maps.Equal(summary.NotRead, map[string]int{"book": 1}) || len(problems) != 1 {
		t.Errorf("got %d games, the first of GM[%d], %d files passed over, problems %q", len(games), g.Facts.Game, summary.Passed, problems)
	}
}

// TestShogiKeys compares the keys of games with those of all positions that the
// readers give.
func TestShogiKeys(t *testing.T) {
	_, games, _, _ := imported(t, map[string]string{"a.csa": csaText, "b.usi": usiText, "c.txt": commandsText})
	for _, g := range games {
		record, err := shogiGame(g.Record, nil)
		if err != nil {
			t.Fatalf("%s: %v", g.Record.Source.Path, err)
		}
		seen := map[position.Key]bool{}
		for v := range record.Nodes() {
			seen[v.Position.Canonical()] = true
		}
		for _, key := range g.Keys {
			if !seen[key] {
				t.Errorf("%s: no position has key %x", g.Record.Source.Path, key)
			}
		}
		if n := len(distinct(g.Keys)); n != len(seen) {
			t.Errorf("%s: %d keys for %d positions", g.Record.Source.Path, n, len(seen))
		}
	}
}

// TestShogiRecord: a game that goes through SGF stays what it is.
func TestShogiRecord(t *testing.T) {
	_, games, _, _ := imported(t, map[string]string{"a.csa": csaText, "b.usi": usiText, "c.txt": commandsText})
	for _, g := range games {
		record, err := shogiGame(g.Record, nil)
		if err != nil {
			t.Fatalf("%s: %v", g.Record.Source.Path, err)
		}
		var want bytes.Buffer
		if err := notation.WriteSGF(&want, record, nil); err != nil {
			t.Fatal(err)
		}
		text := bytes.TrimSpace(want.Bytes())
		record, err = shogiGame(store.Record{Raw: text, Tree: [2]int{0, len(text)}}, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got bytes.Buffer
		if err := notation.WriteSGF(&got, record, nil); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", g.Record.Source.Path, diff)
		}
	}
	text := []byte("(;GM[8]RE[W+R];B[7g7f];;C[Words.]W[3c3d](;B[8h2b+])(;B[5e5d];W[8c8d]))")
	record, err := shogiGame(store.Record{Raw: text, Tree: [2]int{0, len(text)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := notation.WriteSGF(&got, record, nil); err != nil {
		t.Fatal(err)
	}
	if want := "(;GM[8]FF[4]CA[UTF-8]AP[kifudb]RE[W+R];B[7g7f];W[3c3d]C[Words.];B[8h2b+])\n"; got.String() != want {
		t.Errorf("a record with a node and a move too many became %s, want %s", got.String(), want)
	}
	if _, err := shogiGame(store.Record{Raw: []byte("(;B[aa])"), Tree: [2]int{0, 8}}, nil); err == nil || err.Error() != "not games of shogi" {
		t.Errorf("a game of Go: %v", err)
	}
}

// TestExamples: a game in the variations of another has a record of its own.
func TestExamples(t *testing.T) {
	_, games, _, _ := imported(t, map[string]string{"letter.txt": `INPUT=(WESTERN,NUMBERS=NONE)
P7f
MEMORIZE
GAME=(TSUME,POSITION=(GYOKU=(11G),FU=(13S),KIN=(S)))
G'1b
RESUME
P3d
`})
	var got []string
	for _, g := range games {
		got = append(got, described(g))
	}
	want := []string{
		"game 8, winner 0, how 0, date 0, handicap 0, moves 2, nodes 3, keys 3\ncharset utf-8\n7g7f 3c3d \n",
		`game 8, winner 0, how 0, date 0, handicap 0, moves 1, nodes 2, keys 2
SFEN 8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p
ending 詰将棋 tsume shogi
charset utf-8
G*1b 
`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzShogi: whatever a text in a notation of shogi's holds, its game is one.
func FuzzShogi(f *testing.F) {
	for _, text := range []string{csaText, usiText, commandsText} {
		f.Add([]byte(text), "utf-8")
		f.Add([]byte(text), "euc-jp")
	}
	f.Add([]byte("(;GM[8]SFEN[4k4/9/9/9/9/9/9/9/4K4 b 2P];B[P*5e](;W[5a4b])(;W[5a5a];B[aa]))"), "utf-8")
	f.Fuzz(func(t *testing.T, text []byte, charset string) {
		r := store.Record{Raw: text, Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: charset}}
		g, err := indexer.Derive(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := position.ParseScript(g.Script.AppendBytes(nil)); err != nil {
			t.Fatal(err)
		}
		if g.Facts.Game != 8 {
			return
		}
		if nodes := g.Script.Nodes(); nodes != int(g.Facts.Nodes) || len(g.Keys) > nodes {
			t.Fatalf("%d nodes in the script, %d in the facts, %d keys", nodes, g.Facts.Nodes, len(g.Keys))
		}
		for _, c := range g.Comments {
			if c.Node >= int(g.Facts.Nodes) {
				t.Fatalf("a comment at node %d of %d", c.Node, g.Facts.Nodes)
			}
		}
		if game, err := shogiGame(r, nil); err == nil {
			if err := notation.WriteSGF(io.Discard, game, nil); err != nil {
				t.Fatal(err)
			}
			if err := notation.Write(io.Discard, game, notation.Format{}, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Lines that programs have added to a record in another encoding are read in their own,
// and the record says so.
func TestMixedEncodings(t *testing.T) {
	sjis, err := japanese.ShiftJIS.NewEncoder().String("先手：山田太郎\r\n後手：鈴木花子\r\n手合割：平手\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:01/00:00:01)\r\n*序盤の構想\r\n   2 ３四歩(33)   ( 0:01/00:00:01)\r\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		mixed      bool
		comments   []string
	}{
		{"one encoding", sjis, false, []string{"序盤の構想"}},
		{"a line in UTF-8", sjis + "*評価値=120 検討済み\r\n", true, []string{"序盤の構想", "評価値=120 検討済み"}},
		{"a line in EUC-JP that is katakana in Shift_JIS", sjis + encodeIn(t, japanese.EUCJP, "*山田羽生\r\n"), true, []string{"序盤の構想", "山田羽生"}},
		{"katakana of half width", sjis + encodeIn(t, japanese.ShiftJIS, "*ﾔｸﾞﾗ\r\n*ﾀｶﾐﾁ\r\n*ﾊﾌﾞﾖｼﾊﾙ\r\n"), false, []string{"序盤の構想", "ﾔｸﾞﾗ\nﾀｶﾐﾁ\nﾊﾌﾞﾖｼﾊﾙ"}},
	} {
		g, err := indexer.Derive(store.Record{Format: "kif", Raw: []byte(test.text), Tree: [2]int{0, len(test.text)}, Charset: store.Charset{Name: "shift_jis"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(infoOf(g, "problem"), "mixed-encodings"); got != test.mixed {
			t.Errorf("%s: mixed %t, want %t", test.name, got, test.mixed)
		}
		if got := infoOf(g, "PB"); !slices.Equal(got, []string{"山田太郎"}) {
			t.Errorf("%s: Black is %q", test.name, got)
		}
		var comments []string
		for _, c := range g.Comments {
			comments = append(comments, c.Text)
		}
		if !slices.Equal(comments, test.comments) {
			t.Errorf("%s: comments %q, want %q", test.name, comments, test.comments)
		}
		if g.Facts.Moves != 2 {
			t.Errorf("%s: %d moves", test.name, g.Facts.Moves)
		}
	}
}

// encodeIn returns a text in an encoding.
func encodeIn(t *testing.T, in encoding.Encoding, text string) string {
	t.Helper()
	encoded, err := in.NewEncoder().String(text)
	must(t, err)
	return encoded
}

// Moves in EUC-JP, some of which are too short to be told by their characters.
func TestMovesInAnotherEncoding(t *testing.T) {
	text := encodeIn(t, japanese.ShiftJIS, "先手：山田太郎\r\n後手：鈴木花子\r\n手合割：平手\r\n手数----指手---------消費時間--\r\n   1 ７六歩(77)   ( 0:01/00:00:01)\r\n   2 ３四歩(33)   ( 0:01/00:00:01)\r\n   3 ２二角成(88)   ( 0:01/00:00:01)\r\n") +
		encodeIn(t, japanese.EUCJP, "   4 同　銀(31)   ( 0:01/00:00:01)\r\n   5 ５八玉(59)   ( 0:01/00:00:01)\r\n")
	g, err := indexer.Derive(store.Record{Format: "kif", Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "shift_jis"}})
	must(t, err)
	if got := infoOf(g, "problem"); g.Facts.Moves != 5 || !slices.Equal(got, []string{"mixed-encodings"}) {
		t.Errorf("%d moves, problems %q", g.Facts.Moves, got)
	}
}

// Names in CSA are read so, too.
func TestMixedEncodingsCSA(t *testing.T) {
	for _, test := range []struct {
		in    encoding.Encoding
		name  string
		mixed bool
	}{
		{japanese.EUCJP, "山田", true},
		{japanese.EUCJP, "羽生善治", true},
		{japanese.ShiftJIS, "羽生善治", false},
		{japanese.ShiftJIS, "ﾊﾌﾞﾖｼﾊﾙ", false},
		{japanese.ShiftJIS, "ﾔｸﾞﾗ", false},
	} {
		text := encodeIn(t, japanese.ShiftJIS, "V2.2\r\nN+中原　誠\r\n") + encodeIn(t, test.in, "N-"+test.name+"\r\n") + encodeIn(t, japanese.ShiftJIS, "$EVENT:春の大会\r\nPI\r\n+\r\n+7776FU\r\n")
		g, err := indexer.Derive(store.Record{Format: "csa", Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "shift_jis"}})
		must(t, err)
		if got := infoOf(g, "PW"); !slices.Equal(got, []string{test.name}) {
			t.Errorf("%s in %s: White is %q", test.name, test.in, got)
		}
		if got := infoOf(g, "PB"); !slices.Equal(got, []string{"中原　誠"}) {
			t.Errorf("%s in %s: Black is %q", test.name, test.in, got)
		}
		if got := slices.Contains(infoOf(g, "problem"), "mixed-encodings"); got != test.mixed {
			t.Errorf("%s in %s: mixed %t", test.name, test.in, got)
		}
	}
}

// A summary of the server that names another winner than the moves is a problem of the
// record, as in games whose boards show who has won.
func TestOtherWinnerOfSummary(t *testing.T) {
	for _, test := range []struct {
		summary string
		want    []string
	}{
		{"toryo:a win:b lose", nil},
		{"toryo:a lose:b win", []string{"other-winner"}},
	} {
		text := "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n%TORYO\n'summary:" + test.summary + "\n"
		g, err := indexer.Derive(store.Record{Format: "csa", Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8"}})
		must(t, err)
		if got := infoOf(g, "problem"); !slices.Equal(got, test.want) {
			t.Errorf("%s: problems %q, want %q", test.summary, got, test.want)
		}
		if got := infoOf(g, "RE"); !slices.Equal(got, []string{"B+R"}) {
			t.Errorf("%s: results %q", test.summary, got)
		}
	}
}

// infoOf returns the values of a property.
func infoOf(g *store.Game, ident string) (list []string) {
	for _, v := range g.Info {
		if v.Ident == ident {
			list = append(list, v.Text)
		}
	}
	return list
}
