package othello_test

import (
	"fmt"

	"kifudb/format/othello"
)

func ExampleFormats() {
	for _, f := range othello.Formats() {
		fmt.Print(f.Name, ":")
		for _, w := range f.Writers {
			fmt.Print(" ", w.Name)
		}
		fmt.Println()
	}
	// Output:
	// ggf: ggf
	// wthor:
	// wthor-table:
	// othello-lines:
}
