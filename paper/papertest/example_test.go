package papertest_test

import (
	"fmt"

	"kifudb/paper/papertest"
)

func Example() {
	d := papertest.Book(2, 6, "")
	for part := range d.Parts {
		fmt.Println(part.Anchor, len(part.Blocks))
	}
	// Output:
	// g1 22
	// g2 22
}
