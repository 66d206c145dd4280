package bench

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// A grammar makes files in a format.
type grammar struct {
	format, name string // the format as package indexer calls it, and what kind of file it is
	file         string
	rule         *rule
}

// texts are what values hold.
func texts() *rule {
	return one(many("letters", "x"), many("words", "%s "), many("numbers", "%d"), many("kanji", "碁"),
		many("latin", "\xE4"), many("escapes", `\]`), many("tags", "[x\\]"), many("breaks", "\n"), many("twice", "Ã¤"))
}

// properties are those of nodes in SGF, with what follows their identifiers.
func properties() *rule {
	return one(
		seq(one("B", "W"), many("moves of a property", "[", one("aa", "qq", "tt", "", "zz", "%s"), "]")),
		seq(one("AB", "AW", "AE", "TR", "DD", "VW"), many("points", "[", one("aa", "bb:cc", "aa:ss", "zz", ""), "]")),
		seq(one("C", "N", "GC"), many("comments", "[", texts(), "]")),
		seq(one("PB", "PW", "BT", "EV", "GN"), many("names", "[", one("a", "%s", "李", "%d"), "]")),
		seq(one("DT", "RE", "KM", "HA", "TM", "OT", "BR", "SZ", "RU"), many("facts", "[", one("2001-02-03", "B+%d", "0.5", "%d", "7d", "%d,%d"), "]")),
		seq(one("LB", "AR", "LN"), many("marks", "[", one("aa:%d", "aa:bb", "bb:x"), "]")),
		seq(one("BL", "WL", "OB", "V", "TE", "MN", "FG", "PM"), "[", one("%d", "1.5", "", "257:%d"), "]"),
		seq("X%s", many("values of unknown ones", "[", one("", "x", "%d"), "]")),
	)
}

// sgfTree is a game tree with a root.
func sgfTree(root string) *rule {
	return seq("(;", root, many("properties of a root", properties()),
		many("nodes", ";", many("properties", properties())),
		many("variations", "(", many("nodes of a variation", ";", many("properties of a variation", properties())), ")"),
		deep("depth", "(;B[aa]", one(";", ";W[bb]C[x]", "(;)(;)"), ")"),
		")")
}

var grammars = []grammar{
	{"sgf", "", "a.sgf", many("trees", sgfTree("GM[1]SZ[19]"))},
	{"sgf", "large board", "a.sgf", many("trees", sgfTree("GM[1]SZ[52]"))},
	{"sgf", "many games", "a.sgf", many("trees", one("(;)", "(;C[%d])", "(;PB[%s]PW[%d];B[aa])", "(;B[aa];W[bb])", "junk", "\n"))},
	{"sgf", "merged", "a.sgf", seq("(;SZ[19];B[aa]", many("games", one("(;PB[%s]", "(;GN[%d]", "(;EV[x]"), many("moves", ";W[bb]"), ")"), ")")},
	{"sgf", "merged within merged", "a.sgf", seq("(;SZ[19]", deep("games", "(;PB[%s];B[aa]", ";W[bb]", ")"), ")")},
	{"sgf", "other games", "a.sgf", seq("(;", one("GM[2]", "GM[8]", "GM[9]", "GM[11]", "GM[3]", "GM[4]"), many("moves", one(";B[f5]", ";W[7g7f]", ";B[a1]W[b2]", ";B[e2e4]")), many("variations", one("(;B[f5])", "(;C[x])")), ")")},
	{"sgf", "open", "a.sgf", seq(many("junk", one("(", ")", ";", "[", "]", "x", "(;", "[]", "%s ")), "(;B[aa]", many("more", one("(", "(;", ";", "C[", "]")))},
	{"sgf", "text between", "a.sgf", many("games", "(;B[aa])", many("words", one("x ", "%s ", "\n")))},

	{"kif", "", "a.kif", seq("# KIF\n", many("headers", one("先手：a\n", "後手：%d\n", "%s：x\n", "開始日時：2001/02/03\n")), "手数----指手---------消費時間--\n",
		many("moves", one("1 ７六歩(77)\n", "%d ７六歩(77)   ( 0:01/00:00:01)\n", "2 ３四歩(33)\n", "3 投了\n"), many("comments", "*x\n")),
		many("variations", "変化：1手\n1 ２六歩(27)\n"), many("lines", one("\n", "&x\n", "x\n", "まで1手で中断\n")))},
	{"kif", "games", "a.kif", many("games", "手合割：平手\n先手：%d\n手数----指手---------消費時間--\n", many("moves", "   1 ７六歩(77)\n   2 ３四歩(33)\n"))},
	{"ki2", "", "a.ki2", seq(many("headers", one("先手：a\n", "後手：%d\n")), "\n", many("moves", one("▲７六歩　△３四歩\n", "▲同　歩", "▲%d")), many("comments", "*x\n"), many("variations", "変化：1手\n▲２六歩\n"))},
	{"jkf", "", "a.jkf", seq(`{"header":{`, list("headers", ",", one(`"先手":"a"`, `"%s":"x"`)), `},"moves":[{}`,
		many("moves", `,{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"comments":[`, list("comments", ",", one(`""`, `"x"`, `"%d"`)), `]}`),
		many("forks", `,{"forks":[`, list("lines", ",", `[{"move":{"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}}]`), `]}`),
		deep("depth", `,{"forks":[[{}`, "", "]]}"), many("nothing", ",{}"), "]}")},
	{"jkf", "values", "a.jkf", seq(`{"header":{"先手":"a"},"moves":[{}],"x":`, deep("arrays", "[", "", "]"), "}")},
	{"csa", "", "a.csa", seq("V2.2\n", many("headers", one("N+a\n", "N-%d\n", "$EVENT:%d\n", "'x\n")), "PI\n", many("lines", one("+\n", "P+00FU\n", "'x\n", "\n")), "+\n",
		many("moves", one("+7776FU\n", "-3334FU\n", "T%d\n", "%%TORYO\n", "'*x\n", "'** 30 +7776FU\n")), many("games", "/\nPI\n+\n+7776FU\n"))},
	{"usi", "", "a.usi", many("lines", one("position startpos", "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"), " moves", many("moves", one(" 7g7f", " 3c3d", " %d")), "\n")},
	{"usen", "", "a.usen", seq("~0.", many("moves", one("7ku", "2jm", "6y2")), many("lines", one("~%d.", "~0."), "7ku"), ".r\n")},
	{"converter", "", "a.txt", seq("INPUT=(WESTERN,NUMBERS=NONE)\nP7f\n", many("lines", one("P3d\n", "COMMENTS\nx\nSCORE\n", "MEMORIZE\nP3d\nRESUME\n", "RECALL\n", "GAME=(START)\nP7f\n", "K5c ")))},

	{"gib", "", "a.gib", seq("\\HS\r\n", many("headers", one("\\[GAMENAME=x\\]\r\n", "\\[GAMEBLACKNAME=%d\\]\r\n", "\\[%s=x\\]\r\n")), "\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\n",
		many("moves", one("STO 0 2 1 15 3\r\n", "STO 0 %d 2 3 15\r\n", "SKI 0 2\r\n", "x\r\n")), "\\GE\r\n")},
	{"gib", "games", "a.gib", many("games", "\\HS\r\n\\[GAMENAME=%d\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\nINI 0 1 0 &4\r\nSTO 0 2 1 15 3\r\n\\GE\r\n")},
	{"ngf", "", "a.ngf", seq(many("games", "A game\n19\nSmith     3D\nJones     2D\nwww.example.org\n0\n0\n7\n20010203 [09:30]\n5\nBlack wins by 0.5!\n2\n", many("moves", one("PMABBQEEQ\n", "PM%sWEEEE\n", "x\n"))))},
	{"ugf", "", "a.ugf", seq("[Header]\nVer=UGF3,200\nLang=SJIS\nSize=19\nCoordinateType=IGS\n", many("headers", one("Title=x\n", "PlayerB=%d,3d,,\n", "%s=x\n")), "[Data]\n", many("moves", one("QP,B1,1,0\n", "DP,W1,%d,0\n", "x\n")),
		"[Figure]\n", many("figures", ".Text,%d\n", many("lines", "Good.\n"), ".EndText\n.EndFigure\n"), many("branches", ".BranchNode,%d\nQP,B1,1,0\n.EndBranch\n"))},
	{"ogs", "", "a.json", seq("[", list("games", ",\n", `{"game_id":%d,"initial_player":"black","black_player_id":1,"width":19,"height":19,"moves":[`, list("moves", ",", one("[15,3,900]", "[3,%d,1]", `{"x":1,"y":2}`, "[-1,-1]", "x")), `],"chat_log":[`, list("words", ",", one(`{"body":"x","move_number":%d}`, `{"body":{}}`)), "]}"), "]")},
	{"ogs", "values", "a.json", seq(`{"game_id":1,"initial_player":"black","x":`, deep("arrays", "[", "", "]"), `,"moves":"`, many("letters", one("pd", "..", "!1dd", "%d")), `"}`)},
	{"katago-json", "", "a.json", many("games", one(`{"id":"%d","boardXSize":19,"boardYSize":19,"initialStones":[["B","Q4"]],"moves":[`, `{"boardXSize":9,"boardYSize":9,"moves":[`), list("moves", ",", one(`["B","D4"]`, `["W","pass"]`, `["B","%d"]`, "x")), "]}\n",
		one("", "{\"id\":\"a\",\"rootInfo\":{}}\n", "{\"board\":\"...../...../...../...../..X../\",\"xSize\":5,\"ySize\":5,\"nextPla\":\"B\",\"moveLocs\":[\"A1\"],\"movePlas\":[\"B\"]}\n"))},
	{"pgn", "", "a.pgn", many("games", many("tags", one("[Event \"x\"]\n", "[White \"%s\"]\n", "[%s \"x\"]\n", "[Black \"%d\"]\n", "[Date \"2001.02.03\"]\n", "[FEN \"x\"]\n")), "\n",
		many("moves", one("1. e4 e5 ", "%d. e4 ", "Nf3 Nf6 Ng1 Ng8 ", "x", "$%d ", "e4!?")), many("comments", "{", many("words", one("x ", "[%%clk 0:01:00] ", "%s ")), "}"), many("unclosed", "{ { x } "), many("variations", "(1. d4 d5 {x}) "), deep("depth", "(1. d4 ", "d5", ")"), many("ends", "; x\n"), " *\n\n")},
	{"pgn", "short", "a.pgn", many("games", one("[Event \"x\"]\n\n*\n\n", "[Event \"%d\"]\n\n1. e4 *\n\n", "[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 e5 1-0\n\n"))},
	{"ggf", "", "a.ggf", many("games", one("", "2 "), "(;GM[Othello]PC[GGS/os]", many("headers", one("DT[2001-02-03]", "PB[%d]", "%s[x]", "RE[+2.000]")), "TY[8]BO[8 ---------------------------O*------*O--------------------------- *]", many("moves", one("B[d3//1]", "W[c5//%d]", "B[pass]", "C[x]")), ";)\n")},
	{"othello-lines", "", "a.csv", many("games", one("", "%d,", "%d\t1\t", "x;"), "f5d6c3", many("moves", one("d3", "c4", "f4")), "\n")},
	{"sgf-json", "", "a.json", seq("[", list("rows", ",\n", `{"id":%d,"sgf":"(;GM[1]FF[4]PB[%s]`, many("moves", ";B[pd]"), `"}`), "]")},
	{"sgf-json", "cells", "a.json", seq(`[{"sgf":"(;GM[1];B[pd])"`, many("cells", one(`,"a":1`, `,"%s":"x"`, `,"c":[1,2]`)), `,"deep":`, deep("arrays", "[", "1", "]"), "}]")},
	{"sgf-csv", "", "a.csv", seq("id,sgf\n", many("rows", one("%d,\"(;GM[1]C[a, \"\"b\"\"];B[pd])\"\n", "%d,(;GM[1])\n", ",\n"), many("columns", one("", ",", "x"))))},
}

// binaries are shapes that no grammar makes: tables, libraries of RenLib and containers.
var binaries = []fileShape{
	{"renlib-games", "a.lib", func(_ testing.TB, size int) []byte { return renlib(size, "\x78\x00", "\x68\x08ab\x00\x00") }},
	{"renlib of variations", "a.lib", func(_ testing.TB, size int) []byte { return renlib(size, "\x78\xC0", "\x68\x80", "\x69\x40") }},
	{"games-parquet-games", "a.parquet", func(t testing.TB, size int) []byte { return inParquet(t, size, "1. e4 e5 {%d}") }},
	{"Parquet of trees", "a.parquet", func(t testing.TB, size int) []byte { return inParquet(t, size, "(;GM[1]C[%d];B[aa])") }},
	{"wthor-games", "a.wtb", func(_ testing.TB, size int) []byte { return wthor(size, 68) }},
	{"wthor-table", "a.jou", func(_ testing.TB, size int) []byte { return wthor(size, 20) }},
	{"zip of many members", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, members(size/130, "(;)")) }},
	{"zip of different members", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, members(size/150, "(;C[%d])")) }},
	{"zip of members without games", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, members(size/130, "x")) }},
	{"zip of games", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, [][]byte{repeated(4*size, "(;)")}) }},
	{"zip of different games", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, [][]byte{repeated(4*size, "(;PB[%d];B[aa])")}) }},
	{"zip of names of players", "a.zip", func(t testing.TB, size int) []byte { return zipped(t, [][]byte{repeated(4*size, "(;PB[%d]PW[%s])")}) }},
	{"zip of nodes", "a.zip", func(t testing.TB, size int) []byte {
		return zipped(t, [][]byte{append([]byte("("), repeated(4*size, ";")...)})
	}},
	{"zip in zips", "a.zip", func(t testing.TB, size int) []byte {
		inner := zipped(t, members(20, "(;C[%d])"))
		return zipped(t, slices.Repeat([][]byte{inner}, 1+size/len(inner)))
	}},
	{"tar of different members", "a.tar.gz", func(t testing.TB, size int) []byte { return tarred(t, members(size/100, "(;C[%d])")) }},
	{"tar of equal members", "a.tar.gz", func(t testing.TB, size int) []byte { return tarred(t, members(size/100, "(;)")) }},
	{"tar in tars", "a.tar.gz", func(t testing.TB, size int) []byte {
		inner := tarred(t, [][]byte{tarred(t, members(4, "(;C[%d])"))})
		return tarred(t, slices.Repeat([][]byte{inner}, 1+size/300))
	}},
}

// members are texts of so many files.
func members(n int, text string) (all [][]byte) {
	for i := range max(1, n) {
		all = append(all, []byte(strings.Replace(text, "%d", strconv.Itoa(i), 1)))
	}
	return all
}

// repeated is something until there are so many bytes.
func repeated(size int, item string) []byte { return (&hostile{item: item}).text(size) }

// renlib is a library of a root and nodes, again and again.
func renlib(size int, nodes ...string) []byte {
	b := []byte("\xFFRenLib\xFF\x03\x04" + strings.Repeat("\xFF", 10) + "\x00\x00")
	for i := 0; len(b) < size; i++ {
		b = append(b, nodes[i%len(nodes)]...)
	}
	return b
}

// inParquet is a table whose rows would take so many bytes each in its own text.
func inParquet(t testing.TB, size int, text string) []byte {
	type row struct{ Event, Movetext string }
	var rows []row
	for i := range max(1, size/(2*len(text))) {
		rows = append(rows, row{strconv.Itoa(i), strings.Replace(text, "%d", strconv.Itoa(i), 1)})
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func wthor(size, record int) []byte {
	b := []byte{20, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0xD1, 7, 8, 0, 24, 0}
	n := max(1, (size-len(b))/record)
	binary.LittleEndian.PutUint32(b[4:], uint32(n))
	for i := range n {
		game := make([]byte, record)
		for k := 8; record == 68 && k < len(game); k++ {
			game[k] = byte(10*(1+(k+i)%8) + 1 + k%7)
		}
		copy(game, strconv.Itoa(i))
		b = append(b, game...)
	}
	return b
}
