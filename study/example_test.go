package study_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/indexer"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/study"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(filepath.Join(dir, "archive"), &store.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		fmt.Println(err)
	}
	for _, text := range []string{"(;SZ[9]PB[Ann]DT[1999];B[ee];W[cc])", "(;SZ[9]PB[Ben]DT[1846-09];B[ee])", "(;SZ[9]PB[Cho];B[ee];W[gg])"} {
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}})
		if err != nil {
			fmt.Println(err)
		}
		if _, err := w.Add(context.Background(), g); err != nil {
			fmt.Println(err)
		}
	}
	if err := errors.Join(w.Commit(context.Background()), w.Close()); err != nil {
		fmt.Println(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		fmt.Println(err)
	}
	defer s.Close()

	q, err := query.Parse(`pos:"SZ[9]AB[ee]"`)
	if err != nil {
		fmt.Println(err)
	}
	ctx := context.Background()
	question, err := search.Resolve(ctx, s, q, map[string]search.Aggregation{"spread": &study.First{Limit: 1}}, nil)
	if err != nil {
		fmt.Println(err)
	}
	answer, err := search.Ask(ctx, search.NewLocal(s, nil), question, nil)
	if err != nil {
		fmt.Println(err)
	}
	spread := answer.Found["spread"].(*study.FirstFound)
	fmt.Println(spread.Games, "games,", spread.Undated, "undated; first by", spread.Players[0].Name, "between", spread.First[0].Lo, "and", spread.First[0].Hi)
	// Output:
	// 3 games, 1 undated; first by Ben between 18460901 and 18460930
}
