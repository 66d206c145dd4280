package duplicate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/store"
)

// tight are bounds that the few games of a test reach: groups of which all pairs are
// compared, of which only neighbors are, and that are too large; and segments of which
// merging leaves nothing known.
var tight = bounds{allPairs: 3, neighbors: 2, largest: 8, atOnce: 3, small: 30}

// crowded are bounds by which nearly all groups of a test are compared by neighbors.
var crowded = bounds{allPairs: 2, neighbors: 2, largest: 1000, atOnce: 100, small: 30}

// families are records that share openings, so that groups of all sizes come and go.
func families(r *rand.Rand, n int) []testRecord {
	var records []testRecord
	for range n / 20 {
		opening := randomGame(r, 60)
		who := names(fmt.Sprintf("Player %d", r.IntN(3)), "Other") + fmt.Sprintf("DT[1980-01-%02d]", 1+r.IntN(3))
		for range r.IntN(16) {
			moves := slices.Concat(opening, randomGame(r, 60+r.IntN(80))[r.IntN(60):])
			if r.IntN(3) == 0 {
				moves = typo(moves, 30+r.IntN(20), position.At(r.IntN(19), r.IntN(19)))
			}
			info := who
			if r.IntN(3) == 0 {
				info = "EV[copy]"
			}
			records = append(records, testRecord{info: info, moves: moves})
		}
	}
	records = append(records, manyRecords(r, n/4)...)
	for range n / 12 { // the same moves said to be of different days, on which there were others
		moves := randomGame(r, 110)
		for range 2 + r.IntN(3) {
			info := names("Player 1", "Other") + fmt.Sprintf("DT[1980-01-%02d]", 1+r.IntN(6))
			records = append(records, testRecord{info: info, moves: moves}, testRecord{info: info, moves: typo(randomGame(r, 90), 3, position.At(r.IntN(19), 0))})
		}
	}
	for range n / 20 { // games of a tree, and records of some of them
		stem := randomGame(r, 50+r.IntN(80))
		for i := range 2 + r.IntN(4) {
			info := names(fmt.Sprintf("Player %d", r.IntN(3)), "Other") + fmt.Sprintf("RO[%d]DT[1980-01-%02d]", i, 1+r.IntN(3))
			own := randomGame(r, len(stem)+40)[len(stem):][:r.IntN(40)]
			records = append(records, branch("", stem, info, own...))
			if r.IntN(2) == 0 {
				records = append(records, testRecord{info: info + "EV[copy]", moves: slices.Concat(stem, own)})
			}
		}
	}
	short := randomGame(r, 20) // which other games have, too
	for i := range 12 {
		records = append(records, testRecord{info: names(fmt.Sprintf("Player %d", i%4), "Beginner") + fmt.Sprintf("DT[19%02d-01-01]", 50+i%3), moves: short})
	}
	r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	return records
}

// crowd are records of the same players and day, which end alike or go on from one another.
func crowd(r *rand.Rand, n int) []testRecord {
	info := names("Bot A", "Bot B") + "DT[2020-02-02]"
	var records []testRecord
	var games [][]position.Move
	for range n {
		moves := randomGame(r, 70+r.IntN(60))
		if len(games) > 0 && r.IntN(3) > 0 {
			moves = games[r.IntN(len(games))]
			switch r.IntN(3) {
			case 0:
				moves = typo(moves, r.IntN(30), position.At(r.IntN(19), r.IntN(19)))
			case 1:
				moves = without(moves, r.IntN(30))
			default:
				moves = moves[:60]
			}
		}
		games = append(games, moves)
		records = append(records, testRecord{info: info, moves: moves})
	}
	return records
}

// Whatever is imported, removed, brought back, rewritten and merged, in whatever order:
// what is found by comparing what has changed is what is found by comparing all.
func TestUpdateEqualsAll(t *testing.T) {
	ctx := context.Background()
	updated, all, sets := 0, 0, 0
	for seed := range uint64(testsize.Of(12, 3)) {
		r := rand.New(rand.NewPCG(seed, 7))
		pool := families(r, testsize.Of(120, 60))
		bounds := tight
		if seed%3 == 2 {
			bounds = crowded
			pool = append(pool, crowd(r, 60)...)
			r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		}
		db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 60})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		number := 0
		next := func() *store.Game {
			if len(pool) == 0 {
				return nil
			}
			raw := []byte(pool[0].sgf())
			pool = pool[1:]
			number++
			g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Source: store.Source{Path: fmt.Sprintf("%d.sgf", number)}, Charset: store.Charset{Name: "utf-8"}})
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
		var before *found
		for step := 0; len(pool) > 0; step++ {
			what := change(t, db, r, before, next)
			s := snapshot(t, db)
			want, err := compareAll(ctx, s, bounds)
			if err != nil {
				t.Fatal(err)
			}
			got := want
			if before != nil {
				if _, ok := before.since(s, bounds); ok {
					updated++
				} else {
					all++
				}
				if got, err = before.update(ctx, s, bounds); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(got.encode(1), want.encode(1)) {
				t.Fatalf("seed %d, step %d, %s: an update finds\n%s\nfrom scratch there is\n%s\n%v\n%v", seed, step, what, got.clusters.text(), want.clusters.text(), got.edges, want.edges)
			}
			sets += want.clusters.Len()
			// What is read from the file is as good as what was written.
			if before, err = decode(got.encode(1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d updates, %d times all was compared, %d clusters", updated, all, sets)
	if updated < testsize.Of(20*12, 100) || all == 0 || sets < 500 {
		t.Errorf("too little was tried: %d updates, %d times all was compared, %d clusters", updated, all, sets)
	}
}

// change changes the games of an archive in some way.
func change(t *testing.T, db *store.DB, r *rand.Rand, before *found, next func() *store.Game) (what string) {
	ctx := context.Background()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
	}()
	id := func() store.GameID { return 1 + store.GameID(r.IntN(int(w.Next()-1))) }
	switch kind := r.IntN(13); {
	case kind < 4 || w.Next() < 20:
		what = "games are added"
		for range 1 + r.IntN(1+r.IntN(12)) {
			if g := next(); g != nil {
				_, err = w.Add(ctx, g)
			}
		}
		err = errors.Join(err, w.Commit(ctx))
	case kind < 6:
		what = "games are removed"
		for range 1 + r.IntN(6) {
			err = errors.Join(err, w.Remove(id()))
		}
	case kind < 8:
		what = "the first games of classes are removed"
		for _, first := range slices.Sorted(maps.Keys(before.same)) {
			if r.IntN(4) == 0 {
				err = errors.Join(err, w.Remove(first))
			}
		}
	case kind < 10:
		what = "games are brought back"
		s, _ := db.Snapshot()
		defer s.Close()
		for _, g := range s.Segments() {
			for it := g.Removed().Iterator(); it.HasNext(); {
				local := it.Next()
				if r.IntN(2) == 0 {
					err = errors.Join(err, w.Restore(g.Base()+store.GameID(local)))
				}
			}
		}
	case kind < 11:
		what = "games are replaced"
		games := map[store.GameID]*store.Game{}
		for range 1 + r.IntN(3) {
			if id := id(); w.Live(id) {
				if g := next(); g != nil {
					games[id] = g
				}
			}
		}
		err = w.Rewrite(ctx, games)
	case kind < 12:
		what = "segments are merged"
		err = w.Merge(ctx)
	default:
		what = "removed games are given up"
		err = w.Compact(ctx)
	}
	return what
}

// A game more is compared with so many others, however many there are with which it has
// a number in common: with all of a small group, and with its neighbors in a large one.
func TestUpdateComparesNoMoreInLargeGroups(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(13, 7))
	few := bounds{allPairs: 6, neighbors: 3, largest: 1000, atOnce: 100, small: 1000}
	records := crowd(r, 80)
	var counts []int64
	for _, n := range []int{5, 20, 79} {
		db, s := openRecords(t, 1000, records[:n])
		before, err := compareAll(ctx, s, few)
		if err != nil {
			t.Fatal(err)
		}
		w, err := db.Writer(indexer.Derive)
		if err != nil {
			t.Fatal(err)
		}
		raw := []byte(records[79].sgf())
		g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Source: store.Source{Path: "one more.sgf"}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Add(ctx, g)
		if err := errors.Join(err, w.Commit(ctx), w.Close()); err != nil {
			t.Fatal(err)
		}
		s = snapshot(t, db)
		d, _ := before.since(s, few)
		if len(d.added) != 1 || len(d.removed) != 0 {
			t.Fatalf("%d games came and %d went", len(d.added), len(d.removed))
		}
		f, err := before.compareChanged(ctx, s, few, d)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, f.met.Load())
	}
	if counts[0] == 0 || counts[0] > 5*int64(len(nearKeys)) || counts[1] > 6*int64(len(nearKeys)) || counts[2] > 6*int64(len(nearKeys)) {
		t.Errorf("a game more was compared %v times with 5, 20, 79 others", counts)
	}
}

// addLater adds a record to an archive.
func addLater(t *testing.T, db *store.DB, moves []position.Move) *store.Snapshot {
	t.Helper()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	raw := []byte(of("EV[later]", moves).sgf())
	g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Source: store.Source{Path: "later.sgf"}, Charset: store.Charset{Name: "utf-8"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Add(t.Context(), g)
	if err := errors.Join(err, w.Commit(t.Context()), w.Close()); err != nil {
		t.Fatal(err)
	}
	return snapshot(t, db)
}

// The file of another state of the archive, in which a segment of the same name holds other
// games, is not taken for that of this one.
func TestUpdateOfAnotherLife(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 7))
	game, other := randomGame(r, 100), randomGame(r, 100)
	db, _ := openRecords(t, 10, []testRecord{of("", game), of("", other)})
	backup := t.TempDir()
	if err := os.CopyFS(backup, os.DirFS(db.Dir())); err != nil {
		t.Fatal(err)
	}
	first := addLater(t, db, game)
	if c, err := Keep(ctx, first); err != nil || c.text() != "3 exact, 1 exact" {
		t.Fatalf("got %v, %v", c.text(), err)
	}
	kept, err := os.ReadFile(filepath.Join(db.Dir(), FileName))
	if err != nil {
		t.Fatal(err)
	}
	restored, err := store.Open(backup, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	second := addLater(t, restored, other)
	if err := os.WriteFile(filepath.Join(backup, FileName), kept, 0o644); err != nil {
		t.Fatal(err)
	}
	if a, b := first.Segments(), second.Segments(); len(a) != len(b) || a[len(a)-1].Base() != b[len(b)-1].Base() {
		t.Fatal("the archives do not look alike")
	}
	if c, err := Keep(ctx, second); err != nil || c.text() != "3 exact, 2 exact" {
		t.Errorf("got %q, %v, want the later record with game 2", c.text(), err)
	}
}

// What is too long to be compared is not when a game comes that begins like it either.
func TestUpdateOfLongLines(t *testing.T) {
	moves := randomGame(rand.New(rand.NewPCG(6, 7)), 200)
	long := slices.Repeat(moves, longestLine/len(moves))
	for _, n := range []int{0, 1} { // beyond what is compared
		db, s := openRecords(t, 10, []testRecord{of("", append(slices.Clone(long), moves[:n]...))})
		before, err := compareAll(t.Context(), s, usual)
		if err != nil {
			t.Fatal(err)
		}
		s = addLater(t, db, long[:9000])
		want, err := compareAll(t.Context(), s, usual)
		if err != nil {
			t.Fatal(err)
		}
		got, err := before.update(t.Context(), s, usual)
		if err != nil || got.clusters.text() != want.clusters.text() || (want.clusters.text() == "") != (n > 0) {
			t.Errorf("%d moves: %q, %v, want %q", longestLine+n, got.clusters.text(), err, want.clusters.text())
		}
	}
}

// A game that begins or ceases to stand behind another one leaves or joins the groups of
// its own numbers, which the game that came or went need not have: here the group of all
// records that name the same players and day, of which the other one says nothing.
func TestUpdateOfGroupsThatOnlyAGameBehindHas(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(11, 7))
	who := names("Cho Chikun", "Otake Hideo") + "DT[1980-09-15]"
	game, other := randomGame(r, 120), randomGame(r, 120)
	// It has nothing in common with the other game by which it would be found, but the players.
	late := other
	for _, i := range []int{2, 19, 30} {
		late = typo(late, i, position.At(18, i%19))
	}
	few := bounds{allPairs: 2, neighbors: 1, largest: 2, atOnce: 100, small: 30}
	db, s := openRecords(t, 10, []testRecord{of("EV[copy]", game), of(who, game), of(who, other), of(who, late)})
	apart, err := compareAll(ctx, s, few)
	if err != nil || apart.clusters.text() != "2 exact, 1 exact; 3 near, 4 near" {
		t.Fatalf("before: got %q, %v", apart.clusters.text(), err)
	}
	update := func(old *found, step, want string, change func(*store.Writer) error) *found {
		w, err := db.Writer(indexer.Derive)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(change(w), w.Close()); err != nil {
			t.Fatal(err)
		}
		s := snapshot(t, db)
		if _, ok := old.since(s, few); !ok {
			t.Fatalf("%s: all games are compared again", step)
		}
		updated, err := old.update(ctx, s, few)
		if err != nil {
			t.Fatal(err)
		}
		all, err := compareAll(ctx, s, few)
		if err != nil {
			t.Fatal(err)
		}
		if got, all := updated.clusters.text(), all.clusters.text(); got != want || all != want {
			t.Errorf("%s: an update finds %q, from scratch there is %q, want %q", step, got, all, want)
		}
		return all
	}
	crowded := update(apart, "the first is gone, the second in the group", "", func(w *store.Writer) error { return w.Remove(1) })
	update(crowded, "the first is back, the second behind it", "2 exact, 1 exact; 3 near, 4 near", func(w *store.Writer) error { return w.Restore(1) })
}

// Games of larger segments that are merged are known to be the same, whatever else has come or
// gone since; if any of their numbers were not, all would be compared.
func TestUpdateAfterMerge(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 11))
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 400})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	records := manyRecords(r, 330)
	number := 0
	add := func(w *store.Writer, n int) {
		t.Helper()
		for range n {
			raw := []byte(records[number].sgf())
			number++
			g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Source: store.Source{Path: fmt.Sprintf("%d.sgf", number)}, Charset: store.Charset{Name: "utf-8"}})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Add(ctx, g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(ctx); err != nil {
			t.Fatal(err)
		}
	}
	write := func(do func(w *store.Writer)) {
		t.Helper()
		w, err := db.Writer(indexer.Derive)
		if err != nil {
			t.Fatal(err)
		}
		do(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for range 7 {
		write(func(w *store.Writer) { add(w, 40) })
	}
	s := snapshot(t, db)
	before, err := compareAll(ctx, s, tight)
	if err != nil {
		t.Fatal(err)
	}
	parts := len(s.Segments())
	// The eighth lets them be merged; games are removed before and after that.
	write(func(w *store.Writer) {
		if err := w.Remove(3); err != nil {
			t.Fatal(err)
		}
		add(w, 40)
		if err := w.Merge(ctx); err != nil {
			t.Fatal(err)
		}
		if err := w.Remove(50); err != nil {
			t.Fatal(err)
		}
	})
	s = snapshot(t, db)
	if len(s.Segments()) >= parts {
		t.Fatalf("%d segments have become %d", parts, len(s.Segments()))
	}
	d, ok := before.since(s, tight)
	if !ok || len(d.added) != 40 || len(d.removed) != 2 {
		t.Fatalf("known %v; %d games have come and %d gone, want 40 and 2", ok, len(d.added), len(d.removed))
	}
	got, err := before.update(ctx, s, tight)
	if err != nil {
		t.Fatal(err)
	}
	want, err := compareAll(ctx, s, tight)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.encode(1), want.encode(1)) {
		t.Error("an update finds something else than comparing all")
	}
	before.segments[2].sum++
	if _, ok := before.since(s, tight); ok {
		t.Error("games that are not as they were are not noticed")
	}
	if other, err := decode(append(got.clusters.whole(1), sealed([]byte("\x00"), 0)...)); !errors.Is(err, ErrStale) || other != nil {
		t.Errorf("a file from before there were sums: %v", err)
	}
}
