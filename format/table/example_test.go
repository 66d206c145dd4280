package table_test

import (
	"bufio"
	"fmt"
	"strings"

	"kifudb/format"
	"kifudb/format/table"
)

// A line of JSON holds a record, whose SGF has the escapes of JSON.
func ExampleFormats() {
	text := `{"id": 7, "sgf": "(;C[\"tenuki\"];B[pd])"}`
	head := format.NewHead([]byte(text), int64(len(text)))
	f := format.List(table.Formats()).Recognise("games.txt", head)
	s := f.Split(&format.File{Head: head, R: bufio.NewReader(strings.NewReader(text)), Most: 1 << 20})
	for s.Scan() {
		fmt.Printf("%s, line %d: %s\n", f.Title, s.Piece().Line, s.Piece().Game)
	}
	fmt.Println(s.Err())
	// Output:
	// SGF in JSON, line 1: (;C["tenuki"];B[pd])
	// <nil>
}
