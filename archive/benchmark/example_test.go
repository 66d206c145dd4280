package benchmark_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/archive"
	"kifudb/archive/benchmark"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[19]PB[Ann]PW[Ben]DT[2001];B[pd];W[dd];B[pq];W[dp])"), 0o666); err != nil {
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
	questions, err := benchmark.Cut(ctx, v, 1, 1)
	if err != nil {
		fmt.Println(err)
	}
	for _, q := range questions[:2] {
		fmt.Println(q.Kind+":", q.Query)
	}
	// Output:
	// whole board, 4 moves: pos:"Q16 D16 Q3 D4"
	// player: player:"Ben"
}
