package match_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A condition is made once and opened for each segment.
func Example() {
	snapshot, err := open()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer snapshot.Close()
	q, err := query.Parse("komi:>=6")
	if err != nil {
		fmt.Println(err)
		return
	}
	condition, err := match.Prepare(q.Root)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range snapshot.Segments() {
		all := roaring.New()
		all.AddRange(0, uint64(s.Len()))
		b := match.NewBlock(s, condition.Open(s), all, match.KeepNone)
		if err := b.Apply(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		for local := range b.Games() {
			fmt.Println("game", b.ID(local))
		}
	}
	// Output:
	// game 2
	// game 3
}

// open makes an archive of three games and nothing but their facts.
func open() (*store.Snapshot, error) {
	dir, err := os.MkdirTemp("", "archive")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(dir+"/archive", &store.Options{Create: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	derive := func(r store.Record) (*store.Game, error) {
		komi := []int32{550, 650, 750}[r.Source.Game]
		return &store.Game{Record: r, Facts: store.Facts{Game: 1, Komi: komi}}, nil
	}
	w, err := db.Writer(derive)
	if err != nil {
		return nil, err
	}
	for i := range 3 {
		g, _ := derive(store.Record{Raw: []byte{byte(i)}, Source: store.Source{Game: i}})
		if _, err := w.Add(context.Background(), g); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.Commit(context.Background()), w.Close()); err != nil {
		return nil, err
	}
	return db.Snapshot()
}
