package archive

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/store"
)

// older is what an archive holds that a version of the program has written.
type older struct {
	format int
	games  int               // that are not removed
	finds  map[string]string // the games that a query finds
}

// olderArchives are one for each format that there was before the newest.
var olderArchives = []older{
	{format: 1, games: 8, finds: map[string]string{
		"player:cho": "1 4 8", "event:名人戦": "1 4 9", "date:1690": "3 9", "result:W+3.5": "3 4 6 8",
	}},
	{format: 2, games: 15, finds: map[string]string{
		"size:9": "2", "player:橋本宇太郎": "6", `pos:"Q16 D4"`: "11", "comment:granddaughter": "13", "event:tengen": "15",
	}},
	{format: 3, games: 9, finds: map[string]string{
		"player:ada": "2 3", "game:shogi": "6", "tag:kept": "2", "note:was": "3", `pos:"startpos moves 7g7f 3c3d"`: "6", "player:program pat:NE[..|.X]": "8", "size:9": "2 3 6 8",
	}},
	{format: 4, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
	{format: 5, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
	{format: 6, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
	{format: 7, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
	{format: 8, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
	{format: 9, games: 6, finds: map[string]string{
		"game:shogi": "3 4 5 6", "pos:1@60": "1", "pos:2@150": "2", "pos:2@150 near:1": "2", "tag:kept": "2", "pat:[XO|OX]": "1 2", "pat:NE[.....|.....|..X..|.....|.....]": "2",
	}},
}

// Archives that were written by earlier versions are used as they are, or say that
// they must be rebuilt, and then are. Nothing in them is lost on the way.
func TestOlderArchives(t *testing.T) {
	for _, o := range olderArchives {
		t.Run(fmt.Sprint("format ", o.format), func(t *testing.T) {
			dir := olderArchive(t, fmt.Sprintf("format%d.zip", o.format))
			a, err := Open(dir, nil)
			if err != nil {
				if !errors.Is(err, store.ErrOlder) {
					t.Fatal(err)
				}
				if a, err = Open(dir, &Options{Outdated: true}); err != nil {
					t.Fatal(err)
				}
			} else {
				o.check(t, a, "as it was written")
			}
			defer a.Close()
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

// There is an archive of every format that earlier versions wrote.
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
	for format := 1; format <= i.Format; format++ {
		if !slices.ContainsFunc(olderArchives, func(o older) bool { return o.format == format }) {
			t.Errorf("testdata/archive has no archive of format %d: keep one that a released version has written, before the next changes the format", format)
		}
	}
}
