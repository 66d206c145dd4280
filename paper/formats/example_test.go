package formats_test

import (
	"fmt"

	"kifudb/paper/formats"
)

func ExampleNamed() {
	f, ok := formats.Named("epub")
	fmt.Println(f.Ending, ok)
	_, ok = formats.Named("docx")
	fmt.Println(ok)
	// Output:
	// .epub true
	// false
}
