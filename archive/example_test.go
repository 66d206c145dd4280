package archive_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/archive"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[5]PB[Ann]PW[Ben];B[cc];W[cb];B[bb];W[dc])"), 0o666); err != nil {
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

	q, err := archive.ParseQuery("player:ann size:5")
	if err != nil {
		fmt.Println(err)
	}
	v, err := a.View()
	if err != nil {
		fmt.Println(err)
	}
	defer v.Close()
	page, err := v.Search(ctx, &archive.Search{Query: q})
	if err != nil {
		fmt.Println(err)
	}
	for _, g := range page.Games {
		fmt.Println(g.Black, "and", g.White)
		n, err := v.Node(fmt.Sprintf("%s@3", g.Name()))
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(n.Position)
	}
	_, err = v.Game(99)
	fmt.Println(errors.Is(err, archive.ErrNoGame))
	// Output:
	// Ann and Ben
	// SZ[5]AB[bb][cc]AW[cb]
	// true
}
