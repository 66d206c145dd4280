package archive

import (
	"strings"
	"testing"

	"kifudb/user"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("あ", 50)
	for _, test := range []struct {
		text  string
		marks [][2]int
		want  string
	}{
		{"a ladder", [][2]int{{2, 8}}, "a «ladder»"},
		{"no marks", nil, "no marks"},
		{long + "x" + long, [][2]int{{150, 151}}, "…" + long[:60] + "«x»" + long[:120] + "…"},
	} {
		hit := Hit{Text: test.text, Marks: test.marks}
		if got := hit.Snippet(); got != test.want {
			t.Errorf("snippet(%q, %v) is %q, want %q", test.text, test.marks, got, test.want)
		}
	}
}

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
