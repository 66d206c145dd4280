package renlib_test

import (
	"fmt"
	"strings"

	"kifudb/format"
	"kifudb/format/renlib"
)

func ExampleFormats() {
	library := "\xFFRenLib\xFF\x03\x04" + strings.Repeat("\xFF", 10) + "\x00\x00\x78\x40" // one move, in the middle
	f := renlib.Formats()[0]
	fmt.Println(f.Name, f.Is(format.NewHead([]byte(library), int64(len(library)))))
	// Output: renlib true
}
