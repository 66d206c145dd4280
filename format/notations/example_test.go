package notations_test

import (
	"fmt"

	"kifudb/format/notations"
)

func ExampleFormats() {
	for _, f := range notations.Formats() {
		fmt.Print(f.Name, ":")
		for _, w := range f.Writers {
			fmt.Print(" ", w.Name)
		}
		fmt.Println()
	}
	// Output:
	// csa: csa
	// usi: usi
	// usen: usen
	// converter: western japanese kanji
	// kif: kif
	// ki2: ki2
	// jkf: jkf
}
