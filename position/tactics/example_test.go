package tactics_test

import (
	"fmt"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

func ExampleObserve() {
	const white = 0x4000 // see position.Script
	script := position.Script{
		white | uint16(position.At(0, 0)),
		uint16(position.At(1, 0)),
		white | uint16(position.At(4, 4)),
		uint16(position.At(0, 1)),
	}
	kinds := tactics.Kinds()
	for i := range tactics.Observe(position.Square(9), script, feature.Wanted{Kinds: feature.All}) {
		if name := kinds[i.Kind].Name; name == "captures" || name == "atari" {
			fmt.Println("node", i.Node, i.By, name, i.Value)
		}
	}
	// Output:
	// node 1 black atari 1
	// node 3 black captures 1
}
