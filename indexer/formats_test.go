package indexer_test

import (
	"bytes"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"kifudb/format"
	"kifudb/indexer"
)

const (
	kifText    = "手合割：平手\n先手：山田\n後手：鈴木\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*ここから\n   2 ３四歩(33)\n"
	ki2Text    = "先手：山田\n後手：鈴木\n\n▲７六歩　△３四歩　▲同　銀\n*ここから\nまで3手で中断\n"
	jkfText    = `{"header":{"先手":"山田"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":["Good."]}]}`
	gibText    = "\\HS\r\n\\[GIBOKIND=Global\\]\r\n\\[GAMENAME=Rank\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n"
	ngfText    = "A game\n19\nSmith     3D\nJones     2D\nwww.example.org\n0\n0\n7\n20010203 [09:30]\n5\nBlack wins by 0.5!\n2\nPMABBQEEQ\nPMACWEEEE\n"
	ugfText    = "[Header]\nVer=UGF3,200\nLang=SJIS\nTitle=A game\nSize=19\nCoordinateType=IGS\nPlayerB=smith,3d,,\n[Data]\nQP,B1,1,0\nDP,W1,2,0\n[Figure]\n.Text,1\nGood.\n.EndText\n.EndFigure\n"
	ogsText    = `{"game_id":7,"black_player_id":1,"white_player_id":2,"width":19,"height":19,"chat_log":[{"body":"Good.","move_number":1}],"initial_player":"black","moves":[[15,3,900],[3,15,1200]]}` + "\n"
	katagoText = `{"id":"Good.","boardXSize":19,"boardYSize":19,"rules":"chinese","komi":7.5,"moves":[["B","Q16"],["W","pass"]]}` + "\n"
	startText  = `{"board":"...../..X../...../...../...../","hintLoc":"null","initialTurnNumber":1,"moveLocs":["A1"],"movePlas":["W"],"nextPla":"W","xSize":5,"ySize":5}` + "\n"
	pgnText    = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2001.02.03\"]\n[White \"Smith\"]\n[Black \"Jones\"]\n[Result \"*\"]\n\n1. e4 {Good.} e5 (1... c5) *\n"
	ggfText    = "(;GM[Othello]PC[GGS/os]DT[2001-02-03]PB[smith]PW[jones]TY[8]RE[+2.000]BO[8 ---------------------------O*------*O--------------------------- *]B[d3//1]W[c5//2];)\n"
	book       = "#YANEURAOU-DB2016 1.00\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n7g7f 3c3d 0 32 2\n"
	sgfText    = "(;GM[1]FF[4]SZ[19]PB[Smith];B[pd];W[dd]C[Good.])\n"
)

// wthorFile makes a file of WTHOR's games, with as many as its heading says.
func wthorFile(records, bytes int) string {
	b := []byte{20, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0xD1, 7, 8, 0, 24, 0}
	binary.LittleEndian.PutUint32(b[4:], uint32(records))
	game := make([]byte, bytes)
	for i := 8; bytes == 68 && i < bytes; i++ {
		game[i] = byte(10*(1+i%8) + 1 + i%7)
	}
	return string(b) + strings.Repeat(string(game), records)
}

// samples are files in every format, whatever they are called.
func samples() map[string][]string {
	return map[string][]string{
		"sgf": {sgfText, "\ufeff" + sgfText, "From: a@example.org\n\n" + sgfText, "(;)", "( ;\n(;B[aa])(;B[bb]))"},
		"csa": {csaText}, "usi": {usiText}, "usen": {"~0.7ku2jm6y2.r\n"}, "converter": {commandsText},
		"kif": {kifText, "\ufeff" + kifText, "#KIF version=2.0 encoding=Shift_JIS\n先手：山田\n", strings.ReplaceAll(kifText, "\n", "\r\n")},
		"ki2": {ki2Text, "手合割：その他\n+---------------------------+\n" + ki2Text},
		"jkf": {jkfText}, "gib": {gibText}, "ngf": {ngfText}, "ugf": {ugfText}, "katago-json": {katagoText, startText + startText, "[" + katagoText + "]"}, "ogs": {ogsText, "[\n" + ogsText + "]\n", `{"id":7,"players":{},"gamedata":` + ogsText + "}", ogsText + ogsText},
		"pgn": {pgnText, "\ufeff" + pgnText}, "ggf": {ggfText},
		"sgf-json":      {`{"id":1,"sgf":"(;GM[1]FF[4]C[\"Good.\"];B[pd])"}` + "\n", `["( ;\nGM[1];B[pd])"]`, "\ufeff[\n {\"n\": 1, \"game\": \"(;GM[1];B[pd])\"}\n]\n"},
		"sgf-csv":       {"id,sgf\n1,\"(;GM[1]C[a, \"\"b\"\"];B[pd])\"\n", "sgf\tid\n\"(;GM[1]\n;B[pd])\"\t1\n", "id;sgf\n1;(;GM[1])\n2;\"(;C[a; b];B[pd])\"\n"},
		"othello-lines": {"id,winner,game_moves\n7,-1,f5d6c3d3c4\n8,1,f5f6e6f4\n", "f5d6c3d3\n"},
		"book":          {book}, "wthor": {wthorFile(3, 68)}, "games-parquet": {"PAR1\x15\x04\x15\x10"}, "cbh": {"\x00\x00\x2C\x00\x2E\x01" + strings.Repeat("\x00", 2*46-6)}, "scid": {"Scid.si\x00\x01\x90" + strings.Repeat("\x00", 200)},
		"renlib": {"\xFFRenLib\xFF\x03\x04" + strings.Repeat("\xFF", 10) + "\x00\x00\x78\x40"}, "wthor-table": {wthorFile(5, 20), wthorFile(5, 26)},
	}
}

// recognised returns the name of the format of a file, "" if it is in none.
func recognised(path, text string) string {
	f := indexer.Formats().Recognise(path, format.NewHead([]byte(text), int64(len(text))))
	if f == nil {
		return ""
	}
	return f.Name
}

// Every format is recognised by what is in a file, whatever its name promises.
func TestFormatsAreRecognised(t *testing.T) {
	known := samples()
	for _, f := range indexer.Formats() {
		if len(known[f.Name]) == 0 {
			t.Errorf("there is no sample of %s", f.Name)
		}
		for _, text := range known[f.Name] {
			for _, name := range []string{"x.sgf", "x.pgn", "x.wtb", "x.kif", "x", "x.txt"} {
				if got := recognised(name, text); got != f.Name {
					t.Errorf("%s: %.40q is %q, want %s", name, text, got, f.Name)
				}
			}
		}
	}
	for _, text := range []string{kifText, ki2Text} {
		want := recognised("x", text)
		for _, e := range []interface{ String(string) (string, error) }{
			japanese.ShiftJIS.NewEncoder(), japanese.EUCJP.NewEncoder(), unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
		} {
			if in, err := e.String(text); err != nil || recognised("x", in) != want {
				t.Errorf("%s in another encoding is %q, %v", want, recognised("x", in), err)
			}
		}
	}
}

// A sound record in SGF is never called anything else, whatever its texts say or
// what stands before it.
func TestSGFIsNothingElse(t *testing.T) {
	escape := strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	tried := 0
	for name, texts := range samples() {
		for _, text := range texts {
			if name == "wthor" || name == "wthor-table" || name == "games-parquet" || name == "renlib" || name == "cbh" || name == "scid" {
				continue // text cannot hold them
			}
			tried++
			for place, file := range map[string]string{
				"comment":    "(;GM[1]C[" + escape.Replace(text) + "];B[aa])",
				"first node": "(;C[" + escape.Replace(text) + "])",
				"name":       "(;GM[8]GN[" + escape.Replace(text) + "];B[7g7f])",
				"behind":     sgfText + text,
			} {
				if got := recognised("x.sgf", file); got != "sgf" {
					t.Errorf("%s as %s: %q", name, place, got)
				}
				if got := recognised("x", file); got != "sgf" {
					t.Errorf("%s as %s, without a name: %q", name, place, got)
				}
			}
			if name == "csa" || name == "usi" || name == "usen" || name == "converter" || name == "ggf" || strings.HasPrefix(name, "sgf-") || strings.HasPrefix(text, "(;") {
				continue // their own games come first
			}
			if got := recognised("x.sgf", text+"\n"+sgfText); got != "sgf" {
				t.Errorf("behind %s: %q", name, got)
			}
		}
	}
	if tried < 15 {
		t.Errorf("%d mixtures", tried)
	}
}

// A game tree in the words of another format does not make it SGF.
func TestTreesInWords(t *testing.T) {
	for want, text := range map[string]string{
		"csa":         strings.Replace(csaText, "'* 定跡", "'* (;B[aa])", 1),
		"kif":         strings.Replace(kifText, "*ここから", "*(;B[aa])", 1),
		"ki2":         strings.Replace(ki2Text, "*ここから", "*(;B[aa])", 1),
		"jkf":         strings.Replace(jkfText, "Good.", "(;B[aa])", 1),
		"gib":         strings.Replace(gibText, "Rank", "(;B[aa])", 1),
		"ugf":         strings.Replace(ugfText, "Good.", "(;B[aa])", 1),
		"katago-json": strings.Replace(katagoText, "Good.", "(;B[aa])", 1),
		"ogs":         strings.Replace(ogsText, "Good.", "(;B[aa])", 1),
		"pgn":         strings.Replace(pgnText, "Good.", "(;B[aa])", 1),
	} {
		if !strings.Contains(text, "(;B[aa])") {
			t.Fatalf("%s: the sample has changed", want)
		}
		if got := recognised("x", text); got != want {
			t.Errorf("%s with a tree in its words is %q", want, got)
		}
	}
}

// What is no record is in no format: folders hold all kinds of files.
func TestNoFormat(t *testing.T) {
	for _, text := range []string{
		"", "\x00\x00\x00\x00", "Hello (world).\n", "{\"moves\": 3}", "[Header]\nname=x\n", "[Event]\n[Site]\n",
		"19\n19\nPM\n", "\\HS\n", "手合わせ\n", "▲ 上に\n", "GM[Othello]", "<html>(;</html>", wthorFile(2, 68)[:40],
		"1. e4 e5 2. Nf3\n", "sfen\n", "+\n-\n+\n", "kind,value\n1,2\n",
	} {
		if got := recognised("x.txt", text); got != "" && (got != "sgf" || !strings.Contains(text, "(;")) {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// An import counts the files of each format that is not read, and says why; they
// are not silently passed over.
func TestUnreadFormatsAreCounted(t *testing.T) {
	files := map[string]string{"a.sgf": sgfText, "b": book, "c": book + "\n", "d.txt": book + "\n\n", "e.zip.txt": book + "\n\n\n", "f.jou": wthorFile(5, 20), "g.txt": "words"}
	_, games, summary, problems := imported(t, files)
	want := map[string]int{"book": 4}
	if len(games) != 1 || summary.Failed != 4 || summary.Passed != 2 || !maps.Equal(summary.NotRead, want) {
		t.Errorf("%d games, %d files failed, %d passed over, not read %v", len(games), summary.Failed, summary.Passed, summary.NotRead)
	}
	if len(problems) != 4 || !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, "an engine's book") }) {
		t.Errorf("said %q", problems)
	}
}

// FuzzRecognise: whatever a file holds, it is in one format or in none, and a record
// in SGF that has it in a comment is one in SGF.
func FuzzRecognise(f *testing.F) {
	for _, texts := range samples() {
		for _, text := range texts {
			f.Add([]byte(text))
		}
	}
	escape := strings.NewReplacer(`\`, `\\`, `]`, `\]`)
	f.Fuzz(func(t *testing.T, text []byte) {
		recognised("x", string(text))
		if bytes.ContainsAny(text, "\x00\x1b~") {
			return // bytes of encodings by which a file is converted as a whole
		}
		if got := recognised("x", "(;GM[1]C["+escape.Replace(string(text))+"])"); got != "sgf" {
			t.Errorf("in a comment: %q", got)
		}
	})
}
