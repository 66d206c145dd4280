package store_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"kifudb/position"
	"kifudb/store"
	"kifudb/store/fulltext"
)

// derive makes a game of a record. A real one reads the SGF.
func derive(r store.Record) (*store.Game, error) {
	tree := r.Raw[r.Tree[0]:r.Tree[1]]
	var b position.ScriptBuilder
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.At(15, 3)})
	return &store.Game{
		Record: r, Digest: store.DigestOf(tree), Script: b.Script(),
		Info:  []store.Value{{Ident: "PB", Text: "本因坊秀策"}, {Ident: "PW", Text: "Ota Yūzō"}},
		Facts: store.Facts{Game: 1, Size: position.Square(19), Komi: store.NoKomi, Moves: 1, Nodes: 1},
	}, nil
}

func Example() {
	dir, err := os.MkdirTemp("", "archive")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(dir, &store.Options{Create: true})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	// Write.
	w, err := db.Writer(derive)
	if err != nil {
		log.Fatal(err)
	}
	raw := []byte("(;PB[本因坊秀策]PW[Ota Yūzō];B[pd])")
	game, _ := derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}})
	if _, err := w.Add(context.Background(), game); err != nil {
		log.Fatal(err)
	}
	if err := w.Commit(context.Background()); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}

	// Read.
	s, err := db.Snapshot()
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	for _, text := range []string{"yuzo", "秀策", "dosaku"} {
		for _, g := range s.Segments() {
			games, err := g.SearchValues(context.Background(), fulltext.Query{Text: text})
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(text, games.GetCardinality())
		}
	}
	// Output:
	// yuzo 1
	// 秀策 1
	// dosaku 0
}
