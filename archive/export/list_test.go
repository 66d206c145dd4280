package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/archive/export"
)

// A list has each game of the set once, in the order of their numbers; what a spreadsheet would run
// is a text, and who stops gets an error.
func TestWriteList(t *testing.T) {
	v := archivetest.Collection(t)
	chosen, err := v.Views.Choose(t.Context(), &archive.Choice{Query: archivetest.Query(t, "player:shusaku")})
	if err != nil || chosen.Len() < 2 {
		t.Fatal(chosen, err)
	}
	write := func(ctx context.Context, as export.ListFormat) (string, error) {
		var b bytes.Buffer
		err := export.WriteList(ctx, &b, v.Views, chosen.GameSet, as)
		return b.String(), err
	}
	text, err := write(t.Context(), export.AsCSV)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != chosen.Len()+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, id := range chosen.IDs(0) {
		g, err := v.Game(id)
		if err != nil || rows[i+1][0] != g.Name() {
			t.Errorf("row %d is of game %s, want %s; %v", i+1, rows[i+1][0], g.Name(), err)
		}
	}
	if text, err = write(t.Context(), export.AsLines); err != nil || strings.Count(text, "\n") != chosen.Len() {
		t.Errorf("%d lines, %v", strings.Count(text, "\n"), err)
	}
	for _, as := range []export.ListFormat{export.AsItCame, export.InUTF8} {
		if text, err = write(t.Context(), as); err != nil || !strings.Contains(text, "(;") {
			t.Errorf("%s: %v, %.40s", as, err, text)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := write(stopped, export.AsCSV); !errors.Is(err, context.Canceled) {
		t.Errorf("who stopped gets %v", err)
	}
}

// A record of WTHOR is some bytes of a table: it is given in SGF, alone and among others, and said
// to be.
func TestWriteWhatCannotStandAlone(t *testing.T) {
	moves := "f5d6c3d3c4f4f6f3e6e7"
	table := []byte{20, 1, 2, 3, 2, 0, 0, 0, 0, 0, 0xe4, 7, 8, 0, 24, 0}
	for range 2 {
		record := make([]byte, 68)
		for i := 0; i < len(moves); i += 2 {
			record[8+i/2] = 10*(moves[i+1]-'0') + moves[i] - 'a' + 1
		}
		record[6]++ // the score
		table = append(table, record...)
	}
	table[16+68+7] = 30 // they differ
	folder := t.TempDir()
	path := filepath.Join(folder, "games.wtb")
	if err := os.WriteFile(path, table, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(filepath.Join(folder, "archive"), &archive.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := a.Import(t.Context(), &archive.Import{Paths: []string{path}}); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	chosen, err := v.Views.Choose(t.Context(), &archive.Choice{Records: true})
	if err != nil || chosen.Len() != 2 {
		t.Fatal(chosen, err)
	}
	var out bytes.Buffer
	records := export.NewRecordWriter(&out, export.RecordOptions{})
	for g, err := range v.GamesIn(chosen.GameSet) {
		if err == nil {
			err = records.Write(g)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	written, err := records.Finish()
	if err != nil || written.Records != 2 || len(written.Converted) != 2 || strings.Count(out.String(), "(;") != 2 || strings.Count(out.String(), "B[f5];W[d6];B[c3]") != 2 {
		t.Errorf("%+v, %v: %s", written, err, out.String())
	}
	n, err := v.Node("1")
	if err != nil {
		t.Fatal(err)
	}
	text, ending, err := export.Alone(n.Record)
	if err != nil || ending != ".sgf" || !bytes.HasPrefix(text, []byte("(;")) {
		t.Errorf("alone: %q %.40s, %v", ending, text, err)
	}
	as := &export.FolderExport{Dir: filepath.Join(folder, "out"), Name: "{black}"}
	if _, err := as.Write(t.Context(), v.Views, chosen.GameSet); err != nil {
		t.Fatal(err)
	}
	if files, _ := filepath.Glob(filepath.Join(folder, "out", "*.sgf")); len(files) != 2 {
		t.Errorf("%q in the folder", files)
	}
}
