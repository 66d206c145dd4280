package archive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Of several archives the page is given away as soon as the first one has filled it, and it is
// the page of the whole answer. Where games of others are on it, nobody is given one before.
func TestPageFirstOfSeveralArchives(t *testing.T) {
	whole := collection(t)
	dir := t.TempDir()
	few, err := Open(filepath.Join(dir, "few"), &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		n, err := whole.Node(fmt.Sprint(3*i + 1))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, fmt.Sprintf("%d.sgf", i))
		if err := os.WriteFile(file, n.Tree(), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := few.Import(t.Context(), &Import{Paths: []string{file}}); err != nil { // a segment each
			t.Fatal(err)
		}
	}
	if err := few.Close(); err != nil {
		t.Fatal(err)
	}
	all, err := OpenAll([]string{few.Dir(), whole.archive.Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer all.Close()
	vs, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	defer vs.Close()
	early := 0
	for _, text := range []string{"", "comment:ladder", `pos:"Q16"`, "pat:NE[...|.X.|...]"} {
		for _, sort := range []string{"", "-moves"} {
			for _, limit := range []int{1, 3, 20} {
				var first *Page
				s := &Search{Query: parse(t, text), Sort: sort, Limit: limit, Records: true, First: func(p *Page) error {
					if first != nil {
						t.Errorf("%q: a second page", text)
					}
					first = p
					return nil
				}}
				p, err := vs.Search(t.Context(), s)
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					continue
				}
				early++
				if sort != "" || limit > 12 {
					t.Errorf("%q by %q: a page of %d before it was certain", text, sort, limit)
				}
				if first.Looked == nil || first.Looked.Games >= first.Looked.Of || first.Looked.Of != vs.Len() {
					t.Errorf("%q: looked at %+v, where there are %d games", text, first.Looked, vs.Len())
				}
				got, want := asJSON(t, first.Games), asJSON(t, p.Games)
				if first.Next != p.Next || got != want || len(p.Games) != limit {
					t.Errorf("%q: first\n%s%s\nand at the end\n%s%s", text, got, first.Next, want, p.Next)
				}
			}
		}
	}
	if early < 4 {
		t.Errorf("%d pages were given away early", early)
	}
}

func asJSON(t *testing.T, games []*Game) string {
	t.Helper()
	text, err := json.Marshal(games)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
