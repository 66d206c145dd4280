package archive

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// older is what an archive holds that a version of the program has written.
type older struct {
	format int
	games  int               // that are not removed
	finds  map[string]string // the games that a query finds
}

// olderArchives are one for each format that is read.
var olderArchives = []older{
	{format: 9, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
}

// Archives that were written by earlier versions are used as they are, and nothing in
// them is lost when they are rebuilt.
func TestOlderArchives(t *testing.T) {
	for _, o := range olderArchives {
		t.Run(fmt.Sprint("format ", o.format), func(t *testing.T) {
			dir := olderArchive(t, fmt.Sprintf("format%d.zip", o.format))
			a, err := Open(dir, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			o.check(t, a, "as it was written")
			if _, err := a.Rebuild(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			o.check(t, a, "rebuilt")
			if i, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 3)}}); err != nil || i.Added != 3 {
				t.Fatalf("import: %+v, %v", i, err)
			}
			o.games += 3
			o.check(t, a, "with more games")
			if c, err := a.Check(t.Context(), &Check{}); err != nil || len(c.Faults) > 0 || c.Games != o.games {
				t.Errorf("check: %+v, %v", c, err)
			}
		})
	}
}

// check demands that an archive holds what was written.
func (o older) check(t *testing.T, a *Archive, state string) {
	t.Helper()
	v, err := a.View()
	if err != nil {
		t.Fatalf("%s: %v", state, err)
	}
	defer v.Close()
	if v.Len() != o.games {
		t.Errorf("%s: %d games, want %d", state, v.Len(), o.games)
	}
	for text, want := range o.finds {
		page, err := v.Search(t.Context(), &Search{Query: parse(t, text), Records: true})
		if err != nil {
			t.Errorf("%s: %s: %v", state, text, err)
			continue
		}
		var ids []string
		for _, g := range page.Games {
			ids = append(ids, fmt.Sprint(g.ID))
			n, err := v.Node(fmt.Sprint(g.ID))
			if err != nil || len(n.Tree()) == 0 || len(n.Info) == 0 {
				t.Errorf("%s: game %d: %+v, %v", state, g.ID, n, err)
			}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: %s finds %q, want %q", state, text, got, want)
		}
	}
}

// There is an archive of every format that is read.
func TestEveryOlderFormatIsKept(t *testing.T) {
	a := emptyArchive(t)
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	i, err := v.Inventory()
	if err != nil {
		t.Fatal(err)
	}
	for format := 9; format <= i.Format; format++ {
		if !slices.ContainsFunc(olderArchives, func(o older) bool { return o.format == format }) {
			t.Errorf("testdata/archive has no archive of format %d: keep one that a released version has written, before the next changes the format", format)
		}
	}
}
