package notation

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/position/shogi"
)

const csaGame = `'CSA encoding=UTF-8
V3.0
N+羽生
N-White
$EVENT:A match
$SITE:Tokyo
$START_TIME:2003/05/03 10:30:00
$TIME:300+10+2
$OPENING:YAGURA
$MAX_MOVES:256
$NOTE:a remark
'an ordinary comment
PI
+
+7776FU,T12
-3334FU
T7.5
'*a comment for programs
'** 30 +2726FU
+8822UM,T3,'said aside
-3122GI
+0045KA
%TORYO,T1
`

const csaProblem = `V2.2
P1 *  *  *  *  *  *  *  * -OU
P2 *  *  *  *  *  *  *  *  *
P3 *  *  *  *  *  *  *  * +FU
P4
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7 *  *  *  *  *  *  *  *  *
P8 *  *  *  *  *  *  *  *  *
P9 *  *  *  *  *  *  *  *  *
P+00KI00KI
P-00AL
+
+0012KI
%TSUMI
/
PI82HI22KA
-
-5142OU
%CHUDAN
`

// csaDamaged has lost blanks, as files that went through mail and web pages
// have, and another character in the place of some.
const csaDamaged = `N+a
P1-KY-KE-GI-KI-OU-KI-GI-KE-KY
P2 * -HI * * * * * -KA *
P3-FU-FU-FU-FU-FU-FU-FU-FU-FU
P4 * * * * * * * * *.
P5 *  *  *  *  *  *  *  *  *
P6 *  *  *  *  *  *  *  *  *
P7+FU+FU+FU+FU+FU+FU+FU+FU+FU
P8 * +KA *.*  *  *  * +HI *
P9+KY+KE+GI+KI+OU+KI+GI+KE+KY
+
+7776FU
`

// addField adds a fact to a record.
func addField(r *Record, ident, text string) { r.Info = append(r.Info, Field{ident, text}) }

// outline writes a record's nodes, one a line, indented by open variations.
func outline(r *Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Start.Position.Setup())
	for _, f := range r.Info {
		fmt.Fprintf(&b, "%s %s\n", f.Ident, f.Text)
	}
	depth := 0
	for v := range r.Nodes() {
		depth -= v.Closes
		if v.Opens {
			depth++
		}
		fmt.Fprintf(&b, "%s%d", strings.Repeat("  ", depth), v.MoveNumber)
		n := v.Node
		if v.Index > 0 {
			fmt.Fprintf(&b, " %s%s", n.Move, n.Marks)
		}
		if v.Fault != 0 {
			fmt.Fprintf(&b, " (%s)", v.Fault)
		}
		if n.Timed {
			fmt.Fprintf(&b, " %v", n.Elapsed)
		}
		if n.Ending != NoEnding {
			fmt.Fprintf(&b, " %s", n.Ending)
		}
		if n.EndTimed {
			fmt.Fprintf(&b, " %v", n.EndElapsed)
		}
		if n.Comment != "" {
			fmt.Fprintf(&b, " %q", n.Comment)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "result %q\n", r.Result())
	return b.String()
}

func TestReadCSA(t *testing.T) {
	const start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL "
	for _, test := range []struct {
		name, text string
		want       []string
		problems   string
	}{
		{"a game", csaGame, []string{start + `b -
PB 羽生
PW White
EV A match
PC Tokyo
DT 2003-05-03
STARTTIME 2003-05-03 10:30:00
TM 300
OT 1x10 byo-yomi, 2 increment
ON YAGURA
GC MAX_MOVES: 256
a remark
0
1 7g7f 12s
2 3c3d 7.5s "a comment for programs\n* 30 +2726FU"
3 8h2b+ 3s
4 3a2b
5 B*4e Resigns 1s
result "B+R"
`}, ""},
		{"two records, a problem and a handicap", csaProblem, []string{`8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p
0
1 G*1b Mate
result "B+R"
`, `lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -
0
1 5a4b Adjourned
result "Void"
`}, ""},
		{"damaged blanks", csaDamaged, []string{start + `b -
PB a
0
1 7g7f
result ""
`}, ""},
		{"no setup", "N+a\n+7776FU\n-3334FU\n%+ILLEGAL_ACTION", []string{start + `b -
PB a
0
1 7g7f
2 3c3d Blackfoul
result "W+F"
`}, ""},
		{"illegal and impossible", "PI\n+\n+8822UM\n-3334FU\n-8384FU\n+2726FU\n%TIME_UP", []string{start + `b -
0
1 8h2b+ (the piece does not go there)
2 3c3d Timeup
result "W+T"
`}, `3:1: warning: W02 +8822UM is illegal: the piece does not go there
5:1: error: E32 -8384FU: there is no such move
`},
		{"nonsense", "PI82HI2\nP1-XX\nP1**********\nP+55\nP+55XX\n+\n+77\n+7776XX\nhello\nTx\n%FOO", []string{"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -\n0\nresult \"\"\n"},
			`1:1: error: E14 cannot read "2"
2:3: error: E14 no piece
3:12: error: E17 more than 9 files
4:3: error: E14 cannot read "55"
5:3: error: E14 cannot read "55XX"
7:1: error: E34 cannot read "+77" as a move
9:1: warning: W22 unknown line "hello"
10:1: warning: W20 "Tx" is not a time
11:1: warning: W21 unknown ending "%FOO"
`},
		{"nothing", "'a comment\n\n", nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var problems strings.Builder
			var got []string
			for _, r := range ReadCSA([]byte(test.text), &ReadOptions{Report: func(p Problem) { fmt.Fprintln(&problems, p) }}) {
				got = append(got, outline(r))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("records (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.problems, problems.String()); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadUSI(t *testing.T) {
	const text = `position startpos moves 7g7f 3c3d resign

sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1 moves P*5d win
4k4/9/9/9/9/9/9/9/4K4 w
position startpos
position startpos moves 7g7f 7g7f
go infinite
position sfen 9/9 b - 1
position startpos moves 7g7f  nonsense
`
	var problems strings.Builder
	var got []string
	for _, r := range ReadUSI([]byte(text), &ReadOptions{Report: func(p Problem) { fmt.Fprintln(&problems, p) }}) {
		line, _, _ := strings.Cut(usiText(t, r), "\n")
		got = append(got, line+" "+r.Result())
	}
	want := []string{
		"position startpos moves 7g7f 3c3d resign W+R",
		"position sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P 1 moves P*5d win W+",
		"position sfen 4k4/9/9/9/9/9/9/9/4K4 w - 1 ",
		"position startpos ",
		"position startpos moves 7g7f ",
		"position startpos moves 7g7f ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(`3:42: warning: W02 P*5d is illegal: second pawn on the file
6:30: error: E32 7g7f: no such piece
7:1: error: E01 "go" is neither startpos nor sfen
8:1: error: E17 sfen: the board ends in rank 2 after 9 files
9:31: error: E34 no move in USI: "nonsense"
`, problems.String()); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func usiText(t *testing.T, r *Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := WriteUSI(&b, r, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const variationsText = `COMMENTS
before the game
GAME=(START,HANDICAP=2P)
INPUT=(WESTERN,NUMBERS=PAIRS)
SCORE
1. ..., P-3d
MEMORIZE
2. P-7f, P-4d
COMMENTS
the first
variation
SCORE
RECALL
2. P-2f! MEMORIZE
2. ..., P-8d Resigns
RESUME
2. ..., G-3b
GAME=(TSUME,POSITION=(K=(11G),G=(S),P=(13S)))
1. G'1b Mate
RESUME
2. S-6h
`

func TestRead(t *testing.T) {
	records := Read([]byte(variationsText), &ReadOptions{Report: func(p Problem) {
		if p.Code != Indented {
			t.Error(p)
		}
	}})
	if len(records) != 2 {
		t.Fatalf("%d records", len(records))
	}
	want := `lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -
0 "before the game"
1 3c3d
  2 7i6h
  2 7g7f
  3 4c4d "the first\nvariation"
  2 2g2f!
    3 4a3b
    3 8c8d Resigns
result ""
`
	if diff := cmp.Diff(want, outline(records[0])); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	tsume := records[1]
	if tsume.Outer != records[0] || tsume.At != records[0].Root.Children[0] {
		t.Error("the game in a variation does not know where it stands")
	}
	if !tsume.Start.Tsume || tsume.Result() != "B+R" {
		t.Errorf("tsume %t, result %q", tsume.Start.Tsume, tsume.Result())
	}
	// Without a continuation the first variation is the main line.
	text := "INPUT=(WESTERN,NUMBERS=NONE)\nP-7f\nMEMORIZE\nP-3d\nRECALL\nP-8d\nRESUME\n"
	if got, want := outline(Read([]byte(text), nil)[0]), "2 3c3d\n  2 8c8d\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriteSGF(t *testing.T) {
	var b bytes.Buffer
	r := Read([]byte(variationsText), nil)[0]
	addField(r, "PB", `a\b [c]`)
	if err := WriteSGF(&b, r, nil); err != nil {
		t.Fatal(err)
	}
	want := `(;GM[8]FF[4]CA[UTF-8]AP[kifudb]SFEN[lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -]HA[2P]PB[a\\b [c\]]C[before the game];W[3c3d](;B[7i6h])
(;B[7g7f];W[4c4d]C[the first
variation])
(;B[2g2f]TE[1](;W[4a3b])
(;W[8c8d]ENDING[TORYO])))
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWriteCommands writes words that look like commands.
func TestWriteCommands(t *testing.T) {
	r := NewRecord(StartAt(shogi.New()))
	r.Root.Comment = "SCORE\n1. P-7f\nGAME=(START)\nDiagram 3\nplain\r\x1a"
	var b bytes.Buffer
	if err := Write(&b, r, Format{}, &PrintOptions{CRLF: true}); err != nil {
		t.Fatal(err)
	}
	want := "GAME=(START,HANDICAP=NONE)\r\nINPUT=(WESTERN,NUMBERS=NONE)\r\nCOMMENTS\r\n SCORE\r\n1. P-7f\r\n GAME=(START)\r\nDiagram 3\r\nplain  \r\nSCORE\r\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	records := Read(b.Bytes(), nil)
	if len(records) != 1 || len(records[0].Root.Children) != 0 {
		t.Error("words were read as moves")
	}
}

func TestWriteHeader(t *testing.T) {
	r := ReadCSA([]byte(csaGame), nil)[0]
	addField(r, "XX", "a\nb")
	var b bytes.Buffer
	if err := Write(&b, r, Format{Numbers: Pairs, Width: 40}, &PrintOptions{Header: true}); err != nil {
		t.Fatal(err)
	}
	want := `GAME=(START,HANDICAP=NONE)
COMMENTS
Black: 羽生
White: White
Event: A match
Place: Tokyo
Date: 2003-05-03
Start: 2003-05-03 10:30:00
Time limit: 300
Overtime: 1x10 byo-yomi, 2 increment
Opening: YAGURA
Remark: MAX_MOVES: 256
Remark: a remark
XX: a b
SCORE
INPUT=(WESTERN,NUMBERS=PAIRS)
1.P7f,P3d
COMMENTS
a comment for programs
* 30 +2726FU
SCORE
2.Bx2b+,Sx2b 3.B'4e Resigns
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestWriteImpossible(t *testing.T) {
	r := NewRecord(StartAt(shogi.New()))
	m, err := shogi.ParseMove("5e5d")
	if err != nil {
		t.Fatal(err)
	}
	r.Root.Children = []*Node{{Move: m}}
	var b bytes.Buffer
	if err := Write(&b, r, Format{}, nil); err == nil || !strings.Contains(err.Error(), "5e5d") {
		t.Errorf("Write: %v", err)
	}
	if err := WriteCSA(&b, r, nil); err == nil || !strings.Contains(err.Error(), "5e5d") {
		t.Errorf("WriteCSA: %v", err)
	}
}

// TestRoundTrips writes random main lines in CSA and USI and reads them again.
func TestRoundTrips(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	for _, sfen := range starts {
		for range 10 {
			p, err := shogi.ParseSFEN(sfen)
			if err != nil {
				t.Fatal(err)
			}
			r := randomRecord(random, p, 100)
			addField(r, "PB", "Black")
			addField(r, "DT", "1996-05-28")
			r.Root.Timed, r.Root.Elapsed = true, 1500*time.Millisecond
			checkRoundTrips(t, r)
		}
	}
}

// TestPositions prints positions as GAME statements and as diagrams and reads
// them again.
func TestPositions(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 6))
	n := 0
	for _, sfen := range starts {
		for range 20 {
			p, err := shogi.ParseSFEN(sfen)
			if err != nil {
				t.Fatal(err)
			}
			for range random.IntN(120) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayLegal(moves[random.IntN(len(moves))])
			}
			game := strings.Join(Start{Position: p}.Game(), "\n")
			for line := range strings.Lines(game) {
				if len(strings.TrimSuffix(line, "\n")) > 72 {
					t.Errorf("%q is longer than 72", line)
				}
			}
			diagram := fmt.Sprintf("GAME=(%s,DIAGRAM)\n%s\n", sideWord(p.ToPlay()), strings.Join(DiagramText(p), "\n"))
			for _, text := range []string{game, diagram} {
				records := Read([]byte(text), &ReadOptions{Report: func(p Problem) { t.Error(p) }})
				if len(records) != 1 {
					t.Fatalf("%d records in\n%s", len(records), text)
				}
				if got := records[0].Start.Position.SFEN(); got != p.SFEN() {
					t.Errorf("%s became %s", p.SFEN(), got)
				}
				n++
			}
		}
	}
	if n == 0 {
		t.Fatal("no positions")
	}
}

func TestDetect(t *testing.T) {
	for _, test := range []struct {
		text string
		want Dialect
	}{
		{csaGame, CSA}, {csaProblem, CSA}, {csaDamaged, CSA},
		{"\ufeffposition startpos moves 7g7f", USI},
		{"sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1", USI},
		{variationsText, Commands},
		{"Some words first\n\ninput = ( western, numbers = none )\n", Commands},
		{"(;GM[1]FF[4];B[pd])", UnknownDialect},
		{"N+1 ways to lose\n", UnknownDialect},
		{"game = fun\n", UnknownDialect},
		{"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n", USI},
		{"position sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h", USI},
		{"position of the pieces\n", UnknownDialect},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", UnknownDialect},
		{"GAME=(SENTE,DIAGRAM)\n", Commands},
		{"GAME=\n (start)\n", Commands},
		{"OUTPUT=DIAGRAM\n", Commands},
		{"OUTPUT=$(date)\n", UnknownDialect},
		{"INPUT=(one two)\n", UnknownDialect},
		{"--- a\n+++ b\n+\n-\n+\n-one\n", UnknownDialect},
		{"P1 and P2 agree\nP-value\nN-gram\n+\n", UnknownDialect},
		{"PI82HI22KA\n-\n-5142OU\n", CSA},
		{"P-00AL\n+\n", CSA},
		{"PI,+,+7776FU,T3,-3334FU\n", CSA},
		{"V2.2,N+a,N-b,PI,+,+7776FU\n", CSA},
		{"one,two,PI,+,+7776FU\n", UnknownDialect},
		{"+,-,+,-\n", UnknownDialect},
		{"", UnknownDialect},
	} {
		if got := Detect([]byte(test.text)); got != test.want {
			t.Errorf("%.20q: got %s, want %s", test.text, got, test.want)
		}
	}
}

// A record of CSA may stand on one line.
func TestCSAOnOneLine(t *testing.T) {
	for _, text := range []string{
		"V2.2,N+Ann,N-Bo,PI,+,+7776FU,T3,-3334FU,T5,%TORYO",
		"N+Ann\nN-Bo\nPI,+,+7776FU,T3,-3334FU,T5,%TORYO\n",
	} {
		records := ReadCSA([]byte(text), &ReadOptions{Report: func(p Problem) { t.Errorf("%q: %v", text, p) }})
		if len(records) != 1 {
			t.Fatalf("%q: %d records", text, len(records))
		}
		var out strings.Builder
		if err := WriteCSA(&out, records[0], &WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"N+Ann\n", "N-Bo\n", "+7776FU", "-3334FU", "%TORYO"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q: no %q in %q", text, want, out.String())
			}
		}
	}
}

func TestLooks(t *testing.T) {
	for text, want := range map[string]Look{
		"手合割：平手\n":                           Akin,
		"手合割：平手\n   1 ７六歩(77)\n":             Alike,
		"   1 ７六歩(77)\n   2 ３四歩(33)\n":       Faint,
		"   1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)": Alike,
		"   1 the first\n":                   Unlike,
		"":                                   Unlike,
	} {
		if got := LooksLikeKIF(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestSource(t *testing.T) {
	s := newSource([]byte("\ufeffab\r\nc\rd\né☗x\x1arest"))
	if want := "ab\nc\nd\né☗x"; s.text != want {
		t.Fatalf("got %q, want %q", s.text, want)
	}
	for _, test := range []struct{ at, line, column int }{
		{0, 1, 1}, {2, 1, 3}, {3, 2, 1}, {7, 4, 1}, {9, 4, 2}, {12, 4, 3}, {13, 4, 4}, {5, 3, 1}, {99, 4, 4},
	} {
		if line, column := s.place(test.at); line != test.line || column != test.column {
			t.Errorf("%d: got %d:%d, want %d:%d", test.at, line, column, test.line, test.column)
		}
	}
}

// A text that ends before it begins is empty.
func TestSourceEndsAtOnce(t *testing.T) {
	if s := newSource([]byte("\x1arest")); s.text != "" {
		t.Errorf("got %q", s.text)
	}
}

// A move of which any part cannot be read is reported, and what follows it is not played.
func TestUnreadableCSA(t *testing.T) {
	for _, move := range []string{"+7776XX", "+0076XX", "+7706FU", "+0706FU", "+7776F", "+0000FU"} {
		var codes []string
		records := ReadCSA([]byte("PI\n+\n"+move+"\n-3334FU\n"), &ReadOptions{Report: func(p Problem) { codes = append(codes, fmt.Sprint(p.Code, p.Line)) }})
		if want := fmt.Sprint(Unreadable, 3); len(codes) != 1 || codes[0] != want || len(records) != 1 || len(records[0].Root.Children) != 0 {
			t.Errorf("%s: %d records, problems %q, want %s", move, len(records), codes, want)
		}
	}
}

// Times are written with the units that they have.
func TestDurationsInKIF(t *testing.T) {
	for seconds, want := range map[int]string{0: "0分", 1: "1秒", 60: "1分", 3600: "1時間", 5400: "1時間30分", 3661: "1時間1分1秒"} {
		if got := kifuDurationText(seconds); got != want {
			t.Errorf("%d seconds are %s, want %s", seconds, got, want)
		}
	}
}
