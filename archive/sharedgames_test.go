package archive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// An archive beside one that has all of its games changes no answer.
func TestSharedGamesCountOnce(t *testing.T) {
	vs := together(t) // some games of a collection, and all of it
	games := 0
	for _, text := range askedOfSeveral {
		for _, sort := range []string{"", "date", "-moves,black", "-id"} {
			s := &Search{Query: parse(t, text), Sort: sort, Facets: []string{"decade"}} // the record that stands for a game may spell a player in another way
			own := *s
			if own.Query = parse(t, strings.ReplaceAll(text, "2:5@7", "5@7")); text != own.Query.String() && strings.Contains(text, "2:5") {
				own.Query = parse(t, diagramOf(t, vs, "2:5@7"))
			}
			want, err := vs.list[1].Search(t.Context(), &own)
			if err != nil {
				t.Fatal(err)
			}
			all, err := vs.Search(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			byName := cmpopts.SortSlices(func(a, b FacetValue) bool { return a.Value < b.Value })
			if d := cmp.Diff(want.Facets, all.Facets, byName); d != "" || all.Total != want.Total || len(all.Games) != want.Total {
				t.Errorf("%s by %q: %d games, %d on the page, want %d; facets (-want +got):\n%s", text, sort, all.Total, len(all.Games), want.Total, d)
			}
			if both := isFolded(t, vs, s); all.Folded+all.Total != both {
				t.Errorf("%s: %d games and %d folded records of %d", text, all.Total, all.Folded, both)
			}
			games += all.Total
			inPages(t, vs, s)
		}
	}
	if games < 200 {
		t.Fatalf("%d games are too few to mean anything", games)
	}
}

// isFolded returns how many records of all archives a search finds.
func isFolded(t *testing.T, vs *Views, s *Search) int {
	t.Helper()
	records := *s
	records.Records = true
	p, err := vs.Count(t.Context(), &records)
	if err != nil {
		t.Fatal(err)
	}
	return p.Total
}

// A game counts in the first archive that finds it, with all records that archives have of it.
func TestSharedGamesBesideOthers(t *testing.T) {
	moves := ";B[pd];W[dp];B[pp];W[dd];B[qf];W[nc];B[rd];W[qh];B[qc];W[cn];B[fq];W[bp];B[cq];W[dq];B[cp];W[co];B[dr];W[er];B[cr];W[fp];B[gq];W[gp];B[hq];W[hp];B[iq];W[ip];B[jq];W[jp];B[kq];W[kp]"
	plain := "(;GM[1]SZ[19]PB[Ann]PW[Ben]DT[2001-01-01]" + moves + ")"
	spoken := "(;GM[1]SZ[19]PB[Ann]PW[Ben]DT[2001-01-01]" + moves + "C[said])" // of the same game
	other := "(;GM[1]SZ[19]PB[Cid]PW[Dan];B[dd];W[pp])"
	vs := &Views{}
	for _, records := range [][]string{{plain, other}, {other}, {plain, spoken}} {
		vs.list = append(vs.list, archiveOfFiles(t, records...))
	}
	for _, test := range []struct {
		query string
		want  string
	}{
		{"", "1:1 1:2"},
		{"player:Ann", "1:1"},
		{"comment:said", "3:2"}, // no record of the first archive says it
		{"player:Cid", "1:2"},
	} {
		p, err := vs.Search(t.Context(), &Search{Query: parse(t, test.query)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(namesOf(p.Games), " "); got != test.want {
			t.Errorf("%q: %s, want %s", test.query, got, test.want)
		}
	}
}
