package line_test

import (
	"context"
	"fmt"
	"strings"

	"kifudb/protocol/line"
)

func ExampleRead() {
	lines, failed := line.Read(context.Background(), strings.NewReader("name\nboardsize 19\n"), 10)
	for l := range lines {
		fmt.Println(l.Text, l.Cut)
	}
	fmt.Println(failed())
	// Output:
	// name false
	// boardsize  true
	// <nil>
}
