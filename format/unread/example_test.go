package unread_test

import (
	"fmt"

	"kifudb/format"
	"kifudb/format/unread"
)

func ExampleFormats() {
	text := []byte("[Event \"?\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n1. e4 *\n")
	for _, f := range unread.Formats() {
		if f.Is(format.NewHead(text, int64(len(text)))) {
			fmt.Println(f.Name, f.Read())
		}
	}
	// Output:
}
