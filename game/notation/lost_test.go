package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/position/shogi"
)

// TestEndingsAreNotMoves: the words for an ending that begin like a word of a
// move, 引 and HIKI, are endings behind every move, and so are all others.
func TestEndingsAreNotMoves(t *testing.T) {
	for e := Resigns; e < numEndings; e++ {
		words := endingWords[e]
		for _, test := range []struct{ input, moves, words string }{
			{"WESTERN", "P-7f P-3d ", words.western},
			{"JAPANESE", "76 FU 34FU ", words.japanese},
			{"JAPANESE", "☗７六歩 ☖３四歩 ", words.kanji},
			{"JAPANESE", "☗７六歩\n☖３四歩　", words.kanji},
		} {
			if test.words == "" {
				t.Errorf("%s has no word in %s", e, test.input)
			}
			for word := range strings.FieldsSeq(test.words) {
				text := fmt.Sprintf("INPUT=(%s,NUMBERS=NONE)\n%s%s\n", test.input, test.moves, word)
				records := Read([]byte(text), &ReadOptions{Report: func(p Problem) { t.Errorf("%s: %s", text, p) }})
				if len(records) != 1 || records[0].Ending() != e || len(slices.Collect(records[0].MainLine())) != 3 {
					t.Errorf("%s is not two moves and %s", text, e)
				}
			}
		}
		for kind, text := range map[string]string{
			"csa": "PI\n+\n+7776FU\n-3334FU\n%" + words.csa + "\n",
			"usi": "position startpos moves 7g7f 3c3d " + words.usi + "\n",
		} {
			records := ReadAny([]byte(text), &ReadOptions{Report: func(p Problem) { t.Errorf("%s: %s", text, p) }})
			if len(records) != 1 || records[0].Ending() != e || len(slices.Collect(records[0].MainLine())) != 3 {
				t.Errorf("%s: %s is not two moves and %s", kind, text, e)
			}
		}
	}
}

// TestEndingWordsDiffer: every word means one ending.
func TestEndingWordsDiffer(t *testing.T) {
	for _, name := range []func(int) string{
		func(e int) string {
			w := endingWords[e]
			return w.western + " " + w.japanese + " " + w.kanji
		},
		func(e int) string { return endingWords[e].csa },
		func(e int) string { return endingWords[e].usi },
	} {
		seen := map[string]int{}
		for e := range endingWords {
			for w := range strings.FieldsSeq(strings.ToUpper(name(e))) {
				if other, ok := seen[w]; ok && other != e {
					t.Errorf("%s is %s and %s", w, Ending(e), Ending(other))
				}
				seen[w] = e
				if len(w) > longestEnding {
					t.Errorf("%s is longer than %d bytes", w, longestEnding)
				}
			}
		}
	}
}

// TestReadGoesOn: a record is read to its end whatever its errors; only the
// converter stops after ten.
func TestReadGoesOn(t *testing.T) {
	text := "INPUT=(WESTERN,NUMBERS=NONE)\nOUTPUT=(WESTERN,NUMBERS=NONE,FORMAT=72)\nP-7f\n" +
		strings.Repeat("MEMORIZE\nK-5e\nRESUME\n", 30) + "P-3d Resigns\n"
	errors := 0
	records := Read([]byte(text), &ReadOptions{Report: func(Problem) { errors++ }})
	if len(records) != 1 || records[0].Result() != "W+R" || errors != 30 {
		t.Errorf("%d records, %d errors, result %q", len(records), errors, records[0].Result())
	}
	var out bytes.Buffer
	if n, err := Convert(&out, strings.NewReader(text), nil); n != MaxErrors || err != nil || strings.Contains(out.String(), "P3d") {
		t.Errorf("the converter read on: %d errors, %v\n%s", n, err, out.String())
	}
}

// TestFouls: a move that breaks any rule is written so that it is read again, in
// all variants, with a warning; the converter refuses what is more than a slip.
func TestFouls(t *testing.T) {
	n := 0
	for _, test := range []struct{ sfen, move string }{
		{shogi.StartSFEN, "8h2b+"},
		{shogi.StartSFEN, "2h4d"},
		{shogi.StartSFEN, "5i5e"},
		{shogi.StartSFEN, "8i7c"},
		{"4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5d"},
		{"4k4/9/9/9/9/9/9/9/4K4 b PN 1", "P*1a"},
		{"4k4/9/9/9/9/9/9/9/4K4 b PN 1", "N*2b"},
		{"4k4/8P/9/9/9/9/9/9/4K4 b - 1", "1b1a"},
		{"3GkG3/9/4G4/9/9/9/9/4r4/4K4 b - 1", "5i5a"},
	} {
		p, err := shogi.ParseSFEN(test.sfen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := shogi.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		fault := p.Judge(m)
		if fault == 0 || !fault.Possible() {
			t.Fatalf("%s: %s", test.move, fault)
		}
		r := NewRecord(StartAt(p))
		r.Root.Children = []*Node{{Move: m, Ending: BlackFoul}}
		for _, f := range variants() {
			for _, inKanji := range []bool{false, true} {
				var text bytes.Buffer
				if err := Write(&text, r, f, &PrintOptions{Kanji: inKanji}); err != nil {
					t.Fatal(err)
				}
				var codes []Code
				records := Read(text.Bytes(), &ReadOptions{Report: func(p Problem) { codes = append(codes, p.Code) }})
				if len(records) != 1 || !slices.Equal(codes, []Code{IllegalMove}) {
					t.Fatalf("%d records, problems %v\n%s", len(records), codes, text.String())
				}
				if diff := diffRecords(r, records[0]); diff != "" {
					t.Fatalf("(-want +got)\n%s\n%s", diff, text.String())
				}
				again := strings.Replace(text.String(), f.Input(), f.Input()+"\n"+f.Output(), 1)
				errors, err := Convert(&bytes.Buffer{}, strings.NewReader(again), nil)
				if err != nil || (errors == 0) != fault.Slip() {
					t.Errorf("converted with %d errors (%v), %s:\n%s", errors, err, fault, again)
				}
				n++
			}
		}
	}
	if n == 0 {
		t.Fatal("nothing tried")
	}
}

// TestBooks: an engine's book holds positions with moves to choose from.
func TestBooks(t *testing.T) {
	const position = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n"
	for text, want := range map[string]Dialect{
		"#YANEURAOU-DB2016 1.00\n" + position + "7g7f 3c3d 50 32 10\n": UnknownDialect,
		"#YANEURAOU-DB2016 1.00\r\n" + position:                        UnknownDialect,
		position + "7g7f 3c3d 50 32 10\n2g2f none 40 32 5\n":           UnknownDialect,
		position + "7g7f none 50\n":                                    UnknownDialect,
		position:                                                       USI,
		position + "position startpos moves 7g7f\n":                    USI,
		position + "7g7f 3c3d\n":                                       USI, // a line that is reported
	} {
		if got := Detect([]byte(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
		if got := IsBook([]byte(text)); got != (want == UnknownDialect) {
			t.Errorf("%q: book %t", text, got)
		}
	}
}

// TestHeader: the facts that Write puts behind GAME are read as facts, and no
// other words are.
func TestHeader(t *testing.T) {
	for text, want := range map[string][]Field{
		"GAME=(START)\nCOMMENTS\nBlack: A  b\nWhite: C: d\nRemark: one\nRemark:\nRemark: two\nBR: 4d\nSCORE\nINPUT=(WESTERN,NUMBERS=NONE)\nP-7f\n": {
			{"PB", "A  b"}, {"PW", "C: d"}, {"GC", "one\n\ntwo"}, {"BR", "4d"}},
		"GAME=(START)\nCOMMENTS\nBlack: A\nand words\nSCORE\nINPUT=(WESTERN,NUMBERS=NONE)\nP-7f\n": nil,
		"GAME=(START)\nINPUT=(WESTERN,NUMBERS=NONE)\nCOMMENTS\nBlack: A\nSCORE\nP-7f\n":            nil,
		"COMMENTS\nBlack: A\nGAME=(START)\nSCORE\nINPUT=(WESTERN,NUMBERS=NONE)\nP-7f\n":            nil,
		"GAME=(START)\nCOMMENTS\nNote: A\nSCORE\nINPUT=(WESTERN,NUMBERS=NONE)\nP-7f\n":             nil,
	} {
		r := Read([]byte(text), nil)[0]
		if !slices.Equal(r.Info, want) {
			t.Errorf("%s: got facts %q, want %q", text, r.Info, want)
		}
		if (r.Root.Comment == "") != (want != nil) {
			t.Errorf("%s: comment %q", text, r.Root.Comment)
		}
	}
}

// TestCSATimes: the times of a game are read and written as they are.
func TestCSATimes(t *testing.T) {
	for _, test := range []struct {
		lines string
		want  []Field
		again string
	}{
		{"$START_TIME:2003/05/03 10:30:00\n", []Field{{"DT", "2003-05-03"}, {"STARTTIME", "2003-05-03 10:30:00"}}, "$START_TIME:2003/05/03 10:30:00\n"},
		{"$START_TIME:2003/5/3\n$END_TIME:2003/05/03 12:00:00\n", []Field{{"DT", "2003-05-03"}, {"ENDTIME", "2003-05-03 12:00:00"}}, "$END_TIME:2003/05/03 12:00:00\n$START_TIME:2003/05/03\n"},
		{"$START_TIME:May 3rd\n", []Field{{"DT", "May 3rd"}}, "$START_TIME:May 3rd\n"},
		{"$TIME_LIMIT:01:25+30\n", []Field{{"TM", "5100"}, {"OT", "1x30 byo-yomi"}}, "$TIME:5100+30+0\n"},
		{"$TIME_LIMIT:00:10+00\n", []Field{{"TM", "600"}}, "$TIME:600+0+0\n"},
		{"$TIME_LIMIT:ten minutes\n", []Field{{"GC", "TIME_LIMIT: ten minutes"}}, "$NOTE:TIME_LIMIT: ten minutes\n"},
		{"$TIME:300+10+2\n", []Field{{"TM", "300"}, {"OT", "1x10 byo-yomi, 2 increment"}}, "$TIME:300+10+2\n"},
		{"$TIME:0.5+0+2.5\n$TIME:9\n", []Field{{"TM", "0.5"}, {"OT", "2.5 increment"}, {"GC", "TIME: 9"}}, "$NOTE:TIME: 9\n$TIME:0.5+0+2.5\n"},
		{"'rating:a+1:b+2\n'black_rate:a+1:3345.0\n'white_rate:b+2:-\n'summary:toryo:a win:b lose\n'Max_Moves:512\n'words\n", []Field{{"BLACKRATING", "3345.0"}, {"SUMMARY", "toryo:a win:b lose"}, {"GC", "Max_Moves: 512"}}, "'black_rate::3345.0\n'summary:toryo:a win:b lose\n$NOTE:Max_Moves: 512\n"},
		{"'$END_TIME:2020/07/19 20:56:29\n", []Field{{"ENDTIME", "2020-07-19 20:56:29"}}, "$END_TIME:2020/07/19 20:56:29\n"},
		{"$TIME+:300+10+2\n$MAX_MOVES:256\n", []Field{{"GC", "TIME+: 300+10+2\nMAX_MOVES: 256"}}, "$TIME+:300+10+2\n$MAX_MOVES:256\n"},
	} {
		r := ReadCSA([]byte("V3.0\n"+test.lines+"PI\n+\n+7776FU,T1.001\n%TORYO,T2.5\n"), &ReadOptions{Report: func(p Problem) { t.Error(p) }})[0]
		if !slices.Equal(r.Info, test.want) {
			t.Errorf("%q: got %q, want %q", test.lines, r.Info, test.want)
		}
		var text bytes.Buffer
		if err := WriteCSA(&text, r, &WriteOptions{Lost: func(l Loss) { t.Errorf("%q: lost %s", test.lines, l) }}); err != nil {
			t.Fatal(err)
		}
		lines, rest, _ := strings.Cut(strings.TrimPrefix(text.String(), "'CSA encoding=UTF-8\nV3.0\n"), "P1")
		if lines != test.again {
			t.Errorf("%q: written %q, want %q", test.lines, lines, test.again)
		}
		if !strings.HasSuffix(rest, "+7776FU\nT1.001\n%TORYO\nT2.5\n") {
			t.Errorf("times of moves: %s", rest)
		}
	}
}
