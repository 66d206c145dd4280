package bench

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/sgfread"
	"kifudb/store"

	"kifudb/indexer"
)

// seed is that of all games in the tests.
const seed = 1

// TestSameSeedSameBytes pins the games: figures of different versions can be
// compared only if they were measured with the same games.
func TestSameSeedSameBytes(t *testing.T) {
	n := testsize.Of(500, 100)
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := Write(w, seed, n); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same seed gave different games")
	}
	digests := map[int]string{
		100: "4b5bb49a1fc320c7ca041d553d7c3a1c6fadcf2507355738fd1860537794da32",
		500: "911a731568e90c9642252c37e6b8a8f191ba69ad68a2c0ba3ae66cc0ebb7a094",
	}
	if got, want := fmt.Sprintf("%x", sha256.Sum256(first.Bytes())), digests[n]; got != want {
		t.Errorf("%d games of seed %d have the digest %s, want %s", n, seed, got, want)
	}
	if bytes.Equal(Game(seed, 7), Game(seed+1, 7)) || bytes.Equal(Game(seed, 7), Game(seed, 8)) {
		t.Error("another seed, or another number, gave the same game")
	}
}

// TestGamesAreVaried counts what the games are meant to have, and what is wrong
// with them, which is nothing but illegal moves put in on purpose.
func TestGamesAreVaried(t *testing.T) {
	games := testsize.Of(1000, 400)
	count := map[string]int{}
	players := map[string]int{}
	for i := range games {
		record := Game(seed, i)
		for _, p := range sgfread.Check(record, nil) {
			if p.Severity() > sgfread.Note {
				t.Errorf("game %d: %v", i, p)
			}
		}
		g, err := indexer.Derive(store.Record{Raw: record, Tree: [2]int{0, len(record)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatalf("game %d: %v", i, err)
		}
		count["size "+g.Facts.Size.String()]++
		count["positions"] += len(g.Keys)
		count["moves"] += int(g.Facts.Moves)
		count["bytes"] += len(record)
		for _, v := range g.Info {
			count[v.Ident]++
			if v.Ident == "problem" {
				count[v.Text]++
			}
			if v.Ident == "PB" {
				players[v.Text]++
			}
		}
		for flag, name := range map[store.Flags]string{
			store.HasVariations: "variations", store.HasComments: "comments",
		} {
			if g.Facts.Flags&flag != 0 {
				count[name]++
			}
		}
		captured := false
		var r position.Replayer
		r.Replay(g.Facts.Size, g.Script, func(b *position.Board, _ *position.Step) bool {
			captured = b.Captured(position.Black)+b.Captured(position.White) > 0
			return !captured
		})
		if captured {
			count["captures"]++
		}
	}
	t.Logf("%d games: %v, %d players of Black", games, count, len(players))
	for what, least := range map[string]int{
		"size 19x19": 850, "size 9x9": 20, "size 13x13": 20, "size 9x7": 2, "variations": 40, "comments": 80,
		"captures": 800, "illegal-move": 4, "DT": 900, "EV": 600, "HA": 40, "moves": 90_000,
	} {
		if least = least * games / 1000; count[what] < least {
			t.Errorf("%s: %d, want at least %d", what, count[what], least)
		}
	}
	if n := len(players); n < 100 || n > games/2 {
		t.Errorf("%d games have %d players of Black, want many but repeated ones", games, n)
	}
}

func BenchmarkGame(b *testing.B) {
	b.ReportAllocs()
	var record []byte
	for i := 0; b.Loop(); i++ {
		record = AppendGame(record[:0], seed, i)
	}
}

// TestVary demands that variants begin like the record, differ from each other
// and are sound.
func TestVary(t *testing.T) {
	seen := map[string]bool{}
	for i := range testsize.Of(200, 80) {
		record := Game(seed, i%testsize.Of(50, 20))
		varied := Vary(record, seed, i)
		if !bytes.Equal(varied, Vary(record, seed, i)) {
			t.Fatalf("game %d: the same seed gave different variants", i)
		}
		root := bytes.IndexByte(record[2:], ';') + 2
		if !bytes.HasPrefix(varied, record[:root]) {
			t.Errorf("game %d: got %.80q, want the root %q", i, varied, record[:root])
		}
		if seen[string(varied)] {
			t.Errorf("game %d: the same variant again", i)
		}
		seen[string(varied)] = true
		for _, p := range sgfread.Check(varied, nil) {
			if p.Severity() > sgfread.Note {
				t.Errorf("game %d: %v", i, p)
			}
		}
	}
	for _, record := range []string{"", "hello", "(;GM[8];B[7776FU])", "(;SZ[19];B[pd"} {
		if got, want := Vary([]byte(record), seed, 3), Game(seed, 3); !bytes.Equal(got, want) {
			t.Errorf("%q: got %.80q, want a game of the seed", record, got)
		}
	}
}
