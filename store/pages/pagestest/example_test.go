package pagestest_test

import (
	"fmt"

	"kifudb/store/pages/pagestest"
)

func ExampleHidden() {
	data, guard := pagestest.Hidden([]byte("what is read must be guarded"))
	guard.Use(0, 4)
	fmt.Printf("%s\n", data[:4])
	// Output: what
}
