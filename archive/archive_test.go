package archive

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kifudb/indexer/indexertest"
	"kifudb/store"
)

// collection returns a view of the demo's games and some of the tests' own.
func collection(t *testing.T) *View {
	t.Helper()
	a, err := Open(indexertest.Collection(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	return v
}

func parse(t *testing.T, text string) Query {
	t.Helper()
	q, err := ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Every reference that an answer gives leads to the node where the hit is, also
// inside of variations, and can be asked for as a position.
func TestReferences(t *testing.T) {
	v := collection(t)
	seen, off := 0, 0
	for _, text := range []string{"comment:ladder", "C:/./", `pos:"Q16 D4"`, "pat:NE[...|.X.|...] hits:every", "then(pat:NE[X], pat:NE[XO])"} {
		page, err := v.Search(t.Context(), &Search{Query: parse(t, text), Records: true})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, g := range page.Games {
			for _, h := range g.Hits {
				n, err := v.Node(h.Ref)
				if err != nil {
					t.Fatalf("%s: %s: %v", text, h.Ref, err)
				}
				if n.Node != h.Node || n.Move != h.Move || n.Ref != h.Ref || n.Game.ID != g.ID {
					t.Errorf("%s: %s leads to node %d, move %d, %s of game %d; the hit is at node %d, move %d", text, h.Ref, n.Node, n.Move, n.Ref, n.Game.ID, h.Node, h.Move)
				}
				if strings.Contains(h.Ref, "@n") {
					off++
				}
				if seen++; seen%7 != 0 || n.Goban() == nil {
					continue
				}
				again, err := v.IDs(t.Context(), parse(t, "pos:"+h.Ref+" id:"+strings.Split(h.Ref, "@")[0]), true)
				if err != nil || len(again) != 1 {
					t.Errorf("pos:%s finds %v, %v", h.Ref, again, err)
				}
			}
		}
	}
	if seen < 100 || off < 3 {
		t.Fatalf("%d references, %d of them off the main line: too few to mean anything", seen, off)
	}
}

// In a variation the number of a move is not that of the main line.
func TestReferenceInVariation(t *testing.T) {
	v := collection(t)
	page, err := v.Search(t.Context(), &Search{Query: parse(t, "player:branch comment:ladder")})
	if err != nil || len(page.Games) != 1 {
		t.Fatalf("%d games, %v", len(page.Games), err)
	}
	var ats []string
	for _, h := range page.Games[0].Hits {
		_, at, _ := strings.Cut(h.Ref, "@")
		ats = append(ats, at)
	}
	if got := strings.Join(ats, " "); got != "2 n5 n8" {
		t.Errorf("hits at %s, want 2 n5 n8", got)
	}
	if g := page.Games[0]; g.Komi == nil || *g.Komi != 6.5 || g.Handicap != 2 || g.Game != "go" {
		t.Errorf("komi %v, handicap %d, game %q", g.Komi, g.Handicap, g.Game)
	}
	if got := page.Games[0].Found().Text; !strings.HasPrefix(got, "@2 main «ladder» @n5 first") {
		t.Errorf("found %q", got)
	}
}

// One view answers any number of goroutines, and all see the same archive.
func TestConcurrentView(t *testing.T) {
	v := collection(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			page, err := v.Search(context.Background(), &Search{Query: parse(t, "honinbo"), Limit: 5, Facets: []string{"player"}})
			if err != nil || page.Total == 0 || len(page.Facets) != 1 {
				t.Errorf("%v, %v", page, err)
				return
			}
			if _, err := AskQuestion(context.Background(), v.Views, "next", &Search{Query: parse(t, `pos:"Q16"`)}, ""); err != nil {
				t.Error(err)
			}
			if _, err := v.Node(page.Games[0].Hits[0].Ref); err != nil && len(page.Games[0].Hits) > 0 {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

// A page, its cursor, the total and the facets agree with an answer in one piece.
func TestPages(t *testing.T) {
	v := collection(t)
	for _, records := range []bool{false, true} {
		whole, err := v.Search(t.Context(), &Search{Sort: "-moves,date", Records: records})
		if err != nil {
			t.Fatal(err)
		}
		var got []GameID
		s := &Search{Sort: "-moves,date", Limit: 7, Records: records}
		for {
			page, err := v.Search(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if page.Total != whole.Total {
				t.Fatalf("%d games on a page, %d in one piece", page.Total, whole.Total)
			}
			for _, g := range page.Games {
				got = append(got, g.ID)
			}
			if s.Cursor = page.Next; s.Cursor == "" {
				break
			}
		}
		if len(got) != len(whole.Games) || len(got) < 50 {
			t.Fatalf("%d games page by page, %d in one piece", len(got), len(whole.Games))
		}
		for i, g := range whole.Games {
			if g.ID != got[i] {
				t.Fatalf("place %d: %d and %d", i, g.ID, got[i])
			}
		}
	}
}

// Errors have a kind by which front ends decide what to do.
func TestKinds(t *testing.T) {
	v := collection(t)
	_, absent := Open(filepath.Join(t.TempDir(), "none"), nil)
	_, noGame := v.Node("99999")
	_, noRef := v.Node("x@1")
	_, sort := v.Search(t.Context(), &Search{Sort: "plyer"})
	_, cursor := v.Search(t.Context(), &Search{Cursor: "abc"})
	_, syntax := ParseQuery("plyer:x")
	_, board := AskQuestion(t.Context(), v.Views, "next", &Search{Query: parse(t, "shusaku")}, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, stopped := v.Search(ctx, &Search{Query: parse(t, "shusaku")})
	for name, test := range map[string]struct {
		err  error
		want Kind
	}{
		"no archive": {absent, KindNotFound}, "no game": {noGame, KindNotFound}, "no reference": {noRef, KindUsage},
		"sort": {sort, KindUsage}, "cursor": {cursor, KindUsage}, "syntax": {syntax, KindUsage}, "no board": {board, KindUsage},
		"stopped": {stopped, KindInterrupted}, "damaged": {store.ErrCorrupt, KindCorrupt}, "comments": {fmt.Errorf("x: %w", store.ErrNotIndexed), KindUnindexed}, "other": {errors.New("x"), KindFailed}, "none": {nil, ""},
	} {
		if got := KindOf(test.err); got != test.want {
			t.Errorf("%s: %v is of kind %q, want %q", name, test.err, got, test.want)
		}
	}
	if id, why, ok := WhyAbsent(noGame); !ok || id != 99999 || why != NeverThere {
		t.Errorf("%v: %d, %d, %t", noGame, id, why, ok)
	}
}

// What was chosen in a view is not changed when the archive is another by then.
func TestChangedMeanwhile(t *testing.T) {
	v := collection(t)
	old, err := v.archive.View()
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	ids, err := v.IDs(t.Context(), parse(t, "charset:gb18030"), true)
	if err != nil || len(ids) == 0 {
		t.Fatalf("%v, %v", ids, err)
	}
	r, err := v.Recode(t.Context(), ids, &RecodeOptions{Charset: "big5", Force: true})
	if err != nil || r.Changed == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := old.Recode(t.Context(), ids, &RecodeOptions{Charset: "gb18030"}); !errors.Is(err, ErrChanged) {
		t.Errorf("recoding in a view of before: %v", err)
	}
	if _, err := old.Recode(t.Context(), ids, &RecodeOptions{Charset: "gb18030", DryRun: true}); err != nil {
		t.Errorf("a dry run in a view of before: %v", err)
	}
}
