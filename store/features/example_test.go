package features_test

import (
	"context"
	"fmt"

	"kifudb/game"
	"kifudb/position"
	"kifudb/store/features"
)

func Example() {
	const white = 0x4000 // see position.Script
	script := position.Script{white | uint16(position.At(0, 0)), uint16(position.At(1, 0)), uint16(position.At(0, 1))}
	rules := game.Default().(game.Observer)
	start, err := rules.Start(game.Record{Size: position.Square(9)})
	if err != nil {
		fmt.Println(err)
		return
	}
	var part features.Part
	if err := part.Add(context.Background(), 0, rules, start, script); err != nil {
		fmt.Println(err)
		return
	}
	directory, columns := features.Encode(1, []*features.Part{&part})
	index, err := features.Open(directory, columns, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	captures := &rules.Features()[0]
	for i := range index.Column(rules.About().Number, captures).Instances(0) {
		fmt.Println(captures.Name, i.Value, "at node", i.Node, "by", i.By)
	}
	// Output: captures 1 at node 2 by black
}
