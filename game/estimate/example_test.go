package estimate_test

import (
	"fmt"

	"kifudb/game/estimate"
)

// What Sabaki wrote into a node: Black's chance to win, and the points Black is ahead by.
func Example() {
	e := estimate.Of([]estimate.Said{
		{Property: "SBKV", Value: []byte("62.50")},
		{Property: "SBKS", Value: []byte("1.5")},
	}, "B", nil)
	fmt.Println(*e.Black, *e.Lead, e.From)
	// Output: 0.625 1.5 [SBKV SBKS]
}
