package notation

import (
	"io"
	"testing"
)

// TestCSASummary: what a server's summary says is compared with the moves, and where they
// do not tell, it is the result.
func TestCSASummary(t *testing.T) {
	const blackMoved, whiteMoved = "+7776FU\n", "+7776FU\n-3334FU\n"
	for _, test := range []struct {
		moves, summary string
		result         string
		other          bool
	}{
		{blackMoved + "%TORYO\n", "toryo:a win:b lose", "B+R", false},
		{blackMoved + "%TORYO\n", "toryo:a lose:b win", "B+R", true},
		{whiteMoved + "%TORYO\n", "toryo:a lose:b win", "W+R", false},
		{whiteMoved + "%TORYO\n", "toryo:a win:b lose", "W+R", true},
		{whiteMoved + "%TIME_UP\n", "time up:a lose:b win", "W+T", false},
		{whiteMoved + "%TIME_UP\n", "sennichite:a draw:b draw", "W+T", true},
		{whiteMoved + "%SENNICHITE\n", "sennichite:a draw:b draw", "0", false},
		{whiteMoved + "%SENNICHITE\n", "toryo:a win:b lose", "0", true},
		{whiteMoved + "%CHUDAN\n", "toryo:a win:b lose", "Void", true},
		{whiteMoved + "%KACHI\n", "kachi:a win:b lose", "B+", false},
		// The server's words that do not say who lost.
		{whiteMoved + "%KACHI\n", "illegal kachi:a lose:b win", "W+F", false},
		{whiteMoved + "%TORYO\n", "abnormal:a win:b lose", "B+F", false},
		// It writes none of fouls and of games that are too long.
		{whiteMoved, "illegal move:a win:b lose", "B+F", false},
		{whiteMoved, "oute_sennichite:a lose:b win", "W+F", false},
		{whiteMoved, "max_moves:a draw:b draw", "0", false},
		{whiteMoved, "something new:a win:b lose", "B+", false},
		{"", "abnormal:a win:b lose", "B+F", false},
		// A move that is lost: nobody knows whose turn it is.
		{"+7776FU\n-5566KA\n%TORYO\n", "toryo:a lose:b win", "W+R", false},
		// Names with blanks, and what is no summary.
		{blackMoved + "%TORYO\n", "toryo:a win b lose:b win", "B+R", true},
		{blackMoved + "%TORYO\n", "toryo:a win:b win", "B+R", false},
		{blackMoved, "toryo", "", false},
		{blackMoved + "%TORYO\n", "", "B+R", false},
	} {
		text := "V2.2\nN+a\nN-b\nPI\n+\n" + test.moves + "'summary:" + test.summary + "\n/\nPI\n+\n+2726FU\n"
		other := 0
		games := ReadCSA([]byte(text), &ReadOptions{Report: func(p Problem) {
			if p.Code == OtherWinner {
				other++
			}
		}})
		r := games[0]
		got := r.Field("RE")
		if got == "" {
			got = r.Result()
		}
		if got != test.result {
			t.Errorf("%s%s: the result is %q, want %q", test.moves, test.summary, got, test.result)
		}
		if (other == 1) != test.other || other > 1 {
			t.Errorf("%s%s: reported %d times, want %t", test.moves, test.summary, other, test.other)
		}
		if next := games[1]; next.Field("RE") != "" || next.Field("SUMMARY") != "" {
			t.Errorf("%s: the next game has %q", test.summary, next.Info)
		}
		if err := WriteCSA(io.Discard, r, &WriteOptions{Lost: func(l Loss) { t.Errorf("%s%s: lost %s", test.moves, test.summary, l) }}); err != nil {
			t.Error(err)
		}
	}
}
