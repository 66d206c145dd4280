package openingbook_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/archive"
	"kifudb/ask/openingbook"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.pgn")
	const games = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"C\"]\n[Black \"D\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 e5 2. e4 1/2-1/2\n"
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
	chosen, err := v.Views.Choose(ctx, &archive.Choice{})
	if err != nil {
		fmt.Println(err)
	}
	var file16 bytes.Buffer
	book, err := openingbook.Write(ctx, v.Views, chosen.GameSet, &openingbook.Options{Format: "polyglot", Moves: 20, MinGames: 1, Weight: openingbook.ByGames}, &file16)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%d positions, %d moves, %d bytes\n", book.Positions, book.Moves, file16.Len())
	// Output:
	// 5 positions, 6 moves, 96 bytes
}
