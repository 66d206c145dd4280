package ask

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// The values of engines that a question finds are those that the records have, read
// again one by one.
func TestCoursesAgainstRecords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	const none = 1e9
	var records []string
	var leads, chances [][]float64 // by game and node
	for game := range 40 {
		var b strings.Builder
		fmt.Fprintf(&b, "(;GM[1]FF[4]SZ[19]GN[%d]", game)
		lead, chance := []float64{none}, []float64{none}
		for i := range r.IntN(30) {
			fmt.Fprintf(&b, ";%s[%c%c]", [2]string{"B", "W"}[i%2], 'a'+i%19, 'a'+i/19)
			l, c := float64(none), float64(none)
			if r.IntN(3) == 0 {
				l = float64(r.IntN(2000)-1000) / 100
				fmt.Fprintf(&b, "SBKS[%.2f]", l)
			}
			if r.IntN(3) == 0 {
				c = float64(r.IntN(10001)) / 100
				fmt.Fprintf(&b, "SBKV[%.2f]", c)
			}
			lead, chance = append(lead, l), append(chance, c)
		}
		records, leads, chances = append(records, b.String()+")"), append(leads, lead), append(chances, chance)
	}
	v := archivetest.Of(t, records...)
	found := 0
	for _, test := range []struct {
		query  string
		values [][]float64
		holds  func(x float64) bool
	}{
		{"eval:>5", leads, func(x float64) bool { return x > 5 }},
		{"eval:>=-9.99", leads, func(x float64) bool { return x >= -9.99 }},
		{"eval:<-9", leads, func(x float64) bool { return x < -9 }},
		{"eval:-1..1.5", leads, func(x float64) bool { return x >= -1 && x <= 1.5 }},
		{"eval:mate", leads, func(float64) bool { return false }},
		{"winrate:<=3", chances, func(x float64) bool { return x <= 3 }},
		{"winrate:95..99", chances, func(x float64) bool { return x >= 95 && x <= 99 }},
	} {
		var want, got []string
		for i, list := range test.values {
			for node, x := range list {
				if x != none && test.holds(x) {
					want = append(want, fmt.Sprintf("%d@%d", i+1, node))
				}
			}
		}
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, test.query), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range page.Games {
			for _, h := range g.Hits {
				got = append(got, h.Ref)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v\nwant %v", test.query, got, want)
		}
		found += len(got)
	}
	if found < 100 {
		t.Errorf("only %d places were found", found)
	}
}

// Values are those that the players of a game know, also in formats of their own, and of
// all nodes; a list shows them.
func TestCoursesOfGames(t *testing.T) {
	v := archivetest.Of(t,
		`(;GM[8];B[7g7f]C[* 120];W[3c3d](;B[2g2f]C[*評価値=-640])(;B[6g6f]C[* -31000]))`,
		`(;GM[3];W[e2e4]C[[%eval 0.31\]];B[e7e5]C[+1.50/9 2s])`,
		`(;GM[1]SZ[19];B[dd]V[3.5]KT[x];W[pp])`,
		`(;GM[1]SZ[19];B[dd]C[* 500])`)
	for query, want := range map[string]string{
		"eval:>100":           "1@1 +120",
		"eval:<0":             "1@3 -640, 1@n4 -mate, 2@2 -1.5",
		"eval:-mate":          "1@n4 -mate",
		"eval:<=-700":         "1@n4 -mate",
		"eval:0.31":           "2@1 +0.31",
		"eval:3..4":           "3@1 +3.5",
		"eval:1..2 game:1":    "",
		"eval:>100 -eval:120": "",
	} {
		page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, query), Records: true})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range page.Games {
			for _, h := range g.Hits {
				got = append(got, h.Ref+" "+h.Text)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s, want %s", query, strings.Join(got, ", "), want)
		}
	}
	columns, err := v.Columns("id,eval,winrate")
	if err != nil {
		t.Fatal(err)
	}
	page, err := v.Search(t.Context(), &archive.Search{Query: archivetest.Query(t, "has:eval"), Records: true})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range page.Games {
		got = append(got, strings.Join(archive.Cells(columns, g), "|"))
	}
	if want := []string{"1|-640|", "2|-1.5|", "3|+3.5|"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	n, err := v.Node("1@1")
	if err != nil {
		t.Fatal(err)
	}
	if n.Estimate == nil || *n.Estimate.Lead != 120 {
		t.Errorf("%+v", n.Estimate)
	}
	for _, value := range n.Info {
		if value.Property == "eval" {
			t.Error("what was thought of positions is told as information about the game")
		}
	}
}
