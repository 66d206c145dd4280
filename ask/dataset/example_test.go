package dataset_test

import (
	"fmt"

	"kifudb/ask/dataset"
)

func ExampleTables() {
	for _, t := range dataset.Tables() {
		fmt.Println(t.Name, len(t.Columns) > 2, t.Columns[1].Name)
	}
	// Output:
	// games true game
	// info true game
	// tags true game
	// moves true game
	// positions true game
	// evaluations true game
	// comments true game
	// hits true game
	// continuations true game
}
