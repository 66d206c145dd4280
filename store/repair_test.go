package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/store/fulltext"
)

func TestRepair(t *testing.T) {
	tests := []struct {
		file   string
		damage func(data []byte) []byte // nil removes the file
		want   error
	}{
		{indexName, func(data []byte) []byte { data[len(data)/2]++; return data }, nil},
		{indexName, func(data []byte) []byte { return data[:100] }, nil},
		{indexName, func([]byte) []byte { return nil }, nil},
		{"comments/" + commentsIndexName, func(data []byte) []byte { data[90]++; return data }, nil},
		{recordsName, func(data []byte) []byte { return nil }, os.ErrNotExist},
		{recordsName, func(data []byte) []byte { return bytes.Repeat([]byte{7}, len(data)) }, ErrCorrupt},
	}
	for _, test := range tests {
		dir := damagedArchive(t)
		db, err := Open(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, segmentsName, "000001", filepath.FromSlash(test.file))
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if data = test.damage(data); data == nil {
			err = os.Remove(path)
		} else {
			err = os.WriteFile(path, data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		var found []SegmentRepair
		err = db.Repair(t.Context(), derive, &RepairOptions{Report: func(m SegmentRepair) { found = append(found, m) }})
		if !errors.Is(err, test.want) || len(found) != 1 {
			t.Fatalf("%s: %v after %d segments, want %v after 1", test.file, err, len(found), test.want)
		}
		m := found[0]
		if comments := strings.HasPrefix(test.file, commentsName); m.First != 1 || m.Last != 12 || m.Comments != comments || !errors.Is(m.Err, test.want) || len(m.Faults) == 0 {
			t.Errorf("%s: %+v; want games 1 to 12, in comments only: %t, and the error %v", test.file, m, comments, test.want)
		}
		if test.want == nil {
			checkSilent(t, db)
			s := newSnapshot(t, db)
			for id := GameID(1); id <= 12; id++ {
				compareGame(t, s, id, game(t, int(id)-1))
			}
			if !s.Text().Done() {
				t.Errorf("%s: comments are not indexed after the repair", test.file)
			}
		}
		db.Close()
	}
}

// TestGiveUp damages some of the records and demands all others.
func TestGiveUp(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	const n = 200
	addGames(t, w, 0, n)
	commit(t, w)
	if err := errors.Join(w.Remove(150), w.Close()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(db.Dir(), segmentsName, "000001", recordsName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 64 {
		data[len(data)/2+i] ^= 0x55
	}
	if err := errors.Join(os.WriteFile(path, data, 0o666), os.Remove(filepath.Join(filepath.Dir(path), parityName))); err != nil {
		t.Fatal(err)
	}
	if err := db.Repair(t.Context(), derive, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("repair without giving up: %v, want ErrCorrupt", err)
	}
	lost := map[GameID]string{}
	err = db.Repair(t.Context(), derive, &RepairOptions{GiveUp: true, Report: func(m SegmentRepair) {
		for _, l := range m.Lost {
			lost[l.ID] = l.File
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(lost) == 0 || len(lost) > 2*blockGames {
		t.Errorf("%d games are lost, want those of a block or two of %d", len(lost), blockGames)
	}
	checkSilent(t, db)
	s := newSnapshot(t, db)
	if got, want := s.Len(), n-1-len(lost); got != want {
		t.Errorf("%d games are left, want %d", got, want)
	}
	for i := range n {
		id := GameID(i + 1)
		file, isLost := lost[id]
		switch {
		case isLost && file != record(i).Source.Path:
			t.Errorf("game %d: it came from %q, want %q", id, file, record(i).Source.Path)
		case !isLost && id != 150:
			compareGame(t, s, id, game(t, i))
		}
	}
	w = newWriter(t, db)
	for id := range lost {
		if err := w.Restore(id); !errors.Is(err, ErrGone) {
			t.Errorf("restored game %d, which is lost: %v", id, err)
		}
		break
	}
	if err := w.Restore(150); err != nil && lost[150] == "" {
		t.Errorf("a removed game that is not lost: %v", err)
	}
}

// TestStaleSnapshot merges segments away before another process has opened
// their comments.
func TestStaleSnapshot(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	other, err := Open(db.Dir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	s, err := other.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := errors.Join(w.Close(), db.Rebuild(t.Context(), derive, nil)); err != nil {
		t.Fatal(err)
	}
	got := error(nil)
	for _, got = range s.Segments()[0].SearchComments(t.Context(), fulltext.Query{Text: "white"}) {
	}
	if !errors.Is(got, ErrStale) {
		t.Errorf("comments of a segment that is gone: %v, want ErrStale", got)
	}
}

func TestCommitCanceled(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.Commit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("commit under a canceled context: %v", err)
	}
	if got := newSnapshot(t, db).Len(); got != 0 {
		t.Errorf("%d games are visible", got)
	}
	commit(t, w)
	if got := newSnapshot(t, db).Len(); got != 10 {
		t.Errorf("%d games after the second try, want 10", got)
	}
}

func TestCommentsNotIndexed(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 30)
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := newSnapshot(t, db)
	if p := s.Text(); p.Done() || p.Games != 30 {
		t.Errorf("progress %+v before the comments are indexed", p)
	}
	for _, err := range s.Segments()[0].SearchComments(t.Context(), fulltext.Query{Text: "white"}) {
		if !errors.Is(err, ErrNotIndexed) {
			t.Errorf("search: %v, want ErrNotIndexed", err)
		}
	}
	var last TextProgress
	if err := w.IndexComments(t.Context(), func(p TextProgress) { last = p }); err != nil {
		t.Fatal(err)
	}
	if !last.Done() || !newSnapshot(t, db).Text().Done() {
		t.Errorf("progress %+v in the end", last)
	}
}
