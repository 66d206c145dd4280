package user

import (
	"os"
	"testing"

	"kifudb/store"
)

// BenchmarkRead reads a log of 10,000 operations, each with ten games.
func BenchmarkRead(b *testing.B) {
	db := openAt(b.TempDir())
	var text []byte
	for i := range 10_000 {
		games := make([]Game, 10)
		for k := range games {
			games[k] = game(store.GameID(1 + 10*i + k))
		}
		s := newState(nil)
		c, _ := s.adding("tag", idsOf(games))
		line, err := frame(&operation{Writer: "00000000", Number: i + 1, Clock: i + 1, What: "tag add tag", Tags: []tagChange{c}, Digests: s.newDigests(games)})
		if err != nil {
			b.Fatal(err)
		}
		text = append(text, line...)
	}
	for _, name := range []string{LogName, CopyName} {
		if err := os.WriteFile(db.path(name), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if tags, err := openAt(db.dir).Tags(); err != nil || tags[0].Games.GetCardinality() != 100_000 {
			b.Fatal(err)
		}
	}
}
