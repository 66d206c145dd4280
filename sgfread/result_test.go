package sgfread

import "testing"

func TestParseResult(t *testing.T) {
	for _, tt := range []struct{ text, want, ending, certainty string }{
		// FF[4]
		{"B+R", "B+R", "resign", "exact"},
		{"W+Resign", "W+R", "resign", "exact"},
		{"W+3.5", "W+3.5", "points", "exact"},
		{"W+64", "W+64", "points", "exact"},
		{"B+0.5", "B+0.5", "points", "exact"},
		{"B+3.50", "B+3.5", "points", "exact"},
		{"0", "0", "", "exact"},
		{"Draw", "0", "", "exact"},
		{"Void", "Void", "", "exact"},
		{"?", "?", "", "exact"},
		{"B+", "B+", "", "exact"},
		{"B+T", "B+T", "time", "exact"},
		{"W+Time", "W+T", "time", "exact"},
		{"W+F", "W+F", "forfeit", "exact"},
		{"W+Forfeit", "W+F", "forfeit", "exact"},
		// nearly
		{"", "?", "", "unread"},
		{" ", "?", "", "unread"},
		{"b+r", "B+R", "resign", "clear"},
		{"W + 3.5", "W+3.5", "points", "clear"},
		{"W+3,5", "W+3.5", "points", "clear"},
		{"W++1.0", "W+1", "points", "clear"},
		{"W+.5", "W+0.5", "points", "clear"},
		{"B+1/2", "B+0.5", "points", "clear"},
		{"B+3½", "B+3.5", "points", "clear"},
		{"B", "B+", "", "clear"},
		{"W", "W+", "", "clear"},
		{"draw", "0", "", "clear"},
		{"Jigo", "0", "", "clear"},
		{"W+Time Over", "W+T", "time", "clear"},
		{"W+time", "W+T", "time", "clear"},
		{"W+Illegal", "W+", "illegal", "clear"},
		{"B+R(moves beyond 250 not known)", "B+R", "resign", "clear"},
		{"? (No further moves known)", "?", "", "clear"},
		{"B+3 points", "B+3", "points", "clear"},
		{"Ｂ＋Ｒ", "B+R", "resign", "clear"},
		// Quarters exist only in zi, of which one is two points. Taking them for
		// points would make margins that no game can have.
		{"B+3 1/4", "B+6.5", "points", "calculated"},
		{"W+3.75子", "W+7.5", "points", "calculated"},
		{"B+0.25", "B+0.5", "points", "calculated"},
		{"W+12.75", "W+25.5", "points", "calculated"},
		{"B+2子", "B+4", "points", "calculated"},
		// Somebody won; how is not told, or not in words whose meaning is known.
		// W+0 names a winner, so it is no draw.
		{"W+J", "W+", "", "guessed"},
		{"B+AW", "B+", "", "guessed"},
		{"B+V", "B+", "", "guessed"},
		{"W+Repetition", "W+", "", "guessed"},
		{"W+0", "W+", "", "guessed"},
		{"W+0.0", "W+", "", "guessed"},
		{"B+0.02", "B+", "", "guessed"},
		{"W+11.5?", "W+11.5", "points", "guessed"},
		{"W+ (but B does not lose)", "W+", "", "guessed"},
		{"B+1.5 ? W+timeout", "B+1.5", "points", "guessed"},
		// nobody did
		{"Unfinished", "Void", "unfinished", "clear"},
		{"Left unfinished", "Void", "unfinished", "clear"},
		{"Game suspended", "Void", "unfinished", "clear"},
		{"has adjourned.", "Void", "unfinished", "clear"},
		{"打掛け", "Void", "unfinished", "clear"},
		{"Both lost", "Void", "", "clear"},
		{"No result", "Void", "", "clear"},
		{"無勝負", "Void", "", "clear"},
		{"持碁", "0", "", "clear"},
		{"和棋", "0", "", "clear"},
		{"무승부", "0", "", "clear"},
		// not to be read
		{"1-0", "?", "", "unread"},
		{"X+", "?", "", "unread"},
		{"D+J", "?", "", "unread"},
		{"john wins", "?", "", "unread"},
		// English and other words
		{"Black wins by resignation", "B+R", "resign", "clear"},
		{"White resigns", "B+R", "resign", "clear"},
		{"Black won by 2 points", "B+2", "points", "clear"},
		{"White wins on time", "W+T", "time", "clear"},
		{"Black loses by 3.5 points", "W+3.5", "points", "clear"},
		{"black wins by 5 3/4 points", "B+11.5", "points", "calculated"},
		{"White wins by 3 3/4 zi", "W+7.5", "points", "calculated"},
		{"White by half a point", "W+0.5", "points", "clear"},
		{"B wins by 3", "B+3", "points", "clear"},
		{"Schwarz gewinnt durch Aufgabe", "B+R", "resign", "clear"},
		{"Weiß gibt auf", "B+R", "resign", "clear"},
		{"Noir gagne par abandon", "B+R", "resign", "clear"},
		// Chinese
		{"黑中盘胜", "B+R", "resign", "clear"},
		{"白中盤勝", "W+R", "resign", "clear"},
		{"黑方中盘胜", "B+R", "resign", "clear"},
		{"黑中盘负", "W+R", "resign", "clear"},
		{"白胜3又3/4子", "W+7.5", "points", "calculated"},
		{"黑胜四分之三子", "B+1.5", "points", "calculated"},
		{"黑1/4子胜", "B+0.5", "points", "calculated"},
		{"白胜半目", "W+0.5", "points", "clear"},
		{"黑胜1.5目", "B+1.5", "points", "clear"},
		{"黑超时负", "W+T", "time", "clear"},
		{"黑超时", "W+T", "time", "clear"},
		{"黑超时胜", "B+T", "time", "clear"},
		{"白认输", "B+R", "resign", "clear"},
		{"共120手,黑胜3子", "B+6", "points", "calculated"},
		// Japanese
		{"黒半目勝", "B+0.5", "points", "clear"},
		{"白番中押し勝ち", "W+R", "resign", "clear"},
		{"先番中押勝", "B+R", "resign", "clear"},
		{"白3目半勝ち", "W+3.5", "points", "clear"},
		{"黒番五目勝", "B+5", "points", "clear"},
		{"黒の時間切れ負け", "W+T", "time", "clear"},
		{"257手完、白番中押し勝ち", "W+R", "resign", "clear"},
		{"157手以下略 白二目勝", "W+2", "points", "clear"},
		{"白中押", "W+R", "resign", "clear"},
		// Korean
		{"흑 불계승", "B+R", "resign", "clear"},
		{"백불계승", "W+R", "resign", "clear"},
		{"백 2집반승", "W+2.5", "points", "clear"},
		{"흑 반집승", "B+0.5", "points", "clear"},
		{"백시간승", "W+T", "time", "clear"},
		{"흑시간패", "W+T", "time", "clear"},
		{"흑기권승", "B+F", "forfeit", "clear"},
	} {
		r := ParseResult(tt.text)
		if r.String() != tt.want || r.Ending.String() != tt.ending || r.Certainty.String() != tt.certainty {
			t.Errorf("ParseResult(%q) = %v %v %v, want %q %q %q", tt.text, r, r.Ending, r.Certainty, tt.want, tt.ending, tt.certainty)
		}
	}
}

func FuzzParseResult(f *testing.F) {
	for _, s := range []string{"B+R", "W + 3,5", "黑中盘胜", "白胜3又3/4子", "흑 불계승", "Black wins by 3 1/2 points"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := ParseResult(s)
		if r.Ending != ByPoints && r.Margin != 0 || r.Margin < 0 {
			t.Fatalf("ParseResult(%q) = %+v: a margin without points", s, r)
		}
		if r.Certainty == Unread && r != (Result{}) {
			t.Fatalf("ParseResult(%q) = %+v: unread, but not empty", s, r)
		}
		if again := ParseResult(r.String()); again.Winner != r.Winner || r.Ending == ByPoints && again.Ending != ByPoints {
			t.Fatalf("ParseResult(%q) = %+v, which reads again as %+v", s, r, again)
		}
	})
}

func BenchmarkParseResult(b *testing.B) {
	for _, text := range []string{"B+R", "W+3.5", "Jigo", "白胜3又3/4子"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ParseResult(text)
			}
		})
	}
}
