package goserver_test

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/format"
	"kifudb/format/goserver"
	"kifudb/position"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

const gibGame = "\\HS\r\n\\[GAMECONDITION=3 Handicap\\]\r\n\\[GAMERESULT=\\]\r\n\\[GAMENAME=Rank\\]\r\n\\[GAMEPLACE=Tygem Baduk\\]\r\n" +
	"\\[GAMEWHITENAME=smith (5K)\\]\r\n\\[GAMEBLACKNAME=Jones (jr) (8K)\\]\r\n" +
	"\\[GAMEINFOMAIN=GBKIND:3,GTIME:1200-30-3,GRLT:1,ZIPSU:65,DUM:0,GONGJE:0,TCNT:4\\]\r\n" +
	"\\[GAMETAG=S0,T30-3-1200,\t\tC2017:03:06:02:52,\t\tI:smith\\]\r\n\\HE\r\n\\GS\r\n2 1 0\r\n5 0 &4\r\n" +
	"INI 0 1 3 &4hello\r\nSTO 0 2 2 15 15 \r\nSTO 0 3 1 2 9 &4good\r\nSKI 0 4\r\nSTO 0 5 1 19 0\r\nREM 0 6\r\n\\GE\r\nSTO 0 9 1 1 1\r\n"

const ngfGame = "Rated game\n19\nsmith       9D\njones       8D*\nwww.example.org\n2\n0\n7\n20170316 [09:37]\n5\nBlack wins by 0.5!\n4\n" +
	"PMABWBCCB\nPMACBTTTT\nPMADW@@@@\nPMAEBCDEE\nwhat\nIDB[2] good[EndTxt]\n"

const ugfGame = "[Header]\nVer=UGF3,200\nLang=SJIS\nTitle=2019,A match\nPlace=PANDA-NET\nDate=2019/03/08,22:09:00\nRule=JPN\nSize=19\nHdcp=0,-5.50\n" +
	"Winner=B,7.50\nCoordinateType=IGS\nComment=\nPlayerB=smith,7d,,x@example.org\nPlayerW=jones,8d\n[Data]\nQP,B1,1,0\nDD,W1,2,12\nYA,B1,3,0\nZZ,W1,4,0\n" +
	"[Figure]\n.Text,2\ngood\nmove\n.EndText\n.EndFigure\n[ReviewNode]\nNODE,1,0,0,0\n  VARIATION,\n    NODE,5,2,14,7\n  ENDVARIATION,\n" +
	"[ReviewComment]\n.Comment,1\nhi\n.Comment,4\nlast\n.Comment,9\nelsewhere\n"

// told derives a record and lists all that it says.
func told(t *testing.T, name string, text []byte, encoding string) string {
	t.Helper()
	var b strings.Builder
	var script position.ScriptBuilder
	r := store.Record{Raw: text, Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: encoding}}
	d := format.Draft{Record: &r, Line: 1, Script: &script, Report: func(code string, line int, say func() error) {
		fmt.Fprintf(&b, "line %d %s\n", line, say())
	}}
	formats().Named(name).Derive(&d)
	for _, v := range d.Info {
		fmt.Fprintf(&b, "%s[%s]", v.Ident, v.Text)
	}
	b.WriteString("\n")
	var replayer position.Replayer
	replayer.Start(d.Size, script.Script())
	for event := replayer.Next(); event != position.End; event = replayer.Next() {
		if event != position.AtNode {
			continue
		}
		step := replayer.Step()
		fmt.Fprintf(&b, "%d", step.Node)
		if step.Move.Color != position.Empty {
			fmt.Fprintf(&b, " %s %d,%d", step.Move.Color, step.Move.Point.X(), step.Move.Point.Y())
		}
		for _, c := range step.Changes {
			if step.Move.Color == position.Empty {
				fmt.Fprintf(&b, " +%d,%d", c.Point.X(), c.Point.Y())
			}
		}
		for _, c := range d.Comments {
			if c.Node == step.Node {
				fmt.Fprintf(&b, " %q", c.Text)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func formats() format.List { return goserver.Formats() }

func TestDerive(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"gib", gibGame, `line 18 bad-move: no point of the board
line 19 unknown-line: "REM 0 6" is not known
SZ[19]PB[Jones (jr)]BR[8K]PW[smith]WR[5K]EV[Rank]PC[Tygem Baduk]GC[3 Handicap]DT[2017-03-06]RE[W+6.5]KM[0]TM[1200]OT[3x30 byo-yomi]HA[3]
0 +15,3 +3,15 +3,3 "hello"
1 white 15,15
2 black 2,9 "good"
3 white 63,63
4
`},
		{"ngf", ngfGame, `line 16 unsure-file: the two points of PMAEBCDEE differ: the first is taken
line 17 unknown-line: "what" is not known
SZ[19]EV[Rated game]PC[www.example.org]PB[jones]BR[8D]PW[smith]WR[9D]DT[2017-03-16]RE[B+0.5]KM[7.5]HA[2]
0 +15,3 +3,15
1 white 0,1
2 black 18,18 "good"
3 white 63,63
4 black 1,2
`},
		{"ugf", ugfGame, `line 19 bad-move: no point of the board
line 28 unknown-line: the review's own variations are not read
line 36 unknown-line: the words belong to no move of the game, and are kept at its start
SZ[19]PB[smith]BR[7d]PW[jones]WR[8d]EV[A match]PC[PANDA-NET]DT[2019-03-08]RU[Japanese]KM[-5.5]RE[B+7.5]
0 "hi" "elsewhere"
1 black 16,3
2 white 3,15 "good\nmove"
3 black 63,63 "last"
4
`},
	} {
		if diff := cmp.Diff(test.want, told(t, test.name, []byte(test.text), charset.UTF8)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestNGFWithGI: the other form, whose lines begin with GI, in an encoding of its own.
func TestNGFWithGI(t *testing.T) {
	text := "GITitle\nGIsmith 5d\nGI\xc0\xee\xd4\xd8\xd0\xdb \xce\xe5\xb6\xce\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI1\nPMABBREER\nGI1\nIDB[1] words[EndTxt]\n"
	want := "SZ[19]EV[Title]PB[李载雄]BR[五段]PW[smith]WR[5d]DT[2006-09-05]KM[6]\n0\n1 black 16,3 \"words\"\n"
	if diff := cmp.Diff(want, told(t, "ngf", []byte(text), charset.GB18030)); diff != "" {
		t.Error(diff)
	}
}

// TestHandicaps: two to nine stones on their stars, and nobody's guess elsewhere.
func TestHandicaps(t *testing.T) {
	for n := 2; n <= 9; n++ {
		text := strings.Replace(gibGame, "INI 0 1 3", fmt.Sprintf("INI 0 1 %d", n), 1)
		got := told(t, "gib", []byte(text), charset.UTF8)
		_, rest, _ := strings.Cut(got, "\n0 ")
		root, _, _ := strings.Cut(rest, "\n")
		if stones := strings.Count(root, "+"); stones != n || (strings.Contains(root, "+9,9") != (n == 5 || n == 7 || n == 9)) {
			t.Errorf("%d stones: %s", n, root)
		}
	}
	if got := told(t, "gib", []byte(strings.Replace(gibGame, "INI 0 1 3", "INI 0 1 12", 1)), charset.UTF8); !strings.Contains(got, "unsure-file") {
		t.Error(got)
	}
	ugf := strings.Replace(ugfGame, "Hdcp=0", "Hdcp=2", 1)
	white := strings.Replace(ugf, "QP,B1,1,0", "QP,W1,1,0", 1)
	if got := told(t, "ugf", []byte(white), charset.UTF8); !strings.Contains(got, "0 +15,3 +3,15 ") || !strings.Contains(got, "HA[2]") {
		t.Error(got)
	}
	set := strings.Replace(ugf, "QP,B1,1,0\n", "PP,B1,0,0\nDD,B1,0,0\n", 1)
	if got := told(t, "ugf", []byte(set), charset.UTF8); !strings.Contains(got, "0 +15,3 +3,15 ") || !strings.Contains(got, "HA[2]") {
		t.Error(got)
	}
}

func TestResults(t *testing.T) {
	for in, want := range map[string]string{
		"GRLT:0,ZIPSU:40": "RE[B+4]", "GRLT:1,ZIPSU:5": "RE[W+0.5]", "GRLT:3,ZIPSU:0": "RE[B+R]", "GRLT:4": "RE[W+R]",
		"GRLT:7": "RE[B+T]", "GRLT:8": "RE[W+T]", "GRLT:2": "RE[0]", "GRLT:255": "PC[Tygem Baduk]GC[3 Handicap]DT[2017-03-06]KM[0]",
	} {
		if got := told(t, "gib", []byte(strings.Replace(gibGame, "GRLT:1,ZIPSU:65", in, 1)), charset.UTF8); !strings.Contains(got, want) {
			t.Errorf("%s: %s", in, got)
		}
	}
	for in, want := range map[string]string{
		"White wins by  resign!": "RE[W+R]", "Black wins by time!": "RE[B+T]", "White wins by 12!": "RE[W+12]DT", "draw": "RE[draw]",
	} {
		if got := told(t, "ngf", []byte(strings.Replace(ngfGame, "Black wins by 0.5!", in, 1)), charset.UTF8); !strings.Contains(got, strings.TrimSuffix(want, "DT")) {
			t.Errorf("%s: %s", in, got)
		}
	}
	for in, want := range map[string]string{"B,C": "RE[B+R]", "W,T": "RE[W+T]", "W,0.50": "RE[W+0.5]", "D": "RE[D]"} {
		if got := told(t, "ugf", []byte(strings.Replace(ugfGame, "B,7.50", in, 1)), charset.UTF8); !strings.Contains(got, want) {
			t.Errorf("%s: %s", in, got)
		}
	}
}

// TestSplit: a file may hold several games; every byte belongs to one.
func TestSplit(t *testing.T) {
	for name, text := range map[string]string{"gib": gibGame, "ugf": ugfGame} {
		file := text + text + "\n" + text
		f := formats().Named(name)
		s := f.Split(&format.File{Head: format.NewHead([]byte(file), 0), R: bufio.NewReader(strings.NewReader(file))})
		var all bytes.Buffer
		games, line := 0, 1
		for s.Scan() {
			p := s.Piece()
			if len(p.Game) > 0 {
				if games++; p.Line != line {
					t.Errorf("%s: game %d begins in line %d, want %d", name, games, p.Line, line)
				}
			}
			line += bytes.Count(p.Lead, []byte("\n")) + bytes.Count(p.Game, []byte("\n"))
			all.Write(p.Lead)
			all.Write(p.Game)
		}
		if s.Err() != nil || games != 3 || all.String() != file {
			t.Errorf("%s: %d games, %v", name, games, s.Err())
		}
	}
	long := strings.Repeat("x", 5<<20)
	s := formats().Named("gib").Split(&format.File{Head: format.NewHead([]byte(long), 0), R: bufio.NewReader(strings.NewReader(long))})
	if s.Scan() || s.Err() == nil {
		t.Error("a line of 5 MiB is read")
	}
}

// FuzzDerive: whatever stands in a record, it is read without harm.
func FuzzDerive(f *testing.F) {
	for _, text := range []string{gibGame, ngfGame, ugfGame} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range formats() {
			told(t, format.Name, text, charset.UTF8)
		}
	})
}
