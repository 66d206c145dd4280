package duplicate_test

import (
	"fmt"

	"kifudb/book/duplicate"
	"kifudb/game/record"
	"kifudb/position"
)

func ExampleCompare() {
	lines := make([]position.Sequence, 0, 2)
	for _, text := range []string{
		"(;SZ[9];B[cc];W[gg];B[cg];W[gc];B[ee];W[ec])",
		"(;SZ[9];B[cc];W[gg];B[gc];W[cg];B[ee];W[ce])",
	} {
		records, err := record.Read([]byte(text), nil)
		if err != nil {
			fmt.Println(err)
		}
		lines = append(lines, records[0].Script.Sequence())
	}
	c := duplicate.Compare(lines[0], lines[1], position.Square(9), duplicate.Silent)
	// The second is the first, mirrored.
	fmt.Println(c.Kind == duplicate.Exact, c.Common)
	// Output: true 6
}
