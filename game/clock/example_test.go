package clock_test

import (
	"fmt"

	"kifudb/game/clock"
)

// Black had ten minutes and thought for 95 seconds about the second move; then White has
// begun overtime.
func Example() {
	a := clock.Account{Control: clock.ParseControl("600", "5x30 byo-yomi")}
	five := 5
	over := clock.Left("W", 30)
	over.WhiteMoves = &five
	for i, node := range []struct {
		by string
		at clock.Clock
	}{{"", clock.Clock{}}, {"B", clock.Left("B", 590)}, {"W", clock.Left("W", 12)}, {"B", clock.Left("B", 495)}, {"W", over}} {
		a.Add(i, node.by, &node.at)
	}
	times, _ := a.Times()
	fmt.Println(times.Text())
	// Output: B t95@3 u105 l495@3 W t~588@2 u~588 l0@4
}
