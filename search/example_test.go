package search_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// A question is resolved once, against the archive, and asked wherever segments
// are.
func Example() {
	snapshot, err := open()
	if err != nil {
		fmt.Println(err)
		return
	}
	defer snapshot.Close()
	q, err := query.Parse("winner:black komi:>=6")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	question, err := search.Resolve(ctx, snapshot, q, map[string]search.Aggregation{
		"page": &search.Page{Limit: 10}, "games": &search.Count{},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := search.Ask(ctx, search.NewLocal(snapshot, nil), question, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Found["games"], "of", answer.Cover.OfGames)
	for _, g := range answer.Found["page"].(*search.PageOfGames).Games {
		fmt.Println("game", g.ID)
	}
	// Output:
	// 2 of 4
	// game 2
	// game 4
}

// open makes an archive of four games and nothing but their facts.
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
		komi := []int32{550, 650, 750, 650}[r.Source.Game]
		winner := []store.Winner{store.WinnerBlack, store.WinnerBlack, store.WinnerWhite, store.WinnerBlack}[r.Source.Game]
		return &store.Game{Record: r, Facts: store.Facts{Game: 1, Komi: komi, Winner: winner}}, nil
	}
	w, err := db.Writer(derive)
	if err != nil {
		return nil, err
	}
	for i := range 4 {
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
