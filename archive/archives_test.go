package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/search"
)

// together returns the views of two archives, of which the second has all games of
// collection, and the first some of them.
func together(t *testing.T) *Views {
	t.Helper()
	whole := collection(t)
	dir := t.TempDir()
	games := filepath.Join(dir, "games.sgf")
	var some []byte
	for i := range 12 {
		n, err := whole.Node(fmt.Sprint(3*i + 1))
		if err != nil {
			t.Fatal(err)
		}
		some = append(append(some, n.Tree()...), '\n')
	}
	if err := os.WriteFile(games, some, 0o666); err != nil {
		t.Fatal(err)
	}
	few, err := Open(filepath.Join(dir, "few"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := few.Import(t.Context(), &Import{Paths: []string{games}}); err != nil {
		t.Fatal(err)
	}
	if err := few.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := OpenAll([]string{few.Dir(), whole.archive.Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() })
	vs, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vs.Close() })
	return vs
}

var askedOfSeveral = []string{"", "honinbo", "comment:ladder", `pos:"Q16"`, "pat:NE[...|.X.|...]", "date:<1900 or winner:white", "pos:2:5@7"}

// Several archives answer as the sum of what each answers by itself, if each record is to count, on
// pages and in streams, in every order.
func TestSeveralArchivesAreTheirSum(t *testing.T) {
	vs := together(t)
	games := 0
	for _, text := range askedOfSeveral {
		for _, sort := range []string{"", "date", "-moves,black", "-id"} {
			s := &Search{Query: parse(t, text), Sort: sort, Records: true, Facets: []string{"decade", "player"}}
			games += isSum(t, vs, s)
			inPages(t, vs, s)
		}
	}
	if games < 200 {
		t.Fatalf("%d games are too few to mean anything", games)
	}
}

// isSum compares an answer of all archives with those of each, and returns how many
// games it has.
func isSum(t *testing.T, vs *Views, s *Search) int {
	t.Helper()
	all, err := vs.Search(t.Context(), s)
	if err != nil {
		t.Fatalf("%s: %v", s.Query, err)
	}
	total, folded := 0, 0
	facets := map[string]int{}
	var names []string
	for i, v := range vs.list {
		own := *s
		own.Query = parse(t, strings.ReplaceAll(s.Query.String(), "2:5@7", "1:5@7"))
		if i == 0 && s.Query.String() != own.Query.String() {
			own.Query = parse(t, diagramOf(t, vs, "2:5@7"))
		}
		p, err := v.Search(t.Context(), &own)
		if err != nil {
			t.Fatalf("%s: %v", own.Query, err)
		}
		total, folded = total+p.Total, folded+p.Folded
		for _, g := range p.Games {
			names = append(names, fmt.Sprintf("%d:%d", i+1, g.ID))
		}
		for _, f := range p.Facets {
			for _, v := range f.Values {
				facets[f.Field+" "+v.Value] += v.Games
			}
		}
	}
	got := map[string]int{}
	for _, f := range all.Facets {
		for _, v := range f.Values {
			got[f.Field+" "+v.Value] = v.Games
		}
	}
	if d := cmp.Diff(facets, got); d != "" || all.Total != total || all.Folded != folded || len(all.Games) != total {
		t.Fatalf("%s by %q: %d games, %d on the page, %d folded; want %d and %d; facets (-want +got):\n%s", s.Query, s.Sort, all.Total, len(all.Games), all.Folded, total, folded, d)
	}
	listed := namesOf(all.Games)
	if s.Sort == "" && !slices.Equal(names, listed) {
		t.Fatalf("%s: %v, want %v", s.Query, listed, names)
	}
	if slices.Sort(names); !slices.Equal(names, slices.Sorted(slices.Values(listed))) {
		t.Fatalf("%s by %q: %v, want %v", s.Query, s.Sort, listed, names)
	}
	for _, g := range all.Games {
		for _, h := range g.Hits {
			if n, err := vs.Node(h.Ref); err != nil || n.Ref != h.Ref || n.Node != h.Node || n.Game.Name() != g.Name() {
				t.Fatalf("%s: %s leads to %+v, %v", s.Query, h.Ref, n, err)
			}
		}
	}
	return all.Total
}

// diagramOf asks for the position at a place by its stones.
func diagramOf(t *testing.T, vs *Views, ref string) string {
	t.Helper()
	n, err := vs.Node(ref)
	if err != nil {
		t.Fatal(err)
	}
	return "pos:[" + strings.NewReplacer("B", "X", "W", "O").Replace(strings.Join(n.Board, "/")) + "]"
}

func namesOf(games []*Game) (names []string) {
	for _, g := range games {
		names = append(names, g.Name())
	}
	return names
}

// inPages compares an answer in one piece with its pages, by cursor and by offset,
// and with what streams give.
func inPages(t *testing.T, vs *Views, s *Search) {
	t.Helper()
	whole, err := vs.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	want := namesOf(whole.Games)
	for _, stream := range []bool{false, true} {
		var got []string
		page := *s
		page.Facets, page.Limit, page.Cursor = nil, 5, ""
		for {
			next := ""
			if stream {
				end, err := vs.Each(t.Context(), &page, func(g *Game) error {
					got = append(got, g.Name())
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				next = end.Next
			} else {
				p, err := vs.Search(t.Context(), &page)
				if err != nil {
					t.Fatal(err)
				}
				got, next = append(got, namesOf(p.Games)...), p.Next
			}
			if page.Cursor = next; next == "" {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s by %q, streamed %t: %v in pages, %v in one piece", s.Query, s.Sort, stream, got, want)
		}
	}
	part := *s
	part.Offset, part.Limit = 3, 4
	var got []string
	if _, err := vs.Each(t.Context(), &part, func(g *Game) error {
		got = append(got, g.Name())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	from := min(3, len(want))
	if !slices.Equal(got, want[from:min(7, len(want))]) {
		t.Fatalf("%s by %q from 3 to 7: %v of %v", s.Query, s.Sort, got, want)
	}
}

// A cursor of some archives is refused by others, and by the same ones in another
// order.
func TestCursorOfOtherArchives(t *testing.T) {
	vs := together(t)
	p, err := vs.Search(t.Context(), &Search{Limit: 3})
	if err != nil || p.Next == "" {
		t.Fatalf("%+v, %v", p, err)
	}
	alone, err := vs.list[1].Search(t.Context(), &Search{Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	turned := &Views{list: []*View{vs.list[1], vs.list[0]}}
	for name, ask := range map[string]func() (*Page, error){
		"turned":      func() (*Page, error) { return turned.Search(t.Context(), &Search{Limit: 3, Cursor: p.Next}) },
		"one of them": func() (*Page, error) { return vs.list[1].Search(t.Context(), &Search{Limit: 3, Cursor: p.Next}) },
		"of one":      func() (*Page, error) { return vs.Search(t.Context(), &Search{Limit: 3, Cursor: alone.Next}) },
	} {
		if _, err := ask(); !errors.Is(err, search.ErrCursor) || KindOf(err) != KindUsage {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// An answer that is watched grows to the one that is not, and can be stopped.
func TestWatchAnAnswer(t *testing.T) {
	vs := together(t)
	for _, asked := range []*Views{vs, vs.list[1].Views} {
		s := &Search{Query: parse(t, "pat:NE[...|.X.|...] hits:every"), Facets: []string{"decade"}, Limit: 5}
		want, err := asked.Search(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		watched := *s
		last, seen := 0, 0
		watched.Watch = func(p *Page) {
			seen++
			if p.Looked == nil || p.Looked.Games < last || p.Looked.Games > p.Looked.Of || p.Total > p.Looked.Games || len(p.Facets) != 1 {
				t.Errorf("%d games of %+v after %d", p.Total, p.Looked, last)
			}
			last = p.Looked.Games
		}
		got, err := asked.searchEvery(t.Context(), &watched)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Game{}), cmp.Comparer(func(a, b *Game) bool {
			return a.Name() == b.Name() && len(a.Hits) == len(b.Hits)
		})); d != "" || got.Looked != nil || seen < 2 {
			t.Errorf("watched %d times (-not watched +watched):\n%s", seen, d)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stopped := *s
		stopped.Watch = func(*Page) { cancel() }
		if _, err := asked.searchEvery(ctx, &stopped); KindOf(err) != KindInterrupted {
			t.Errorf("stopped by who watches: %v", err)
		}
	}
}

// searchEvery is Search that shows each block of games to who watches.
func (vs *Views) searchEvery(ctx context.Context, s *Search) (*Page, error) {
	s.Every = -1
	return vs.Search(ctx, s)
}

// Folders that are one archive are not asked twice.
func TestOneArchiveTwice(t *testing.T) {
	vs := together(t)
	dir := vs.list[0].archive.Dir()
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		link = dir
	}
	if _, err := OpenAll([]string{dir, link}, nil); KindOf(err) != KindUsage {
		t.Errorf("%v", err)
	}
}
