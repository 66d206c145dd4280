package goserver_test

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/sgfread/charset"
)

// What one part of a record says, at the bounds of what can be read.
func TestParts(t *testing.T) {
	games := map[string]string{"gib": gibGame, "ngf": ngfGame, "ugf": ugfGame}
	ngfGI := "GITitle\nGIsmith 5d\nGIjones 4d\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nPMABBREER\n"
	for _, test := range []struct{ format, old, new, want string }{
		// The board.
		{"gib", "TCNT:4", "LINE:13", "SZ[13]"},
		{"gib", "TCNT:4", "LINE:5", "SZ[5]"},
		{"gib", "TCNT:4", "LINE:4", "SZ[19]"},
		{"ngf", "\n19\n", "\n2\n", "SZ[2]"},
		{"ngf", "\n19\n", "\n25\n", "SZ[25]"},
		{"ngf", "\n19\n", "\n26\n", "bad-start"},
		{"ngf", "\n19\n", "\n1\n", "bad-start"},
		{"ugf", "Size=19", "Size=26", "SZ[26]"},
		{"ugf", "Size=19", "Size=2", "SZ[2]"},
		{"ugf", "Size=19", "Size=27", "SZ[19]"},
		{"ugf", "Size=19", "Size=1", "SZ[19]"},
		// Players.
		{"gib", "Jones (jr) (8K)", "Jones", "PB[Jones]PW"},
		{"gib", "Jones (jr) (8K)", "(8K)", "PB[(8K)]PW"},
		{"gib", "GAMEBLACKNAME=Jones (jr) (8K)", "BUSERINFO=BID:7,BNICK:Ann", "PB[Ann]PW"},
		{"gib", "GAMEBLACKNAME=Jones (jr) (8K)", "BUSERINFO=BID:7", "PB[7]PW"},
		{"ngf", "jones       8D*", "jones 8x", "PB[jones 8x]PW"},
		{"ngf", "jones       8D*", "jones", "PB[jones]PW"},
		{"ugf", "PlayerB=smith,7d,,x@example.org", "PlayerB=smith", "PB[smith]PW"},
		{"ugf", "PlayerB=smith,7d,,x@example.org", "PlayerB=smith, 7d", "PB[smith]BR[7d]PW"},
		// Dates.
		{"gib", "C2017:03:06:02:52", "C2017: 3: 6", "DT[2017-03-06]"},
		{"gib", "C2017:03:06:02:52", "X", "GC[3 Handicap]RE"},
		{"gib", "TCNT:4\\]\r\n\\[GAMETAG=S0,T30-3-1200,\t\tC2017:03:06:02:52", "\\]\r\n\\[GAMEDATE=2018-11-30\\]\r\n\\[GAMETAG=", "DT[2018-11-30]"},
		{"ngf", "20170316", "20171231", "DT[2017-12-31]"},
		{"ngf", "20170316 [09:37]", "9 июля 2023", "DT[9 июля 2023]"},
		{"gib", "C2017:03:06:02:52", "C9 июля 2023", "DT[9 июля 2023]"},
		{"gib", "GONGJE:0", "GONGJE:many", "KM[many]"},
		{"ngf", "Black wins by 0.5!", "Black wins by six and a half points", "RE[Black wins by six and a half points]"},
		{"ngf", "20170316", "20170101", "DT[2017-01-01]"},
		{"ngf", "20170316", "20171009", "DT[2017-10-09]"},
		{"ngf", "20170316", "20170910", "DT[2017-09-10]"},
		{"ngf", "20170316", "20171331", "DT[20171331 [09:37]]RE"},
		{"ngf", "20170316", "20170031", "DT[20170031 [09:37]]RE"},
		{"ngf", "20170316", "20171232", "DT[20171232 [09:37]]RE"},
		{"ngf", "20170316", "20171200", "DT[20171200 [09:37]]RE"},
		{"ugf", "2019/03/08", "9 июля 2023", "DT[9 июля 2023,22:09:00]RU"},
		// Komi.
		{"gib", "GONGJE:0", "GONGJE:65", "KM[6.5]"},
		{"gib", "DUM:0,GONGJE:0", "GONGJE:65", "KM[6.5]"},
		{"gib", "DUM:0,GONGJE:0", "DUM:1,GONGJE:65", "RE[W+6.5]TM"},
		{"ngf", "\n7\n2017", "\n7.5\n2017", "KM[7.5]"},
		{"ngf", "Black wins by 0.5!", "Black wins by 3!", "KM[7]"},
		{"ngf", "Black wins by 0.5!", "Black wins by 3.5!", "RE[B+3.5]KM[7.5]"},
		{"ngf", "Black wins by 0.5!", "Black wins or White wins!", "RE[Black wins or White wins!]KM[7]"},
		{"ugf", "Hdcp=0,-5.50", "Hdcp=0", "RU[Japanese]RE"},
		// Time.
		{"gib", "GTIME:1200-30-3,", "", "TM[1200]OT[3x30 byo-yomi]"},
		{"gib", "GTIME:1200-30-3", "GTIME:600-0-3", "TM[600]HA"},
		{"gib", "GTIME:1200-30-3", "GTIME:600-30-0", "TM[600]HA"},
		{"gib", "GTIME:1200-30-3", "GTIME:0-30-1", "TM[0]OT[1x30 byo-yomi]"},
		// Results.
		{"gib", "GRLT:1,ZIPSU:65", "GRLT:1,ZIPSU:0", "RE[W+]"},
		{"gib", "GRLT:1,ZIPSU:65", "GRLT:3,ZIPSU:65", "RE[B+R]"},
		{"gib", "GRLT:1,ZIPSU:65", "GRLT:1,ZIPSU:10", "RE[W+1]"},
		{"gib", "GAMERESULT=\\]\r\n\\[GAMENAME=Rank\\]\r\n\\[GAMEPLACE=Tygem Baduk\\]", "GAMERESULT=white 5\\]", "PW[smith]"},
		{"ugf", "Winner=B,7.50", "Winner=B,0", "RE[B+]"},
		{"ugf", "Winner=B,7.50", "Winner=W, R", "RE[W+R]"},
		{"ugf", "Winner=B,7.50", "Winner=X,3", "RE[X,3]"},
		{"ugf", "Winner=B,7.50", "Winner=W,many", "RE[W+many]"},
		// Titles and rules.
		{"ugf", "Title=2019,A match", "Title=A match", "EV[A match]"},
		{"ugf", "Title=2019,A match", "Title=2019,A match,", "EV[A match]"},
		{"ugf", "Rule=JPN", "Rule=CHN", "RU[CHN]"},
		{"ugf", "CoordinateType=IGS", "CoordinateType=JPN", "2 white 3,3"},
		{"ugf", "CoordinateType=IGS", "CoordinateType=X", "unsure-file"},
		// Moves.
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 0 0", "2 black 0,0"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 18 18", "2 black 18,18"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 2 18 18", "2 white 18,18"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 2", "line 16 bad-move: cannot read the move"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 -1 9", "line 16 bad-move: cannot read the move"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 2 53", "line 16 bad-move: cannot read the move"},
		{"gib", "STO 0 3 1 2 9", "STO 0 3 1 2 52", "line 16 bad-move: no point"},
		{"gib", "REM 0 6\r\n", "&4thanks\r\n&4bye\r\n", "4 \"thanks\\nbye\"\n"},
		{"gib", "REM 0 6\r\n\\GE\r\nSTO 0 9 1 1 1\r\n", "&4cut", "4 \"cut\"\n"}, // without an end
		{"gib", "REM 0 6\r\n\\GE", "\\GE &4bye", "4 \"bye\"\n"},
		{"gib", "INI 0 1 3", "INI 0 1 x", "line 14 bad-start"},
		{"gib", "INI 0 1 3 &4hello\r\nSTO 0 2 2 15 15 \r\nSTO 0 3 1 2 9 &4good\r\n", "INI 0 1 0\r\n", "1 black 63,63"},
		{"gib", "2 1 0\r\n5 0 &4\r\n", "9 1 0\r\n:\r\n", `line 13 unknown-line: ":" is not known`},
		{"gib", "2 1 0\r\n5 0 &4\r\n", "9 1 0\r\n/\r\n", `line 13 unknown-line: "/" is not known`},
		{"ngf", "PMACBTTTT", "PMACB@TTT", "2 black 63,63"},
		{"ngf", "PMACBTTTT", "PMACBT@TT", "2 black 63,63"},
		{"ngf", "PMACBTTTT", "PMACBTTUT", "differ"},
		{"ngf", "PMACBTTTT", "PMACBTTTU", "differ"},
		{"ngf", "PMACBTTTT", "PMACBUUUU", "line 14 bad-move: no point"},
		{"ngf", "IDB[2]", "IDB[0]", `+3,15 "good"`},
		{"ngf", "IDB[2]", "IDB[1]", `1 white 0,1 "good"`},
		{"ngf", "IDB[2]", "IDB[4]", `4 black 1,2 "good"`},
		{"ngf", "IDB[2]", "IDB[9]", `4 black 1,2 "good"`},
		{"ngf", "\n2\n0\n7", "\nx\n0\n7", "KM[7.5]HA[x]\n0\n"},
		{"ugf", "YA,B1,3,0", "YA,B1,0,0", "3 black 63,63"},
		{"ugf", "QP,B1,1,0", "what", "line 16 bad-move: cannot read"},
		{"ugf", "QP,B1,1,0", "AA,B1,0,0", "0 +0,18"},
		{"ugf", "QP,B1,1,0", "SS,B1,0,0", "0 +18,0"},
		{"ugf", "QP,B1,1,0", "TA,B1,0,0", "line 16 bad-move: no point"},
		{"ugf", "QP,B1,1,0", "AT,B1,0,0", "line 16 bad-move: no point"},
		{"ugf", "Hdcp=0", "Hdcp=1", "1 black 16,3"},
		{"ugf", ".Text,2", ".Text,0", `0 "good\nmove" "hi"`},
		{"ugf", ".Text,2", ".Text,x", "belong to no move"},
		{"ugf", ".Text,2", ".Text,3,1", `3 black 63,63 "good\nmove`},
		{"ugf", "  VARIATION,\n    NODE,5,2,14,7\n  ENDVARIATION,", "  VARIATION,\n  ENDVARIATION,\n  VARIATION,\n  ENDVARIATION,", "line 28 unknown-line: the review's own variations are not read\nline 37"},
	} {
		text := strings.Replace(games[test.format], test.old, test.new, 1)
		if text == games[test.format] {
			t.Fatalf("%s: there is no %q", test.format, test.old)
		}
		if got := told(t, test.format, []byte(text), charset.UTF8); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q for %q: no %q in\n%s", test.format, test.new, test.old, test.want, got)
		}
	}
	// Without one of the lines before the moves the others mean something else.
	for text, whole := range map[string]bool{ngfGame: true, ngfGI: true, strings.Replace(ngfGame, "5\nBlack", "Black", 1): true,
		strings.Replace(ngfGame, "5\nBlack wins by 0.5!\n", "", 1): false, strings.Replace(ngfGI, "GI6\n", "", 1): false} {
		if got := told(t, "ngf", []byte(text), charset.UTF8); strings.Contains(got, "bad-start") == whole {
			t.Errorf("%s\n%s", text, got)
		}
	}
	if got := told(t, "ngf", []byte(ngfGI), charset.UTF8); !strings.Contains(got, "KM[6]") || !strings.Contains(got, "1 black 16,3") {
		t.Error(got)
	}
}

// What is recognised by its first lines, and what is not.
func TestRecognise(t *testing.T) {
	for _, test := range []struct {
		format, text string
		want         bool
	}{
		{"gib", gibGame, true},
		{"gib", "\\HS\r\n\\HE\r\n\\GS\r\nINI 0 1 0\r\n", true},
		{"gib", "\\HS\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 3 3\r\n", true},
		{"gib", "\\HS\r\n\\HE\r\n\\GS\r\n", false},
		{"gib", gibGame[1:], false},
		{"ngf", ngfGame, true},
		{"ngf", "Rated game\n19\na\nb\nc\n0\n0\n12\nPMABBCCCC\n", true},
		{"ngf", "Rated game\n19\na\nb\nc\n0\n12\nPMABBCCCC\n", false}, // too few lines
		{"ngf", "Rated game\n19\na\nb\nc\n0\n0\n0\nwhat\nPMABBCCCC\n", false},
		{"ngf", strings.Repeat("what\n", 18) + "12\nPMABBCCCC\n", true},
		{"ngf", strings.Repeat("what\n", 19) + "12\nPMABBCCCC\n", false},
		{"ugf", ugfGame, true},
		{"ugf", "[Header]\nVer=UGF3,200\n[Data]\n", true},
		{"ugf", "[Header]\nVer=UGF3,200\nCoordinateType=IGS\n", true},
		{"ugf", "[Header]\nVer=UGF3,200\n", false},
		{"ugf", "[Header]\n[Data]\n", false},
	} {
		if got := formats().Named(test.format).Recognise(format.NewHead([]byte(test.text), int64(len(test.text)))) == format.Sure; got != test.want {
			t.Errorf("%s: %.60q: %v", test.format, test.text, got)
		}
	}
}

// A record that lost its moves, or lines before them, is one if the file's name says so.
func TestRecogniseDamaged(t *testing.T) {
	for _, test := range []struct {
		format, text string
		want         format.Certainty
	}{
		{"ngf", "Rated game\n19\na 1D\nb 2D\nc\n0\n0\n7\n20170316 [09:37]\n5\nBlack wins by 3!\n", format.Maybe},
		{"ngf", "Rated game\n19\na 1D\nb 2D\nc\n0\n0\n6.5\n2017-03-16", format.Maybe},
		{"ngf", "GIRated game\nGIa 1D\nGIb 2D\nGI\nGI\nGI2017-03-16\nGI19\nGI0\nGI0\nGI6\nGI12\n", format.Maybe},
		{"ngf", "Rated game\n19\na 1D\nb 2D\nc\n0\n0\nseven\n20170316\n", format.No},
		{"ngf", "Rated game\n19\na 1D\nb 2D\nc\n0\n0\n7\nMarch\n", format.No},
		{"ngf", "Rated game\n19\na 1D\n", format.No},
		{"ngf", "", format.No},
		{"ugf", "[Header]\nTitle=Game\n[Data]\nPD,B1,1,5\n", format.Maybe},
		{"ugf", "[Header]\nPlayerB=a,1D\n", format.Maybe},
		{"ugf", "[Header]\nTitle=Game\n", format.No},
		{"ugf", "[Data]\nPD,B1,1,5\n", format.No},
	} {
		if got := formats().Named(test.format).Recognise(format.NewHead([]byte(test.text), int64(len(test.text)))); got != test.want {
			t.Errorf("%s: %q: %v, want %v", test.format, test.text, got, test.want)
		}
	}
}

// A record may be of four million bytes; in a file of several each has its own bound.
func TestLargeRecords(t *testing.T) {
	const most = 4 << 20
	record := func(size int) string {
		return "\\HS\r\n" + strings.Repeat(strings.Repeat("x", 99)+"\n", (size-6)/100) + strings.Repeat("y", (size-6)%100) + "\n"
	}
	for _, test := range []struct {
		file  string
		games int
		err   string
	}{
		{record(most), 1, ""},
		{record(most-8) + record(most), 2, ""},
		{record(most-1) + record(9), 2, ""},
		{record(most) + record(most) + record(9), 3, ""},
		{record(most + 1), 0, "a record of more than"},
		{record(5050) + record(most+1), 1, "a record of more than"},
		{"\n \n", 0, ""},
	} {
		s := formats().Named("gib").Split(&format.File{Head: format.NewHead([]byte(test.file), 0), R: bufio.NewReader(strings.NewReader(test.file))})
		games := 0
		var all bytes.Buffer
		for s.Scan() {
			if len(s.Piece().Game) > 0 {
				games++
			}
			all.Write(s.Piece().Lead)
			all.Write(s.Piece().Game)
		}
		if err := s.Err(); games != test.games || (err != nil) != (test.err != "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%d bytes: %d games, %v", len(test.file), games, err)
		} else if err == nil && all.String() != test.file {
			t.Errorf("of %d bytes %d are in pieces", len(test.file), all.Len())
		}
	}
}
