package choice_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/position"
	"kifudb/protocol/choice"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[9]RE[W+R];B[ee];W[ec])(;SZ[9]RE[W+R];B[ee];W[ec];B[cc])"), 0o666); err != nil {
		fmt.Println(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer a.Close()
	ctx := context.Background()
	if _, err := a.Import(ctx, &archive.Import{Paths: []string{file}}); err != nil {
		fmt.Println(err)
	}
	view := func() (*archive.Views, error) {
		v, err := a.View()
		if err != nil {
			return nil, err
		}
		return v.Views, nil
	}
	book, err := choice.NewBook(view, choice.Options{Pick: choice.Most})
	if err != nil {
		fmt.Println(err)
	}
	answer, err := book.At(ctx, `pos:"SZ[9]AB[ee]"`, position.White, nil)
	if err != nil {
		fmt.Println(err)
	}
	move, ok := book.Pick(answer)
	fmt.Println(ok, move.Text, move.Games, move.Score)
	// Output: true ge 2 1
}

// book returns one of some records.
func book(t *testing.T, o choice.Options, records ...string) *choice.Book {
	t.Helper()
	v := archivetest.Of(t, records...)
	b, err := choice.NewBook(func() (*archive.Views, error) {
		now, err := v.Archive().View()
		if err != nil {
			return nil, err
		}
		return now.Views, nil
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each way of choosing chooses its move, and weighted choices come as often as the games have them.
func TestPick(t *testing.T) {
	games := []string{
		"(;SZ[9]RE[W+1]PB[A];B[ee])", "(;SZ[9]RE[W+2]PB[B];B[ee])", "(;SZ[9]RE[B+3]PB[C];B[ee])",
		"(;SZ[9]RE[B+4]PB[D];B[cc])",
	}
	for pick, want := range map[string]string{choice.Most: "ee", choice.Score: "gc"} {
		b := book(t, choice.Options{Pick: pick}, games...)
		a, err := b.At(t.Context(), "pos:\"SZ[9]\"", position.Black, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			if m, ok := b.Pick(a); !ok || m.Text != want {
				t.Errorf("%s: got %s, want %s", pick, m.Text, want)
			}
		}
	}
	const times = 4000
	var runs [2]string
	for i := range runs {
		b := book(t, choice.Options{Pick: choice.Weighted, Seed: 7}, games...)
		a, err := b.At(t.Context(), "pos:\"SZ[9]\"", position.Black, nil)
		if err != nil {
			t.Fatal(err)
		}
		often := 0
		for range times {
			m, _ := b.Pick(a)
			runs[i] += m.Text
			if m.Text == "ee" {
				often++
			}
		}
		if often < times*3/4-150 || often > times*3/4+150 {
			t.Errorf("a move of three games in four is chosen %d times in %d", often, times)
		}
		if _, ok := b.Pick(&choice.Answer{}); ok {
			t.Error("a move is chosen where there is none")
		}
	}
	if runs[0] != runs[1] {
		t.Error("the same seed chooses other moves")
	}
}

// The figures are those of the player who moves.
func TestScores(t *testing.T) {
	b := book(t, choice.Options{Pick: choice.Most}, "(;SZ[9]RE[W+1]PB[A];B[ee];W[ec])", "(;SZ[9]RE[0]PB[B];B[ee];W[ec])", "(;SZ[9]PB[C];B[ee];W[gg])")
	a, err := b.At(t.Context(), "pos:\"SZ[9]AB[ee]\"", position.White, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Moves) != 2 || a.Games != 3 {
		t.Fatalf("got %+v", a)
	}
	if m := a.Moves[0]; m.Games != 2 || m.Score != 0.75 || m.Low <= 0 || m.Low >= 0.75 {
		t.Errorf("got %+v", m)
	}
	if m := a.Moves[1]; m.Won.Decided != 0 || m.Score != m.Estimate || m.Low != 0 {
		t.Errorf("got %+v", m)
	}
}

// Options that make no sense are refused.
func TestOptions(t *testing.T) {
	if _, err := choice.NewBook(nil, choice.Options{Pick: "best"}); err == nil {
		t.Error("a way to choose that is none is accepted")
	}
	for _, q := range []string{"pos:Q16", "player:ann pat:[X.O]"} {
		if _, err := choice.NewBook(nil, choice.Options{Pick: choice.Most, Query: archivetest.Query(t, q)}); err == nil {
			t.Errorf("%s is accepted", q)
		}
	}
}
