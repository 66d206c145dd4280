package anki

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func sample() *Deck {
	return &Deck{Name: `kifudb: "pos"`, Notes: []Note{
		{Key: "a", Title: "Ann – Ben, 1@1", Turn: "Black to play", Board: []byte("<svg>1</svg>"), Answer: "C7", After: []byte("<svg>2</svg>"), Figures: "C7: 2 games\nD6: 1 game", Link: "http://127.0.0.1:8080/game/1@2"},
		{Key: "b", Title: "<script>alert(1)</script>\x1f[sound:x.mp3]", Turn: "White to play", Board: []byte("<svg>1</svg>"), Answer: "Q16", Comment: "[latex]\\input{/etc/passwd}[/latex] {{c1::x}}\n\\(x\\)"},
	}}
}

func packed(t *testing.T, d *Deck) map[string][]byte {
	t.Helper()
	var one, two bytes.Buffer
	if err := Write(&one, d); err != nil {
		t.Fatal(err)
	}
	if err := Write(&two, d); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the same deck gives other bytes")
	}
	z, err := zip.NewReader(bytes.NewReader(one.Bytes()), int64(one.Len()))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestWrite(t *testing.T) {
	files := packed(t, sample())
	var names map[string]string
	if err := json.Unmarshal(files["media"], &names); err != nil || len(names) != 2 {
		t.Fatalf("media %s: %v", files["media"], err)
	}
	for number, name := range names {
		if !bytes.HasPrefix(files[number], []byte("<svg>")) || !strings.HasSuffix(name, ".svg") {
			t.Errorf("%s is %s: %s", number, name, files[number])
		}
	}
	c, err := sqlite.OpenConn(":memory:", sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Deserialize("main", files["collection.anki2"]); err != nil {
		t.Fatal(err)
	}
	notes := 0
	err = sqlitex.Execute(c, "SELECT n.flds, c.due FROM notes n JOIN cards c ON c.nid = n.id ORDER BY c.due", &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
		notes++
		list := strings.Split(s.ColumnText(0), separator)
		if len(list) != len(fields) || s.ColumnInt(1) != notes {
			t.Errorf("note %d has due %d and the fields %q", notes, s.ColumnInt(1), list)
		}
		for _, bad := range []string{"<script", "[sound", "[latex", "{{c1", `\`} {
			if strings.Contains(s.ColumnText(0), bad) {
				t.Errorf("%s in %q", bad, list)
			}
		}
		return nil
	}})
	if err != nil || notes != 2 {
		t.Errorf("%d notes: %v", notes, err)
	}
}

// TestForeignReader lets SQLite's own program look at the collection, if it is there.
func TestForeignReader(t *testing.T) {
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Skip("there is no sqlite3")
	}
	name := filepath.Join(t.TempDir(), "collection.anki2")
	if err := os.WriteFile(name, packed(t, sample())["collection.anki2"], 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, name, "PRAGMA integrity_check; SELECT count(*) FROM notes; SELECT count(*) FROM cards; SELECT ver FROM col; SELECT json_valid(conf) + json_valid(models) + json_valid(decks) + json_valid(dconf) FROM col;").CombinedOutput()
	if want := "ok\n2\n2\n11\n4\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
}
