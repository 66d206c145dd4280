package parquet_test

import (
	"fmt"

	"kifudb/format"
	"kifudb/format/parquet"
	"kifudb/format/pgn"
)

func ExampleFormats() {
	f := parquet.Formats(pgn.Formats(), "pgn")[0]
	fmt.Println(f.Name, f.Is(format.NewHead([]byte("PAR1\x15\x04"), 0)))
	// Output: games-parquet true
}
