package store

import (
	"context"
	"testing"

	"kifudb/position"
	"kifudb/store/columns"
	"kifudb/store/disk"
)

// A segment of an earlier version has no key of corners. It is sound, and the next one that is made of
// its games has the key.
func TestWithoutCornerKey(t *testing.T) {
	usual := indexParts
	for i := range indexParts {
		if indexParts[i].name == "columns" {
			indexParts[i].build = func(ctx context.Context, games []*gatheredGame, w *disk.SectionWriter) error {
				return addColumns(ctx, games, w, func(rules position.Rules, size position.Size, games []columns.Game) (data, corners []byte, err error) {
					data, _, err = columns.Build(rules, size, games)
					return data, nil, err
				})
			}
		}
	}
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 60)
	commit(t, w)
	indexParts = usual
	kind := boardKind{1, position.Square(19)}
	has := func() bool {
		return newSnapshot(t, db).Segments()[0].files.index.Find(kind.cornersTag()) != nil
	}
	if has() {
		t.Fatal("the segment has a key")
	}
	checkSilent(t, db)
	if newSnapshot(t, db).Segments()[0].Columns(1, kind.size) == nil {
		t.Fatal("no pattern index")
	}
	if err := w.Remove(1); err != nil {
		t.Fatal(err)
	}
	if err := w.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !has() {
		t.Error("the new segment has no key")
	}
	checkSilent(t, db)
}
