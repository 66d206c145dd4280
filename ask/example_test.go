package ask_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/archive"
	"kifudb/ask"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.sgf")
	const games = "(;SZ[9]RE[B+R];B[ee];W[ec])(;SZ[9]RE[W+R];B[ee];W[gc])(;SZ[9]RE[B+2];B[ee];W[ec])"
	if err := os.WriteFile(file, []byte(games), 0o666); err != nil {
		fmt.Println(err)
	}
	a, err := archive.Open(filepath.Join(dir, "archive"), &archive.Options{Create: true})
	if err != nil {
		fmt.Println(err)
	}
	defer a.Close()
	ctx := context.Background()
	if _, err := a.Import(ctx, &archive.Import{Paths: []string{file}}); err != nil {
		fmt.Println(err)
	}
	v, err := a.View()
	if err != nil {
		fmt.Println(err)
	}
	defer v.Close()
	q, err := archive.ParseQuery(`pos:"9x9 E5" symmetry:off`)
	if err != nil {
		fmt.Println(err)
	}
	next, err := ask.Of(v.Views).Next(ctx, &archive.Search{Query: q}, &ask.NextOptions{})
	if err != nil {
		fmt.Println(err)
	}
	for _, move := range next.Next {
		fmt.Println(move.Point, move.Games)
	}
	// Output:
	// ec 2
	// gc 1
}
