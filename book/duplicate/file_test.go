package duplicate

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/indexer"
	"kifudb/store"
)

// someRecords are three games, two of them in more than one record.
func someRecords(r *rand.Rand) []testRecord {
	game, other := randomGame(r, 100), randomGame(r, 100)
	return []testRecord{of("", game), of("", other), of("EV[2]", game), of("", randomGame(r, 90)), of("", other[:60]), of("", typo(game, 30, 0x2C2))}
}

func TestKeep(t *testing.T) {
	ctx := context.Background()
	db, s := openRecords(t, 65536, someRecords(rand.New(rand.NewPCG(1, 9))))
	if _, err := Read(s); !errors.Is(err, ErrStale) {
		t.Errorf("without a file: got %v, want ErrStale", err)
	}
	want, err := Keep(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.list, got.list); diff != "" || got.Len() != 2 {
		t.Errorf("kept %d clusters (-found +kept):\n%s", got.Len(), diff)
	}
	if err := Check(ctx, s); err != nil {
		t.Error(err)
	}

	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Remove(got.Cluster(0).Preferred()); err != nil {
		t.Fatal(err)
	}
	now := snapshot(t, db)
	if _, err := Read(now); !errors.Is(err, ErrStale) {
		t.Errorf("after a removal: got %v, want ErrStale", err)
	}
	if err := Check(ctx, now); err != nil {
		t.Errorf("what is out of date is no fault: %v", err)
	}
	if c, err := Keep(ctx, now); err != nil || c.Others() != want.Others()-1 {
		t.Errorf("after a removal: got %v, %v, want one record less than %d", c, err, want.Others())
	}
}

// An archive that cannot be written to is compared each time.
func TestKeepReadOnly(t *testing.T) {
	db, s := openRecords(t, 65536, someRecords(rand.New(rand.NewPCG(2, 9))))
	if err := os.Mkdir(filepath.Join(db.Dir(), FileName), 0o755); err != nil { // stands in its way for all users
		t.Fatal(err)
	}
	for range 2 {
		if c, err := Keep(context.Background(), s); err != nil || c.Len() != 2 {
			t.Errorf("got %v, %v, want 2 clusters", c, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(db.Dir(), "tmp-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Each byte that is flipped is found, and so is each end that is missing.
func TestDamagedFile(t *testing.T) {
	db, s := openRecords(t, 65536, someRecords(rand.New(rand.NewPCG(3, 9))))
	ctx := context.Background()
	if _, err := Keep(ctx, s); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(db.Dir(), FileName)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range sound {
		b := append([]byte(nil), sound...)
		b[i] ^= 0x10
		if _, err := decode(b); err == nil {
			t.Errorf("byte %d flipped: no error", i)
		}
		if _, err := decode(sound[:i]); err == nil {
			t.Errorf("cut to %d bytes: no error", i)
		}
	}
	damage := func(i int) {
		b := append([]byte(nil), sound...)
		b[i] ^= 1
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Check(ctx, s); !errors.Is(err, store.ErrCorrupt) {
			t.Errorf("byte %d flipped: Check: got %v, want ErrCorrupt", i, err)
		}
	}
	damage(len(sound) - 1) // of the part that questions do not read
	if c, err := Keep(ctx, s); err != nil || c.Len() != 2 {
		t.Errorf("Keep: got %v, %v, want the clusters, which are whole", c, err)
	}
	damage(fileHeader)
	if c, err := Keep(ctx, s); err != nil || c.Len() != 2 {
		t.Errorf("Keep: got %v, %v, want it mended", c, err)
	}
	if err := Check(ctx, s); err != nil {
		t.Errorf("after Keep: %v", err)
	}
}

// Clusters that are not those of the records are found, though the file is sound.
func TestCheckFindsWrongClusters(t *testing.T) {
	_, s := openRecords(t, 65536, someRecords(rand.New(rand.NewPCG(4, 9))))
	ctx := context.Background()
	tests := map[string]func(*found){
		"nothing":   func(*found) {},
		"a cluster": func(f *found) { f.clusters.list[0].Members[0].ID = 4; f.clusters = newClusters(f.clusters.list) },
		"a class":   func(f *found) { f.same[1] = []store.GameID{1, 2} },
		"an edge":   func(f *found) { f.edges[pair{1, 4}] = edge{kind: Near, by: 1} },
		"the games": func(f *found) {
			f.segments[0].live = roaring.BitmapOf(1, 2, 3, 4, 5)
			f.segments[0].numbers = f.segments[0].numbers[1:]
		},
		"the numbers": func(f *found) { f.segments[0].numbers[3].near[keyHead]++ },
	}
	for name, change := range tests {
		f, err := compareAll(ctx, s, usual)
		if err != nil {
			t.Fatal(err)
		}
		change(f)
		if err := f.write(s); err != nil {
			t.Fatal(err)
		}
		if err := Check(ctx, s); errors.Is(err, store.ErrCorrupt) != (name != "nothing") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
