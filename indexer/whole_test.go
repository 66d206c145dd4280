package indexer_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"
)

const (
	shortKIF = "# ---- a program ----\n開始日時：2021/03/04\n手合割：平手\n先手：甲野\n後手：乙野\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 ３四歩(33)   ( 0:02/00:00:02)\n*a comment\n   3 ２六歩(27)   ( 0:01/00:00:02)\n   4 投了\nまで3手で先手の勝ち\n"
	shortKI2 = "先手：甲野\n後手：乙野\n\n▲７六歩 △３四歩\n▲２六歩 △８四歩\nまで4手で中断\n"
	shortCSA = "V2.2\nN+KOUNO\nN-OTSUNO\n$EVENT:test\nPI\n+\n+7776FU\nT1\n-3334FU\nT2\n+2726FU\n%TORYO\n"
	shortPGN = "[Event \"Spring\"]\n[Site \"?\"]\n[Date \"2021.03.04\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n"
	shortSGF = "(;GM[1]FF[4]SZ[19]PB[Anna]PW[Bo]\n;B[pd];W[dp];B[pp];W[dd])\n"
	shortUSI = "position startpos moves 7g7f 3c3d 2g2f\nposition startpos moves 2g2f 8c8d\n"
	shortJKF = `{"header":{"先手":"甲野","後手":"乙野"},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}`
	shortGGF = "(;GM[Othello]PC[GGS/os]DT[2001.02.03]PB[ann]PW[ben]TY[8]RE[+2.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3]W[c5];)\n"
)

// parserTest has a record in a string.
const parserTest = `import { parse } from "../lib/parse";

describe("parse", () => {
  it("reads a record", () => {
    const record = parse(` + "`" + `
先手：甲野
後手：乙野
▲７六歩 △３四歩
▲２六歩 △８四歩
まで4手で中断
` + "`" + `);
    expect(record.moves.length).toBe(4);
  });
});
`

// inStrings are ways to write texts in source code.
func inStrings(text string) map[string]string {
	quoted := fmt.Sprintf("%q", text)
	lines := strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\",\n    \"")
	return map[string]string{
		"a.test.ts":   "import { read } from \"./read\";\n\ntest(\"short\", () => {\n  const text = `" + text + "`;\n  expect(read(text).length).toBe(1);\n});\n",
		"b.js":        "const text = `" + text + "`\n\nmodule.exports = read(text)\n",
		"c.py":        "import unittest\n\nTEXT = \"\"\"\\\n" + text + "\"\"\"\n\n\nclass ReadTest(unittest.TestCase):\n    def test(self):\n        self.assertEqual(len(read(TEXT)), 1)\n",
		"d.go":        "package read\n\nconst text = `" + text + "`\n\nfunc TestRead(t *testing.T) {\n\tread(text)\n}\n",
		"e.rs":        "#[test]\nfn reads() {\n    let text = r#\"" + text + "\"#;\n    assert_eq!(read(text).len(), 1);\n}\n",
		"f.java":      "class ReadTest {\n  static final String[] LINES = {\n    \"" + lines + "\",\n  };\n}\n",
		"g.c":         "#include <stdio.h>\n\nstatic const char *text = " + quoted + ";\n\nint main(void) { return read(text); }\n",
		"h.md":        "# Reading records\n\nA record looks like this:\n\n```\n" + text + "```\n\nCall `read` with it. The moves are in the list that it returns, with their times.\n",
		"i.rst":       "Reading records\n===============\n\nA record looks like this::\n\n    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n\n.. code-block:: python\n\n    >>> games = read(text)\n    >>> len(games)\n    1\n",
		"j.html":      "<html>\n<body>\n<h1>A game</h1>\n<pre>\n" + text + "</pre>\n</body>\n</html>\n",
		"k.snap":      "exports[`reads 1`] = `\n\"" + text + "\"\n`;\n",
		"l.log":       "2021-03-04 10:00:01 INFO  connected (3 ms)\n2021-03-04 10:00:02 DEBUG received " + strings.ReplaceAll(text, "\n", "\n2021-03-04 10:00:02 DEBUG received ") + "\n2021-03-04 10:00:09 INFO  closed\n",
		"m.txt":       "MANUAL\n\nThe program reads records. They are written as the following one, which has a few moves.\nEach line is explained in a chapter of its own.\n\n" + text + "\nThe first line says who plays. The others are moves, and what was said of them.\nWhoever writes a program that reads such records must expect that some of the lines are missing.\nThe next chapter has more of them; see there for what programs write. Some write comments,\nothers write the time that was used, and some write the names of openings.\nA record may end with the result. If it does not, the game is not finished.\n",
		"n.yaml":      "tests:\n  - name: short\n    text: |\n      " + strings.ReplaceAll(text, "\n", "\n      ") + "\n    moves: 4\n    valid: true\n",
		"o.json":      `{"name": "read", "version": "1.0.0", "scripts": {"test": "jest"}, "example": "see ` + strings.Trim(quoted, `"`) + `"}`,
		"p.component": "<Viewer kifu={`" + text + "`} />\n",
	}
}

// Source code, documents and logs with records in them are no games, unless somebody names them
// as records; what is a record throughout is one under any name.
func TestWholeRecords(t *testing.T) {
	utf8 := func(text string) string { return text }
	sjis := func(text string) string { text, _ = japanese.ShiftJIS.NewEncoder().String(text); return text }
	for _, tt := range []struct {
		format, extension, text string
		games                   int
		in                      func(string) string
	}{
		{"kif", ".kif", shortKIF, 1, utf8}, {"kif in Shift_JIS", ".kif", shortKIF, 1, sjis}, {"ki2", ".ki2", shortKI2, 1, utf8}, {"ki2 in Shift_JIS", ".ki2", shortKI2, 1, sjis},
		{"csa", ".csa", shortCSA, 1, utf8}, {"pgn", ".pgn", shortPGN, 1, utf8}, {"sgf", ".sgf", shortSGF, 1, utf8},
		{"usi", ".usi", shortUSI, 2, utf8}, {"jkf", ".jkf", shortJKF, 1, utf8}, {"ggf", ".ggf", shortGGF, 1, utf8},
	} {
		t.Run(tt.format, func(t *testing.T) {
			files, none := map[string]string{}, 0
			for name, text := range inStrings(tt.text) {
				files["d/"+name] = tt.in(text)
				none++
			}
			whole := tt.in(tt.text)
			files["d/game"+tt.extension], files["d/game.txt"], files["d/game"], files["d/GAME.DAT"] = whole, whole, whole, whole
			files["d/crlf.txt"] = strings.ReplaceAll(whole, "\n", "\r\n")
			const records = 5
			folder(t, files)
			a := newLedger(t)
			summary, problems := a.mustRun("d")
			if summary.Files != records || summary.Games != records*tt.games || summary.Passed != none || summary.Failed != 0 {
				t.Errorf("%d files read with %d games, %d passed over; want %d, %d, %d", summary.Files, summary.Games, summary.Passed, records, records*tt.games, none)
				for o, err := range a.ledger.Outcomes(summary.Run) {
					must(t, err)
					t.Log(o.What, near(o.Path()), o.Reason)
				}
			}
			contain(t, problems, nil)
		})
	}
}

// Some words around a record do not matter, nor does how long they are beside a long one.
func TestRecordsWithSomeWords(t *testing.T) {
	title := "第３回大会の記念対局\n"
	files := map[string]string{
		"kif.txt":   title + shortKIF,
		"ki2.txt":   title + shortKI2,
		"csa.txt":   "a game of the second round\n" + shortCSA,
		"pgn.txt":   "% written by a program\n{ the best game }\n" + shortPGN,
		"sgf.txt":   "From: anna\nSubject: our game\n\n" + shortSGF + "\nYours, Anna\n",
		"mark.txt":  "\ufeff" + shortSGF,
		"two.txt":   shortSGF + shortSGF,
		"cut.txt":   strings.TrimRight(shortSGF, ")\n"),
		"moves.txt": "(;" + strings.Repeat("B[aa];W[bb];", 9000),
	}
	all := map[string]string{}
	for name, text := range files {
		all["d/"+name] = text
	}
	folder(t, all)
	summary, _ := newArchive(t).mustRun("d")
	if summary.Files != len(files) || summary.Passed != 0 {
		t.Errorf("%d of %d files read, %d passed over", summary.Files, len(files), summary.Passed)
	}
}

// What only resembles records is none, whatever its name.
func TestNoRecords(t *testing.T) {
	files := map[string]string{
		"schema.json":     `{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"header": {"type": "object"}, "initial": {"type": "object"}, "moves": {"type": "array", "items": {"properties": {"move": {"properties": {"piece": {}, "to": {}}}, "special": {}}}}}}`,
		"openapi.json":    `{"paths": {"/moves": {"get": {"parameters": [{"name": "header"}]}}}, "moves": {"piece": 1, "to": 2}, "header": {}}`,
		"package.json":    `{"name": "sgf", "scripts": {"test": "sgf (;B[aa])"}, "moves": "none", "header": {}}`,
		"table.csv":       "game,moves,result\n1,\"see (below)\",1-0\n2,\"(none; draw)\",1/2-1/2\n",
		"protocol.log":    "usi\nid name engine\nusiok\nisready\nreadyok\nusinewgame\nposition startpos moves 7g7f\ngo btime 1000 wtime 1000\ninfo depth 1 score cp 30\nbestmove 3c3d\n",
		"call.js":         "for (;;) { next(a[0]) }\n(function(){;})()\nif (x) (;)\n",
		"lisp.el":         "(;; a comment\n (defun a () b[c]))\n(;B[x] (setq y z))\n",
		"grammar.txt":     "GameTree = \"(\" Sequence { GameTree } \")\"\nSequence = Node { Node }\n(; is how a tree begins, B[aa] is a move, and so on.\n",
		"changes.diff":    "diff --git a/x b/x\n@@ -1,3 +1,3 @@\n-7776FU is written\n+7776FU\n+3334FU is the answer\n context = {\n",
		"readme.markdown": "- `+7776FU` moves a pawn\n- `-3334FU` answers\n\nV2.2 is the version.\n\n    PI\n    +\n    +7776FU\n    -3334FU\n\n> This = an example.\n",
	}
	all := map[string]string{}
	for name, text := range files {
		all["d/"+name] = text
	}
	folder(t, all)
	a := newLedger(t)
	summary, problems := a.mustRun("d")
	if summary.Games != 0 || summary.Failed != 0 || summary.Passed != len(files) {
		t.Errorf("%d games, %d of %d files passed over", summary.Games, summary.Passed, len(files))
		for o, err := range a.ledger.Outcomes(summary.Run) {
			must(t, err)
			t.Log(o.What, o.Path(), o.Reason)
		}
	}
	contain(t, problems, nil)
}
