package pgn_test

import (
	"fmt"

	"kifudb/format/pgn"
)

func ExampleFormats() {
	for _, f := range pgn.Formats() {
		fmt.Print(f.Name, ":")
		for _, w := range f.Writers {
			fmt.Print(" ", w.Name)
		}
		fmt.Println()
	}
	// Output:
	// pgn: pgn
}
