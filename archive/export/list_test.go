package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
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
