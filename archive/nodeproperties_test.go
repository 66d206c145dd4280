package archive

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// propertyAnswers are questions about properties of nodes, with the places in the games of
// withProperties; every third game has each.
var propertyAnswers = map[string]string{
	"has:TE":                      "1@1 4@1 7@1 10@1",
	"TE=2":                        "4@1 10@1",
	"PRIVATE:ladder":              "2@n1 5@n1 8@n1 11@n1",
	"FG:dia":                      "3@1 6@1 9@1 12@1",
	`TE=1 pos:"9x9 E5"`:           "1@1 7@1",
	`has:TE pos:"9x9 E5 W C3"`:    "",
	`(has:TE or has:FG) pat:[XX]`: "",
}

// withProperties returns an archive to which games were added one at a time.
func withProperties(t *testing.T) *Archive {
	t.Helper()
	a := emptyArchive(t)
	for i := range 12 {
		said := [3]string{fmt.Sprintf("TE[%d]", 1+i%2), "PRIVATE[a ladder]", "FG[257:Dia. 4]"}[i%3]
		name := filepath.Join(t.TempDir(), fmt.Sprintf("%d.sgf", i))
		if err := os.WriteFile(name, fmt.Appendf(nil, "(;GM[1]FF[4]SZ[9]GN[game %d];B[ee]%s;W[cg])", i, said), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Import(t.Context(), &Import{Paths: []string{name}}); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func answersProperties(t *testing.T, when string, v *Views, removed ...string) {
	t.Helper()
	for text, places := range propertyAnswers {
		var want, got []string
		for _, p := range strings.Fields(places) {
			if id, _, _ := strings.Cut(p, "@"); !slices.Contains(removed, id) {
				want = append(want, strings.Replace(p, "@n1", "@1", 1))
			}
		}
		page, err := v.Search(t.Context(), &Search{Query: parse(t, text), Limit: 100})
		if err != nil {
			t.Fatalf("%s, %s: %v", when, text, err)
		}
		for _, g := range page.Games {
			got = append(got, g.Hits[0].Ref)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s: %v, want %v", when, text, got, want)
		}
	}
}

// What is known of nodes' properties survives all that is done to segments.
func TestPropertiesAreKept(t *testing.T) {
	a := withProperties(t)
	check := func(when string, removed ...string) {
		t.Helper()
		v, err := a.View()
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		answersProperties(t, when, v.Views, removed...)
		if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) != 0 {
			t.Errorf("%s: %+v, %v", when, c, err)
		}
	}
	check("imported")
	if _, err := a.Remove(t.Context(), chosen(t, "4", "5")); err != nil {
		t.Fatal(err)
	}
	check("removed", "4", "5")
	if _, err := a.Compact(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check("compacted", "4", "5")
	if _, err := a.Rebuild(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check("rebuilt", "4", "5")
	a = reopened(t, a, func(dir string) {
		files, err := filepath.Glob(filepath.Join(dir, "segments/*/games.idx"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		overwritten(t, filepath.Dir(files[0]), filepath.Base(files[0]))
	})
	if r, err := a.Repair(t.Context(), &Repair{}); err != nil || r.Mended != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	check("repaired", "4", "5")
}

// Several archives answer together.
func TestPropertiesInSeveralArchives(t *testing.T) {
	one, other := withProperties(t), withProperties(t)
	for _, a := range []*Archive{one, other} {
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
	}
	all, err := OpenAll([]string{one.Dir(), other.Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	v, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for text, places := range propertyAnswers {
		page, err := v.Search(t.Context(), &Search{Query: parse(t, text), Records: true})
		if want := 2 * len(strings.Fields(places)); err != nil || page.Total != want {
			t.Errorf("%s: %v, want %d", text, err, want)
		}
	}
}

// Records in other formats have no properties: an answer says so where there are some.
func TestPropertiesOfOtherFormats(t *testing.T) {
	pgn := "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 $1 e5 *\n"
	sgf := "(;GM[1]SZ[9];B[ee]TE[1])"
	many := make([]string, 100) // of chess in SGF, and one in PGN
	for i := range many {
		many[i] = fmt.Sprintf("(;GM[3]PB[%d];B[e4])", i)
	}
	many[5] = pgn
	for _, test := range []struct {
		records []string
		query   string
		said    bool
	}{
		{[]string{sgf, pgn}, "has:BM", true}, {[]string{sgf, pgn}, "BM=1", true}, {[]string{sgf, pgn}, "has:variations", false},
		{[]string{sgf}, "has:BM", false}, {[]string{pgn}, "has:TE or has:setup", true}, {many, "has:BM", true},
	} {
		page, err := archiveOfFiles(t, test.records...).Search(t.Context(), &Search{Query: parse(t, test.query)})
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(page.Notices, func(n Notice) bool { return n.Code == NoticeOnlySGF && strings.HasSuffix(n.Text, ": 1") })
		if said != test.said {
			t.Errorf("%s in %d records: %v", test.query, len(test.records), page.Notices)
		}
	}
}
