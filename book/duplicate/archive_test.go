package duplicate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"
)

// A testRecord is a record as a test writes it.
type testRecord struct {
	info  string // SGF properties of the root
	moves []position.Move
	raw   string // instead, if it is not empty
}

// of is the record of a game of Go.
func of(info string, moves []position.Move) testRecord { return testRecord{info: info, moves: moves} }

func (r testRecord) sgf() string {
	if r.raw != "" {
		return r.raw
	}
	var b strings.Builder
	b.WriteString("(;GM[1]SZ[19]" + r.info)
	for _, m := range r.moves {
		b.WriteString(";" + m.String())
	}
	return b.String() + ")"
}

// openRecords makes an archive of records, with so many in a segment.
func openRecords(t testing.TB, inSegment int, records []testRecord) (*store.DB, *store.Snapshot) {
	t.Helper()
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: inSegment})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		raw := []byte(r.sgf())
		g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Source: store.Source{Path: fmt.Sprintf("%d.sgf", i+1)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(ctx, g); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(ctx), w.Close()); err != nil {
		t.Fatal(err)
	}
	return db, snapshot(t, db)
}

func snapshot(t testing.TB, db *store.DB) *store.Snapshot {
	t.Helper()
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func find(t testing.TB, s *store.Snapshot) *Clusters {
	t.Helper()
	c, err := Find(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// text writes clusters as "1 exact, 3 exact; 2 near, 4 near", members in
// order of preference, clusters by their lowest id.
func (c *Clusters) text() string {
	var clusters []string
	for _, cluster := range c.list {
		var members []string
		for _, m := range cluster.Members {
			members = append(members, fmt.Sprintf("%d %s", m.ID, strings.ReplaceAll(m.Kinds.String(), ", ", "+")))
		}
		clusters = append(clusters, strings.Join(members, ", "))
	}
	return strings.Join(clusters, "; ")
}

func names(black, white string) string { return "PB[" + black + "]PW[" + white + "]" }

// manyRecords are games, each in some records that differ in what the ways
// above do, shuffled; famous is an opening that every tenth begins with.
func manyRecords(r *rand.Rand, games int) []testRecord {
	famous := randomGame(r, 35)
	var records []testRecord
	for n := range games {
		moves := randomGame(r, 20+r.IntN(200))
		if n%10 == 0 && len(moves) > 80 {
			copy(moves, famous)
		}
		info := names(fmt.Sprintf("Player %d", r.IntN(20)), fmt.Sprintf("Player %d", r.IntN(20)))
		if r.IntN(2) == 0 {
			info += fmt.Sprintf("DT[19%02d-%02d-%02d]", 10+r.IntN(80), 1+r.IntN(12), 1+r.IntN(28))
		}
		record := testRecord{info: info, moves: moves}
		records = append(records, record)
		for range r.IntN(4) {
			other := record
			switch i := r.IntN(len(moves) - 3); r.IntN(6) {
			case 0:
				other.moves = moves[:i+1]
			case 1:
				other.moves = typo(moves, i, position.At(r.IntN(19), r.IntN(19)))
			case 2:
				other.moves = exchanged(moves, i)
			case 3:
				other.moves = without(moves, i)
			}
			if r.IntN(3) == 0 {
				other.info = "EV[copy]"
			}
			if r.IntN(2) == 0 {
				o := position.Orientations(board)[r.IntN(16)]
				turned := make([]position.Move, len(other.moves))
				for k, m := range other.moves {
					turned[k] = position.Move{Color: m.Color, Point: o.Symmetry.Apply(m.Point, board)}
					if o.Swapped {
						turned[k].Color = m.Color.Opponent()
					}
				}
				other.moves = turned
			}
			records = append(records, other)
		}
	}
	r.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	return records
}
