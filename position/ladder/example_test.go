package ladder_test

import (
	"fmt"

	"kifudb/position"
	"kifudb/position/ladder"
)

func ExampleRead() {
	b := position.NewBoard(position.Square(9))
	b.Set(position.At(2, 2), position.White)
	for _, p := range []position.Point{position.At(1, 2), position.At(2, 1), position.At(1, 3)} {
		b.Set(p, position.Black)
	}
	fmt.Println(ladder.Read(b, position.At(2, 2), position.Black, 10_000) == ladder.Captured)
	b.Set(position.At(6, 6), position.White) // a stone in the ladder's way
	fmt.Println(ladder.Read(b, position.At(2, 2), position.Black, 10_000) == ladder.Escapes)
	// Output:
	// true
	// true
}
