package gtp_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive"
	"kifudb/protocol/choice"
	"kifudb/protocol/gtp"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "games.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[9]RE[B+R];B[ee];W[ec])"), 0o666); err != nil {
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
	view := func() (*archive.Views, error) {
		v, err := a.View()
		if err != nil {
			return nil, err
		}
		return v.Views, nil
	}
	book, err := choice.NewBook(view, choice.Options{Pick: choice.Most, Depth: 1})
	if err != nil {
		fmt.Println(err)
	}
	session, err := gtp.New(book, gtp.Options{Unknown: gtp.Resign})
	if err != nil {
		fmt.Println(err)
	}
	if err := session.Run(ctx, strings.NewReader("boardsize 9\n7 genmove b\n"), os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// =
	//
	// =7 E5
}
