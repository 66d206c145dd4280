package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/book/user"
	"kifudb/search/match"
)

func TestColumnLists(t *testing.T) {
	v := &View{archive: &Archive{user: user.Open(t.TempDir())}}
	if columns, err := v.Columns(""); err != nil || len(columns) < 10 {
		t.Errorf("%d usual columns, %v", len(columns), err)
	}
	for _, list := range []string{"id", "id, date ,PB", "hits,move,snippet,C,N,comment,name", "KGSDE", "folder,decade,tag"} {
		if columns, err := v.Columns(list); err != nil || len(columns) == 0 {
			t.Errorf("%s: %d columns, %v", list, len(columns), err)
		}
	}
	for _, list := range []string{"id,", ",", "plyer", "pos", "id;date"} {
		if columns, err := v.Columns(list); err == nil {
			t.Errorf("%s: %d columns instead of an error", list, len(columns))
		}
	}
}

// Of a text in which a word stands very often the first places are told, and how
// many more there are.
func TestManyMarks(t *testing.T) {
	a := emptyArchive(t)
	file := filepath.Join(t.TempDir(), "ladders.sgf")
	if err := os.WriteFile(file, []byte("(;GM[1]SZ[9]C["+strings.Repeat("ladder ", match.MaxFound+5)+"];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), &Import{Paths: []string{file}}); err != nil {
		t.Fatal(err)
	}
	err := a.Ask(func(v *View) error {
		page, err := v.Search(t.Context(), &Search{Query: parse(t, "C:ladder")})
		if err != nil {
			return err
		}
		h := page.Games[0].Hits[0]
		if len(h.Marks) != match.MaxFound || h.MoreMarks != 5 || len(h.Text) < 7*match.MaxFound {
			t.Errorf("%d marks and %d more in %d bytes", len(h.Marks), h.MoreMarks, len(h.Text))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
