package paper_test

import (
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/paper"
	"kifudb/paper/text"
)

// problems returns sheets of the problems of a query as text.
func problems(t *testing.T, v *archive.View, query string, o paper.Options) (string, paper.Found) {
	t.Helper()
	q, err := archive.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := v.Choose(t.Context(), &archive.Choice{Query: q})
	if err != nil {
		t.Fatal(err)
	}
	d, found, err := paper.Problems(t.Context(), v.Views, chosen.GameSet, q, o)
	if err != nil {
		t.Fatal(err)
	}
	if d == nil {
		return "", found
	}
	var b strings.Builder
	if err := text.Write(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String(), found
}

// evaluated are games with values of engines in points: White's second move of the first loses 5, and
// Black's second of the other 8. The third game has none, and the last one is a problem.
var evaluated = []string{
	"(;SZ[5]PB[Me]PW[Ann]SBKS[0];B[bb]SBKS[0];W[dd]SBKS[0];B[bc]SBKS[0]LZ[x 50 9\nmove D3 visits 9];W[aa]SBKS[5])",
	"(;SZ[5]PB[Me]PW[Bob]SBKS[0];B[cc]SBKS[0];W[dd]SBKS[0]LZ[x 50 9\nmove B2 visits 9];B[ee]SBKS[-8];W[ab]SBKS[-8])",
	"(;SZ[5]PB[Me]PW[Cid];B[cc])",
	"(;SZ[5]AB[aa]AW[ba]PL[B];B[bb])",
}

// The costliest moves come first. The solution says what they lost, and what the engine would have made.
func TestCostliest(t *testing.T) {
	v := archivetest.OfFiles(t, evaluated...)
	got, found := problems(t, v, "", paper.Options{Costliest: true, Limit: 10})
	if found.Problems != 2 {
		t.Fatalf("%d problems:\n%s", found.Problems, got)
	}
	for _, want := range []string{"1. Black to play\n", "2. White to play\n", "1. Me – Bob\n", "2. Me – Ann\n", "1 lost 8.0 points; better: a\n", "1 lost 5.0 points; better: a\n"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is there %d times:\n%s", want, strings.Count(got, want), got)
		}
	}
	if strings.Index(got, "1. Me – Bob") > strings.Index(got, "2. Me – Ann") || !strings.Contains(got, "$$ | . a . O . |") {
		t.Error(got)
	}
	if got, found := problems(t, v, "player:Me", paper.Options{Costliest: true}); found.Problems != 1 || !strings.Contains(got, "8.0 points") {
		t.Errorf("beside a player, moves of others are printed:\n%s", got)
	}
	if got, found := problems(t, v, "loss:>6", paper.Options{Costliest: true}); found.Problems != 1 {
		t.Errorf("the query's own loss does not count:\n%s", got)
	}
	if _, found := problems(t, v, "player:Cid", paper.Options{Costliest: true}); found.Problems != 0 {
		t.Error("a game without values has costly moves")
	}
	if got, _ := problems(t, v, "", paper.Options{Costliest: true, Limit: 1, Language: paper.Japanese}); !strings.Contains(got, "1は8.0目の損、最善は a") {
		t.Error(got)
	}
	if got, _ := problems(t, v, "", paper.Options{}); strings.Contains(got, "lost") {
		t.Error("a problem that is not about losses says one")
	}
}

// A loss of a game of pieces is told behind the moves, without a unit.
func TestCostliestOfPieces(t *testing.T) {
	v := archivetest.OfFiles(t,
		"[White \"Me\"]\n[Black \"Ann\"]\n[Result \"*\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke2 {[%eval -2.5]} Nf6 {[%eval -2.5]} *\n")
	got, found := problems(t, v, "", paper.Options{Costliest: true, Limit: 1})
	if found.Problems != 1 || !strings.Contains(got, "Ke2 lost 2.7\n") {
		t.Errorf("%d problems:\n%s", found.Problems, got)
	}
}

// Games of a book are in the order of their dates, or in another one; a wrong one is an error.
func TestSort(t *testing.T) {
	v := archivetest.OfFiles(t, "(;SZ[3]PB[B]DT[2001])", "(;SZ[3]PB[C]DT[1999])", "(;SZ[3]PB[A])")
	chosen, err := v.Choose(t.Context(), &archive.Choice{Records: true})
	if err != nil {
		t.Fatal(err)
	}
	for sort, want := range map[string]string{"": "CBA", "black": "ABC", "-black": "CBA", "-date": "BCA", "id": "BCA"} {
		d, err := paper.Games(t.Context(), v.Views, chosen.GameSet, paper.Options{Sort: sort})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, e := range d.Contents {
			got += e.Title[:1]
		}
		if got != want {
			t.Errorf("%q: %s, want %s", sort, got, want)
		}
	}
	if _, err := paper.Games(t.Context(), v.Views, chosen.GameSet, paper.Options{Sort: "nonsense"}); err == nil {
		t.Error("a wrong order is none")
	}
}

// Who is to play: whoever makes the first move of the solution, else whom PL names, else whom the text names.
// A problem without a solution has no board for it.
func TestWhoIsToPlay(t *testing.T) {
	const stones = "AB[aa][ba][ca]AW[ab][bb][cb][da]"
	for record, want := range map[string][]string{
		"(;SZ[9]" + stones + "C[White to play and kill])":                             {"1. White to play\n", "White to play and kill\n", "1. The record has no solution.\n"},
		"(;SZ[9]" + stones + "C[white to play. If Black lives, fine.])":               {"1. White to play\n", "\nIf Black lives, fine.\n"},
		"(;SZ[9]" + stones + "C[White to play])":                                      {"1. White to play\n"},
		"(;SZ[9]" + stones + "C[白先黒死])":                                               {"1. White to play\n", "\n白先黒死\n"},
		"(;SZ[9]" + stones + "C[Black to kill, after White to play])":                 {"1. Black to play\n"},
		"(;SZ[9]" + stones + "PL[W])":                                                 {"1. White to play\n"},
		"(;SZ[9]C[白先];" + stones + ";W[ea])":                                          {"1. White to play\n", "$$W9 1.\n"},
		"(;SZ[9]" + stones + "PL[B]C[Black to live];W[ea](;B[eb])(;B[fb]C[RIGHT]))":   {"1. White to play\n", "2 RIGHT\n"},
		"(;SZ[9]" + stones + "(;W[ea]C[Wrong];B[gg])(;W[fa];B[fb];W[gb]C[Correct!]))": {"1. White to play\n", "3 Correct!\n"},
		"(;GM[2]SZ[8]PL[W]AB[dd][ee]AW[de][ed][cd])":                                  {"1. White to play\n", "1. The record has no solution.\n"},
		"[Event \"?\"]\n[White \"W\"]\n[Black \"B\"]\n[Result \"*\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Ra8# *": {"1. White to play\n", "1. Ra8#\n"},
	} {
		got, found := problems(t, archivetest.OfFiles(t, record), "", paper.Options{})
		if found.Problems != 1 {
			t.Errorf("%s: %d problems", record, found.Problems)
		}
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: there is no %q:\n%s", record, w, got)
			}
		}
		if strings.Contains(got, "\nWhite to play\n") || strings.Contains(got, "hite to play. If") {
			t.Errorf("%s: the text says again who is to play", record)
		}
	}
}

// An answer that is merely the first of several lines says so; one that the record marks, or the only
// one, does not.
func TestUnmarkedSolution(t *testing.T) {
	const stones, said = "AB[aa][ba][ca]AW[ab][bb][cb][da]PL[B]", "none of which the record marks as right"
	for record, want := range map[string]string{
		"(;SZ[9]" + stones + "(;B[ea];W[eb])(;B[fb](;W[fa])(;W[ga])))":      "The first of 3 lines, " + said,
		"(;SZ[9]" + stones + ";B[ea];W[eb])":                                "",
		"(;SZ[9]" + stones + "(;B[ea])(;B[fb]C[RIGHT]))":                    "",
		"(;SZ[9]" + stones + "(;B[ea];W[eb](;B[ec])(;B[ed]))(;B[fb]TE[1]))": "",
	} {
		got, _ := problems(t, archivetest.OfFiles(t, record), "", paper.Options{})
		if want == "" && strings.Contains(got, said) || !strings.Contains(got, want) {
			t.Errorf("%s: want %q:\n%s", record, want, got)
		}
	}
}
