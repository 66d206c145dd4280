package tests

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/format/notations"
	"kifudb/game/notation"
	"kifudb/indexer"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// TestShogiRecords imports the files of a folder or container, follows every
// game to its end, and compares searches for positions with a scan of all
// games.
func TestShogiRecords(t *testing.T) {
	path := os.Getenv("KIFUDB_SHOGI_RECORDS")
	if path == "" {
		t.Skip("KIFUDB_SHOGI_RECORDS does not name files with games of shogi")
	}
	ctx := context.Background()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := indexer.Import(ctx, w, []string{path}, &indexer.Options{Problem: func(p indexer.Problem) { t.Logf("%v", p.Error()) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if summary.Added == 0 {
		t.Fatal("no games")
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()

	dialects, charsets := map[string]int{}, map[string]int{}
	found := map[string][]store.GameID{} // by position, all games in which it came up
	moves := 0
	for _, g := range s.Segments() {
		for local := range g.Len() {
			record, err := g.Record(local)
			if err != nil {
				t.Fatal(err)
			}
			derived, err := indexer.Derive(record)
			if err != nil {
				t.Fatal(err)
			}
			game, err := notations.Record(derived, nil)
			if err != nil {
				t.Errorf("%s: %v", record.Source.Path, err)
				continue
			}
			dialect := notation.Detect(format.Text(&record))
			dialects[indexer.FormatOf(&record).Title]++
			charsets[record.Charset.Name]++
			facts, id := g.Facts(local), g.Base()+store.GameID(local)
			if written := writtenMoves(dialect, record.Raw[record.Tree[0]:record.Tree[1]]); written >= 0 && written != int(facts.Moves) {
				t.Errorf("%s: %d moves of %d", record.Source.Path, facts.Moves, written)
			}
			for v := range game.Nodes() {
				if !v.Fault.Possible() {
					t.Errorf("%s: move %d: %s", record.Source.Path, v.MoveNumber, v.Fault)
				}
				moves++
				sfen := v.Position.SFEN()
				if ids := found[sfen]; len(ids) == 0 || ids[len(ids)-1] != id {
					found[sfen] = append(ids, id)
				}
			}
		}
	}
	var positions []string
	for sfen := range found {
		positions = append(positions, sfen)
	}
	slices.Sort(positions)
	asked := 0
	for i := 0; i < len(positions); i += 20 {
		q, err := query.Parse(fmt.Sprintf("pos:%q", positions[i]))
		if err != nil {
			t.Fatal(err)
		}
		var got []store.GameID
		for hit, err := range search.Run(ctx, s, q, &search.Options{PerGame: 1}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, hit.Game)
		}
		if !slices.Equal(got, found[positions[i]]) {
			t.Errorf("%s: got games %d, want %d", positions[i], got, found[positions[i]])
		}
		asked++
	}
	t.Logf("%d games, %v, %v; %d files passed over; %d nodes, %d positions, %d of them searched",
		summary.Added, dialects, charsets, summary.Passed, moves, len(positions), asked)
}

var csaMove = regexp.MustCompile(`(?m)^[+-][0-9]{4}[A-Z]{2}`)

// writtenMoves counts the moves in a text of one line of play, -1 if they
// cannot be counted so simply.
func writtenMoves(d notation.Dialect, text []byte) int {
	switch d {
	case notation.CSA:
		return len(csaMove.FindAll(text, -1))
	case notation.USI:
		_, words, _ := bytes.Cut(text, []byte(" moves "))
		n := 0
		for word := range strings.FieldsSeq(string(words)) {
			if len(word) <= 5 && (word[0] >= '1' && word[0] <= '9' || word[1] == '*') {
				n++
			}
		}
		return n
	}
	return -1
}
