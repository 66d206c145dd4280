package unread_test

import (
	"fmt"

	"kifudb/format"
	"kifudb/format/unread"
)

func ExampleFormats() {
	text := []byte("#YANEURAOU-DB2016 1.00\n")
	for _, f := range unread.Formats() {
		if f.Is(format.NewHead(text, int64(len(text)))) {
			fmt.Println(f.Name, f.Read())
		}
	}
	// Output: book false
}
