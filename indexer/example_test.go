package indexer_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"kifudb/indexer"
	"kifudb/store"
)

func ExampleImport() {
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
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		log.Fatal(err)
	}
	defer w.Close()

	summary, err := indexer.Import(context.Background(), w, []string{"-", "nowhere.sgf"}, &indexer.Options{
		Stdin:   strings.NewReader("(;PB[Shusaku]PW[Gennan];B[qd];W[dc]) (;PB[Shusaku]PW[Ota];B[zz])"),
		Problem: func(p indexer.Problem) { fmt.Println(p.Error()) },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Games, "games found,", summary.Added, "added,", summary.Failed, "file failed")
	// Output:
	// nowhere.sgf: no such file or directory
	// -: game 2: line 1: off-board: a point beside the board ("zz"); kept
	// 2 games found, 2 added, 1 file failed
}
