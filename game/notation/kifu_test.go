package notation

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position/shogi"
)

// kifGame has all that KIF has: facts, comments, bookmarks, times, variations that go
// back from variations, two ways to end after one move, and digits of both widths.
const kifGame = `#KIF version=2.0 encoding=UTF-8
# ---- a program's words ----
開始日時：2014/10/16(木) 03:21:41
終了日時：2014/10/18 18:46:58
棋戦：研究会
持ち時間：各１時間30分
秒読み：60秒
戦型：横歩取り
手合割：平手　　
先手：Ａ
後手：Ｂ：Ｃ
記録係：Ｄ
手数----指手---------消費時間--
*始め
*
* 二行目 
&図
   1 ７六歩(77)   ( 0:02/00:00:02)+
   2 ３四歩(33)   (01:01:01.5 / 01:01:01)+
*評価値=50
   ３ 2六歩（27）   +
&三
   4 投了         ( 0:05/00:00:01)+
まで3手で先手の勝ち

変化：4手
   4 ８四歩(83)
   5 中断
まで4手で中断

変化：3手
   3 ２二角成(88) ( 0:01/00:00:03)
   4 同　銀(31)
   5 ４五角打
   6 反則勝ち
まで5手で後手の反則勝ち

変化：　２手
   2 ８四歩(83)+
   3 不戦敗

変化：2手
   2 千日手
`

// tree lists what a record says, one node a line.
func tree(r *Record) string {
	var b strings.Builder
	for v := range r.Nodes() {
		n := v.Node
		fmt.Fprintf(&b, "%d<%d %s", v.Index, v.Parent, n.Move)
		if n.Timed {
			fmt.Fprintf(&b, " %v", n.Elapsed)
		}
		if n.Ending != NoEnding {
			fmt.Fprintf(&b, " %s", n.Ending)
		}
		if n.EndTimed {
			fmt.Fprintf(&b, " %v", n.EndElapsed)
		}
		if n.Bookmark != "" {
			fmt.Fprintf(&b, " &%s", n.Bookmark)
		}
		if n.Comment != "" {
			fmt.Fprintf(&b, " %q", n.Comment)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// readClean reads one record without problems.
func readClean(t *testing.T, text string) *Record {
	t.Helper()
	records := ReadKifu([]byte(text), &ReadOptions{Report: func(p Problem) { t.Errorf("%s\n%s", p, text) }})
	if len(records) != 1 {
		t.Fatalf("%d records\n%s", len(records), text)
	}
	return records[0]
}

func TestReadKIF(t *testing.T) {
	r := readClean(t, kifGame)
	want := `0<-1 - &図 "始め\n\n 二行目 "
1<0 7g7f 2s
2<1 3c3d 1h1m1.5s "評価値=50"
3<2 2g2f &三
4<3 - Resigns 5s
5<3 8c8d Adjourned
6<2 8h2b+ 1s
7<6 3a2b
8<7 B*4e Blackfoul
9<1 8c8d Forfeits
10<1 - Repetition
`
	if diff := cmp.Diff(want, tree(r)); diff != "" {
		t.Error(diff)
	}
	info := []Field{
		{"DT", "2014-10-16"}, {"STARTTIME", "2014-10-16 03:21:41"}, {"ENDTIME", "2014-10-18 18:46:58"}, {"EV", "研究会"},
		{"TM", "5400"}, {"OT", "1x60 byo-yomi"}, {"ON", "横歩取り"}, {"PB", "Ａ"}, {"PW", "Ｂ：Ｃ"}, {"GC", "記録係：Ｄ"},
	}
	if !slices.Equal(r.Info, info) {
		t.Errorf("facts %q", r.Info)
	}
	if r.Result() != "B+R" || r.Start.Handicap != shogi.NoHandicap {
		t.Errorf("result %q, handicap %s", r.Result(), r.Start.Handicap)
	}
}

func TestReadKI2(t *testing.T) {
	r := readClean(t, `手合割：二枚落ち
備考：△８五飛▲３八銀
上手：Ａ

*始め
△６二銀    ▲７六歩  △５四歩    ▲４六歩
*銀の前
△５三銀 ▲４五歩
まで6手で上手の勝ち

変化：   4手
▲５六歩    ☖６四歩
▲５八金右
まで6手で時間切れにより下手の勝ち
`)
	want := `0<-1 - "始め"
1<0 7a6b
2<1 7g7f
3<2 5c5d
4<3 4g4f "銀の前"
5<4 6b5c
6<5 4f4e
7<3 5g5f
8<7 6c6d
9<8 4i5h Timeup
`
	if diff := cmp.Diff(want, tree(r)); diff != "" {
		t.Error(diff)
	}
	// White won although it is White's move: nothing ended so.
	if r.Start.Handicap != shogi.TwoPieces || r.Field("RE") != "W+" || r.Field("PW") != "Ａ" || r.Field("GC") != "△８五飛▲３八銀" {
		t.Errorf("%+v %q", r.Start.Handicap, r.Info)
	}
}

// TestKifuResults: every way to say how a game ended.
func TestKifuResults(t *testing.T) {
	for _, test := range []struct{ line, result, kif string }{
		{"投了", "W+R", ""}, {"中断", "Void", ""}, {"千日手", "0", ""}, {"持将棋", "0", ""}, {"詰み", "W+R", ""},
		{"切れ負け", "W+T", ""}, {"反則負け", "W+F", ""}, {"反則勝ち", "B+F", ""}, {"入玉勝ち", "B+", ""}, {"不戦勝", "B+F", ""},
		{"不戦敗", "W+F", ""}, {"封じ手", "Void", ""}, {"Time-up", "W+T", ""}, {"引き分け", "0", ""}, {"不詰", "", ""}, {"最大手数", "0", ""},
	} {
		r := readClean(t, "手合割：平手\n 1 ７六歩(77)\n 2 ３四歩(33)\n 3 "+test.line+" ( 0:01/0:00:01)\n")
		if r.Result() != test.result || !slices.Collect(r.MainLine())[2].EndTimed {
			t.Errorf("%s: result %q, want %q", test.line, r.Result(), test.result)
		}
	}
	for line, want := range map[string]string{
		"まで2手で後手の勝ち": "W+R", "まで２手で先手の勝ち": "B+", "まで2手で時間切れにより後手の勝ち": "W+T", "まで2手で先手の反則負け": "W+F",
		"まで2手で先手の反則勝ち": "B+F", "まで2手で後手の反則負け": "B+F", "まで2手で千日手": "0", "まで2手詰": "W+R", "まで2手で中断": "Void",
		"まで2手で先手の入玉勝ち": "B+", "まで2手で先手の不戦敗": "W+F", "まで2手で後手の時間切れ負け": "B+T", "まで2手で持将棋。": "0",
	} {
		r := readClean(t, "▲７六歩 △３四歩\n"+line+"\n")
		got := r.Field("RE")
		if got == "" {
			got = r.Result()
		}
		if got != want {
			t.Errorf("%s: result %q, want %q", line, got, want)
		}
	}
}

func TestKifuHandicaps(t *testing.T) {
	n := 0
	for i, h := range kifuHandicaps {
		r := readClean(t, "手合割："+h.name+"　　\n")
		p := r.Start.Position
		if kifuHandicap(p) != i || (p.ToPlay() == shogi.White) != (i > 0) || strings.Contains(h.name, "枚") != (len(h.empty) > 1 && h.name != "飛香落ち") {
			t.Errorf("%s: %s", h.name, p.SFEN())
		}
		if known, ok := p.Handicap(); ok && known.Given() != len(h.empty) {
			t.Errorf("%s is %s", h.name, known)
		}
		n++
	}
	if n != 16 {
		t.Errorf("%d handicaps", n)
	}
	for text, want := range map[string]string{
		"手合割：左七枚落ち": "1nsgkg3/9/ppppppppp", "手合割：２枚落ち": "lnsgkgsnl/9/ppppppppp", "手合割：飛落ち": "lnsgkgsnl/7b1/ppppppppp",
	} {
		got := readClean(t, text).Start.Position.SFEN()
		if text == "手合割：左七枚落ち" {
			want = "2sgkg3/9/ppppppppp"
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", text, got)
		}
	}
	var codes []Code
	ReadKifu([]byte("手合割：百枚落ち\n"), &ReadOptions{Report: func(p Problem) { codes = append(codes, p.Code) }})
	if !slices.Equal(codes, []Code{BadValue}) {
		t.Errorf("an unknown handicap: %v", codes)
	}
}

// TestKifuProblems: a problem has line and column, and what could not be read is kept
// as words; what can be reached is read on.
func TestKifuProblems(t *testing.T) {
	const text = "手合割：平手\n" +
		"   1 ７六歩(77)\n" +
		"   2 ９九歩(32)\n" + // 3:6
		"   3 ２六歩(27)\n" +
		"   4 投了\n" +
		"まで3手で先手の勝ち\n" +
		"変化：2手\n" +
		"   2 ８四歩(83) (0:xx)\n" + // 8:14
		"   3 五六歩\n" + // 9:6
		"変化：9手\n" + // 10:1
		"   9 ５五歩(56)\n" +
		"変化：1手\n" +
		"   1 ２六歩(27)\n" +
		"   3 ８四歩(83)\n" + // 14:4
		"   3 散歩\n" + // 15:6
		"先手に ついて\n" // 16:1
	var got []string
	records := ReadKifu([]byte(text), &ReadOptions{Report: func(p Problem) {
		got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Code))
	}})
	want := []string{"3:6 E32", "8:14 W20", "9:6 W21", "10:1 E32", "14:4 W01", "15:6 W21", "16:1 W22"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(records) != 1 {
		t.Fatal(len(records))
	}
	tree := tree(records[0])
	for _, words := range []string{"９九歩(32)", "2六歩(27)", "投了", "まで3手で先手の勝ち", "五六歩", "変化：9手", "５五歩(56)", "散歩", "先手に ついて"} {
		if !strings.Contains(strings.ReplaceAll(tree, "２六", "2六"), words) {
			t.Errorf("%s was lost:\n%s", words, tree)
		}
	}
	if !strings.Contains(tree, " 2g2f") || !strings.Contains(tree, " 8c8d") {
		t.Error(tree)
	}
}

// TestKifuFouls: what is against the rules and can be made is made.
func TestKifuFouls(t *testing.T) {
	for _, text := range []string{
		"1 ７六歩(77)\n2 ３四歩(33)\n3 ３三角成(88)\n", // over nothing, but the piece goes so
		"1 ５五玉(59)\n",
		"▲７六歩\n△３四歩\n▲２二角成\n△同銀\n▲７七歩打\n",
	} {
		var codes []Code
		r := ReadKifu([]byte("手合割：平手\n"+text), &ReadOptions{Report: func(p Problem) { codes = append(codes, p.Code) }})[0]
		moves := len(slices.Collect(r.MainLine())) - 1
		if want := strings.Count(text, "\n"); moves != want && !slices.Contains(codes, NoSuchMove) {
			t.Errorf("%s: %d moves, %v", text, moves, codes)
		}
	}
	var codes []Code
	r := ReadKifu([]byte("1 ５五玉(59)\n"), &ReadOptions{Report: func(p Problem) { codes = append(codes, p.Code) }})[0]
	if !slices.Equal(codes, []Code{IllegalMove}) || r.Root.Children[0].Move.String() != "5i5e" {
		t.Errorf("%v %s", codes, tree(r))
	}
}

// TestKifuNextRecord: facts behind moves begin another record.
func TestKifuNextRecord(t *testing.T) {
	one := "手合割：平手\n先手：Ａ\n1 ７六歩(77)\n2 投了\n"
	two := "先手：Ｂ\n▲２六歩\nまで1手で中断\n"
	records := ReadKifu([]byte(one+"\n"+two), nil)
	if len(records) != 2 || records[0].Field("PB") != "Ａ" || records[1].Field("PB") != "Ｂ" || records[1].Ending() != Adjourned {
		t.Errorf("%d records", len(records))
	}
}

func TestBOD(t *testing.T) {
	n := 0
	for _, sfen := range []string{
		shogi.StartSFEN,
		"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
		"8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 1",
		"4k4/9/9/9/9/9/9/9/4K4 b RB2G18P 1",
		"+P+p+L+l+N+n+S+s1/9/9/9/9/9/9/9/9 b 2r2b4g2s2n2l16p 1",
	} {
		p, err := shogi.ParseSFEN(sfen)
		if err != nil {
			t.Fatal(err)
		}
		for _, handicap := range []bool{false, true} {
			text := strings.Join(BOD(p, handicap), "\n")
			got, err := ParseBOD(text)
			if err != nil || got.SFEN() != p.SFEN() {
				t.Errorf("%s: %v\n%s", sfen, err, text)
			}
			if got, err = PositionOf(text); err != nil || got.SFEN() != p.SFEN() {
				t.Errorf("%s: as a game: %v\n%s", sfen, err, text)
			}
			n++
		}
	}
	if n != 10 {
		t.Error(n)
	}
	const diagram = "後手の持駒：飛18\n" // 1:7
	for text, want := range map[string]string{
		diagram:        "line 1, column 7: 18 pieces of 飛 in hand",
		"| ・v桂|一\n":    "line 1, column 6: 2 files instead of 9",
		"| ・v桂\n":      "line 1, column 6: the second bar is missing",
		"|・・・・・・・・・・|": "line 1, column 11: more than 9 files",
		"|・・・・Ｘ・・・・|":  "line 1, column 6: 'Ｘ' is no piece",
		"|・・・・・・・・・|\n後手番\n1": `line 3, column 1: "1" is no line of a diagram`,
		"|・・・・・・・・・|":         "1 ranks instead of 9",
		"先手番":                 "no diagram",
	} {
		if _, err := ParseBOD(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestParseGame: the same position in every way in which people write it.
func TestParseGame(t *testing.T) {
	const want = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"
	p, _ := shogi.ParseSFEN(want)
	for _, text := range []string{
		"▲７六歩 △３四歩", "☗７六歩☖３四歩", "７六歩　３四歩", "76歩 34歩", "７六歩(77) ３四歩(33)", "1 ７六歩(77)\n2 ３四歩(33)", "1. ７六歩 2. ３四歩",
		"+7776FU -3334FU", "7776FU 3334FU", "+7776FU,-3334FU", "7776FU\n3334FU", "7g7f 3c3d", "startpos moves 7g7f 3c3d", "position startpos moves 7g7f 3c3d",
		want, "sfen " + want, strings.Join(BOD(p, false), "\n"), "GAME=(START)\nINPUT=(WESTERN,NUMBERS=NONE)\nP-7f P-3d\n",
		"手合割：平手\n手数----指手--\n 1 ７六歩(77)\n 2 ３四歩(33)\n 3 投了\n", "PI\n+\n+7776FU\n-3334FU\n",
		strings.Join(BOD(shogi.New(), false), "\n") + "\n▲７六歩 △３四歩",
	} {
		got, err := PositionOf(text)
		if err != nil || got.SFEN() != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":             "neither",
		"hello":        "neither",
		"▲７六歩 △７六歩":    "line 1, column 6:",
		"+7776FU 9999": "line 2, column 1:",
		"7g7f 3c3e":    "",
		"7g7f 1a1a":    "line 1, column 21:",
	} {
		if _, err := PositionOf(text); (want == "") != (err == nil) || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestJapaneseNumbers: digits of either width, and kanji.
func TestJapaneseNumbers(t *testing.T) {
	for n := 1; n <= 99; n++ {
		for _, text := range []string{kanjiNumber(n), fmt.Sprint(n)} {
			if got, size := japaneseNumber(text + "歩"); got != n || size != len(text) {
				t.Errorf("%s: %d, %d bytes", text, got, size)
			}
		}
	}
	if n, _ := japaneseNumber("１８"); n != 18 {
		t.Error(n)
	}
}

// TestSecondEndings: of endings one behind the other the first that decides the game counts,
// and the others are kept as words and reported.
func TestSecondEndings(t *testing.T) {
	const kif, csa = "手合割：平手\n 1 ７六歩(77)\n", "PI\n+\n+7776FU\n"
	for _, test := range []struct {
		text, result, comment string
		problems              int
	}{
		{kif + " 2 投了\n 2 中断\n", "B+R", "中断", 1},
		{kif + " 2 投了\n 2 詰み\n 2 千日手\n", "B+R", "詰み\n千日手", 2},
		{kif + " 2 中断\n 2 投了 ( 0:05/)\n", "B+R", "中断", 1},
		{kif + " 2 千日手\n 2 中断\n", "0", "中断", 1},
		{kif + " 2 投了\n 2 投了\n", "B+R", "", 0},
		{kif + " 2 封じ手\n 2 中断\n", "Void", "中断", 1},
		{kif + " 2 中断\nまで1手で先手の勝ち\n", "B+R", "中断", 1},
		{kif + " 2 中断\nまで1手で中断\n", "Void", "", 0},
		{kif + " 2 投了\nまで1手で中断\n", "B+R", "", 0},
		{csa + "%TORYO\n%CHUDAN\n", "B+R", "%CHUDAN", 1},
		{csa + "%chudan\n%Toryo\nT5\n", "B+R", "%CHUDAN", 1},
		{csa + "%ILLEGAL_ACTION\n", "W+F", "", 0},
		{csa + "%+ILLEGAL_ACTION\n", "W+F", "", 0},
		{csa + "%-ILLEGAL_ACTION\n", "B+F", "", 0},
		{csa + "%ILLEGAL_MOVE\n", "B+F", "", 0},
	} {
		seen := 0
		read := ReadKifu
		if strings.HasPrefix(test.text, csa) {
			read = ReadAny
		}
		r := read([]byte(test.text), &ReadOptions{Report: func(p Problem) {
			if p.Code != SecondEnding {
				t.Errorf("%s: %s", test.text, p)
			}
			seen++
		}})[0]
		comment := ""
		for n := range r.MainLine() {
			comment += n.Comment
		}
		if r.Result() != test.result || comment != test.comment || seen != test.problems {
			t.Errorf("%s: %s, comment %q, %d problems; want %s, %q, %d", test.text, r.Result(), comment, seen, test.result, test.comment, test.problems)
		}
	}
}

// TestFoulsInKIF: a foul of the side to move is 反則負け and one of the move before it
// 反則勝ち, the words that KIF has, whoever says which side it was.
func TestFoulsInKIF(t *testing.T) {
	for ending, want := range map[string]string{
		"+ILLEGAL_ACTION": "   3 反則負け\nまで2手で先手の反則負け\n", "-ILLEGAL_ACTION": "   3 反則勝ち\nまで2手で先手の反則勝ち\n", "ILLEGAL_MOVE": "   3 反則負け\nまで2手で先手の反則負け\n",
	} {
		r := ReadAny([]byte("PI\n+\n+7776FU\n-3334FU\n%"+ending+"\n"), nil)[0]
		var out strings.Builder
		if err := WriteKIF(&out, r, nil); err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("%s: %s %v", ending, out.String(), err)
		}
		var again strings.Builder
		if err := WriteJKF(&again, r, nil); err != nil || strings.Contains(again.String(), `+ILLEGAL`) {
			t.Errorf("%s: %s %v", ending, again.String(), err)
		}
		if back := ReadKifu([]byte(out.String()), nil)[0]; back.Result() != r.Result() {
			t.Errorf("%s: %s comes back as %s", ending, r.Result(), back.Result())
		}
	}
}

// Names of positions that go on over many lines take memory in proportion to their bytes.
func TestManyBookmarks(t *testing.T) {
	allocated := func(lines int) uint64 {
		text := []byte(kifGame + strings.Repeat("&x\n", lines))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		records := ReadKifu(text, nil)
		runtime.ReadMemStats(&after)
		if len(records) != 1 || !strings.HasPrefix(tree(records[0]), "0<") {
			t.Fatalf("%d records", len(records))
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if once, more := allocated(5_000), allocated(20_000); more > 8*once {
		t.Errorf("5,000 lines take %d bytes, 20,000 lines %d", once, more)
	}
}

// TestEveryEndingInKIF: every ending is written with the words of Kakinoki's list and comes back
// with the same result, from KIF and from KI2.
func TestEveryEndingInKIF(t *testing.T) {
	list := []string{"中断", "投了", "持将棋", "千日手", "詰み", "不詰", "切れ負け", "反則勝ち", "反則負け", "入玉勝ち", "不戦勝", "不戦敗"}
	for moves, text := range []string{"PI\n+\n", "PI\n+\n+7776FU\n", "PI\n+\n+7776FU\n-3334FU\n"} {
		for e := Resigns; e < numEndings; e++ {
			r := ReadAny([]byte(text+"%"+e.CSA()+"\n"), nil)[0]
			for name, write := range map[string]func(io.Writer, *Record, *WriteOptions) error{"KIF": WriteKIF, "KI2": WriteKI2} {
				var out strings.Builder
				if err := write(&out, r, nil); err != nil {
					t.Fatal(err)
				}
				back := ReadKifu([]byte(out.String()), nil)[0]
				if back.Result() != r.Result() {
					t.Errorf("%s after %d moves: %q, and from %s %q:\n%s", e, moves, r.Result(), name, back.Result(), out.String())
				}
				lines := strings.Split(strings.TrimSpace(out.String()), "\n")
				if ending := strings.Fields(lines[len(lines)-2]); name == "KIF" && (len(ending) != 2 || !slices.Contains(list, ending[1])) {
					t.Errorf("%s is written %q", e, lines[len(lines)-2:])
				}
				if _, same := kifuListed(e); !same != strings.Contains(out.String(), "\n*"+kanjiEnding(e)+"\n") {
					t.Errorf("%s: its own word: %s", e, out.String())
				}
			}
		}
	}
}
