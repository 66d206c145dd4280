package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/query"
	"kifudb/sgfread"
	"kifudb/store"
)

// slowFacet counts by reading every game of an answer.
func slowFacet(t *testing.T, s *store.Snapshot, ids []store.GameID, name string) Facet {
	t.Helper()
	a, err := NewAttribute(name)
	if err != nil {
		t.Fatal(err)
	}
	f := Facet{Field: a.Name}
	counts := map[string]int{}
	for _, id := range ids {
		segment, local, ok := s.Segment(id)
		if !ok {
			t.Fatalf("no game %d", id)
		}
		values := a.Values(segment, local)
		for _, value := range values {
			counts[value]++
		}
		if len(values) == 0 {
			f.Without++
		}
	}
	for value, games := range counts {
		f.Values = append(f.Values, FacetValue{value, games})
	}
	slices.SortFunc(f.Values, func(a, b FacetValue) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Value, b.Value))
	})
	return f
}

func TestFacets(t *testing.T) {
	a := newTestArchive(t, 300)
	ctx := context.Background()
	names := []string{
		"player", "black", "event", "place", "date", "year", "decade", "century", "result", "winner", "by", "margin", "komi",
		"handicap", "rank", "size", "rules", "file", "folder", "charset", "problem", "game", "opening", "annotator", "has", "PB", "KM",
	}
	filled := map[string]bool{}
	for _, text := range []string{"", "player:cho", "comment:ladder", "pat:[XO/..]", "date:1985 or winner:white", "player:nobody"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		ids, _ := collect(t, Run(ctx, a.Snapshot, q, nil))
		facets, games, err := facetsOf(ctx, a.Snapshot, q, names, &Options{Limit: 3})
		if err != nil {
			t.Fatal(err)
		}
		if games != len(ids) {
			t.Errorf("%s: %d games instead of %d", text, games, len(ids))
		}
		for i, name := range names {
			want := slowFacet(t, a.Snapshot, ids, name)
			if d := gocmp.Diff(want, facets[i]); d != "" {
				t.Errorf("%s by %s (-slow +got)\n%s", text, name, d)
			}
			filled[name] = filled[name] || len(want.Values) > 1
		}
	}
	for _, name := range []string{"player", "event", "year", "decade", "result", "winner", "by", "komi", "rank", "size"} {
		if !filled[name] {
			t.Errorf("the test archive has not two values of %s to tell apart", name)
		}
	}
}

func TestAttributeValues(t *testing.T) {
	tests := []struct {
		name  string
		facts store.Facts
		want  []string
	}{
		{"year", store.Facts{DateLo: 18460911, DateHi: 18460915}, []string{"1846"}},
		{"year", store.Facts{DateLo: 19891228, DateHi: 19900104}, []string{"1989"}},
		{"year", store.Facts{DateLo: 19800101, DateHi: 19891231}, nil},
		{"year", store.Facts{}, nil},
		{"year", store.Facts{DateLo: sgfread.Earliest, DateHi: 16991231}, nil},
		{"century", store.Facts{DateLo: 17010101, DateHi: sgfread.Latest}, nil},
		{"year", store.Facts{DateLo: -1989899, DateHi: -1988769}, nil}, // 200 BC
		{"decade", store.Facts{DateLo: 19800101, DateHi: 19891231}, []string{"1980s"}},
		{"decade", store.Facts{DateLo: 19891228, DateHi: 19900104}, []string{"1980s"}},
		{"decade", store.Facts{DateLo: 18010101, DateHi: 19001231}, nil},
		{"century", store.Facts{DateLo: 18000101, DateHi: 18991231}, []string{"1800s"}},
		{"komi", store.Facts{Komi: 650}, []string{"6.5"}},
		{"komi", store.Facts{Komi: store.NoKomi}, nil},
		{"komi", store.Facts{}, []string{"0"}},
		{"rank", store.Facts{BlackRank: -3, WhiteRank: 109}, []string{"3k", "9p"}},
		{"rank", store.Facts{BlackRank: 7, WhiteRank: 7}, []string{"7d"}},
		{"whiterank", store.Facts{BlackRank: 7}, nil},
		{"winner", store.Facts{Winner: store.WinnerNone}, []string{"draw"}},
		{"margin", store.Facts{How: store.ByPoints, Margin: 50}, []string{"0.5"}},
		{"margin", store.Facts{How: store.ByResign}, nil},
		{"game", store.Facts{Game: 8}, []string{"shogi"}},
		{"game", store.Facts{Game: 77}, []string{"77"}},
		{"has", store.Facts{Flags: store.HasSetup | store.HasComments}, []string{"comments", "setup"}},
	}
	for _, test := range tests {
		a, err := NewAttribute(test.name)
		if err != nil {
			t.Fatal(err)
		}
		if d := gocmp.Diff(test.want, a.read(&test.facts)); d != "" {
			t.Errorf("%s of %+v (-want +got)\n%s", test.name, test.facts, d)
		}
	}
}

func TestAttributeNames(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"player", "player"}, {"opponent", "player"}, {"PB", "PB"}, {"KM", "KM"}, {"Komi", "komi"}, {"KGSDE", "KGSDE"}, {"file", "file"},
	} {
		if a, err := NewAttribute(test.name); err != nil || a.Name != test.want {
			t.Errorf("%s: got %q, %v", test.name, a.Name, err)
		}
	}
	for _, name := range []string{"", "plyer", "comment", "C", "name", "pos"} {
		if a, err := NewAttribute(name); err == nil {
			t.Errorf("%s: got %q instead of an error", name, a.Name)
		}
	}
	if _, _, err := facetsOf(context.Background(), nil, query.Query{}, []string{"id"}, nil); err == nil {
		t.Error("facet id: no error")
	}
	for _, file := range [][2]string{{"a/b.zip!/c/d.sgf", "a/b.zip!/c"}, {"a/b.zip!/d.sgf", "a/b.zip"}, {"d.sgf", "."}, {`C:\go\d.sgf`, `C:\go`}} {
		if got := folder(file[0]); got != file[1] {
			t.Errorf("folder of %s: got %s, want %s", file[0], got, file[1])
		}
	}
	if got := fmt.Sprint(AttributeNames()[:3]); got != "[player black white]" {
		t.Errorf("names begin with %s", got)
	}
}
