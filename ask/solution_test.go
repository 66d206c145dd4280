package ask

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// Comments say of moves whether they are right as the collections do, and nothing in
// a sentence that only has such a word in it.
func TestSolutionWords(t *testing.T) {
	for _, text := range []string{"RIGHT", "Correct", "correct!", "- Correct.", "Also correct. But slow", "Success: Black lives", "Good. RIGHT", "正解", "黑先活，正确", "Solution"} {
		if !saysRight(text) || saysWrong(text) {
			t.Errorf("%q is not right", text)
		}
	}
	for _, text := range []string{"WRONG", "Wrong.", "Incorrect", "Failure", "失敗", "失败图", "不正解", "不正确"} {
		if !saysWrong(text) || saysRight(text) {
			t.Errorf("%q is not wrong", text)
		}
	}
	for _, text := range []string{"", "on the right side", "That is right", "White cannot correct this", "It's a ko, but Black can do better.", "nothing wrong here"} {
		if saysRight(text) || saysWrong(text) {
			t.Errorf("%q says whether it is right", text)
		}
	}
}

// The words are those that regular expressions find, which take longer.
func TestSolutionWordsSlowly(t *testing.T) {
	right := regexp.MustCompile(`\bRIGHT\b|^\W*(?i:also correct|correct|solution|success)\b|(?:^|[^不])(?:正解|正确|正確)`)
	wrong := regexp.MustCompile(`\bWRONG\b|^\W*(?i:wrong|incorrect|failure|fail)\b|失败|失敗|不正解|不正确|不正確`)
	parts := []string{
		"RIGHT", "right", "WRONG", "Wrong", "wrong", "also correct", "Also Correct", "CORRECT", "incorrect", "solution", "success", "successful", "failure", "FAIL", "fail",
		"正解", "正确", "正確", "不", "失败", "失敗", "a", "B", "1", "_", " ", " ", " ", ".", "-", "\n", "黑", "é", "\xff",
	}
	rng := rand.New(rand.NewPCG(37, 6))
	rights, wrongs := 0, 0
	for range 200_000 {
		text := ""
		for range rng.IntN(5) {
			text += parts[rng.IntN(len(parts))]
		}
		if got, want := saysRight(text), right.MatchString(text); got != want {
			t.Fatalf("%q is right: %v, want %v", text, got, want)
		} else if want {
			rights++
		}
		if got, want := saysWrong(text), wrong.MatchString(text); got != want {
			t.Fatalf("%q is wrong: %v, want %v", text, got, want)
		} else if want {
			wrongs++
		}
	}
	if rights < 1000 || wrongs < 1000 {
		t.Errorf("%d right and %d wrong texts try too little", rights, wrongs)
	}
}

// What is right is marked, or on the main line; how two solutions agree does not
// depend on how their diagrams are turned.
func TestSolutions(t *testing.T) {
	const diagram = "AB[ba][bb]AW[ca][cb]"
	tests := []struct{ name, moves, right, line, by, agrees string }{
		{"the first", ";B[dd];W[de]", "B dd", "B dd,W de", SolutionMainLine, ""},
		{"the same", ";B[dd];W[df]", "B dd", "B dd,W df", SolutionMainLine, SolutionsSame},
		{"marked in the second variation", "(;B[ee])(;B[dd];W[aa];B[gg]C[RIGHT])", "B dd", "B dd,W aa,B gg", SolutionMarked, SolutionsSame},
		{"two are marked", "(;B[ee]C[Correct])(;B[dd]TE[1])(;B[gg])", "B dd,B ee", "B ee", SolutionMarked, SolutionsPartly},
		{"a bad move with a good answer", "(;B[dd]BM[1];W[de]C[RIGHT])(;B[ee]TE[1])", "B ee", "B ee", SolutionMarked, SolutionsDiffer},
		{"after a node without a move", ";C[Black to play];B[dd]", "B dd", "B dd", SolutionMainLine, SolutionsSame},
		{"White to play", ";W[dd]", "W dd", "W dd", SolutionMainLine, SolutionsColor},
		{"no moves", "", "", "", "", SolutionsUnknown},
	}
	var records []string
	for _, tt := range tests {
		records = append(records, "(;SZ[9]"+diagram+tt.moves+")")
	}
	a := archivetest.Empty(t)
	file := filepath.Join(t.TempDir(), "problems.sgf")
	if err := os.WriteFile(file, []byte(strings.Join(records, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	found, err := Of(v.Views).Problems(t.Context(), &archive.Search{}, &ProblemsOptions{Game: "1"})
	if err != nil || len(found.Problems) != 1 || len(found.Problems[0].Records) != len(tests) {
		t.Fatalf("%+v, %v", found, err)
	}
	for i, r := range found.Problems[0].Records {
		written := func(moves []archive.Move) string {
			var list []string
			for _, m := range moves {
				list = append(list, m.Color+" "+m.Point)
			}
			return strings.Join(list, ",")
		}
		tt := tests[i]
		if right, line := written(r.There), written(r.Line); right != tt.right || line != tt.line || r.By != tt.by || r.Agrees != tt.agrees {
			t.Errorf("%s: %s of %s by %q, agrees: %q; want %s of %s by %q, %q", tt.name, right, line, r.By, r.Agrees, tt.right, tt.line, tt.by, tt.agrees)
		}
	}
	if p := found.Problems[0]; p.Solutions != SolutionsDiffer || found.Diagrams != len(tests) || found.Several != 1 || found.Listed != 1 || len(found.Provenance.Archives) != 1 {
		t.Errorf("%s, %d diagrams, %d in several records", p.Solutions, found.Diagrams, found.Several)
	}
	if _, err := Of(v.Views).Problems(t.Context(), &archive.Search{}, &ProblemsOptions{Game: fmt.Sprint(len(tests) + 1)}); err == nil {
		t.Error("a game that is not there has problems")
	}
}
