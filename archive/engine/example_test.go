package engine_test

import (
	"context"
	"fmt"
	"os"
	"slices"

	"kifudb/archive/engine"
	"kifudb/game/katago"
	"kifudb/position"
)

// The program of the example is this test, which answers like an engine whose values are White's.
func Example() {
	e := engine.Engine{Command: []string{os.Args[0], "fake-engine", "-view", "white"}, Rules: "chinese"}
	queries := []*katago.Query{{ID: "start", Size: position.Square(9), Rules: "chinese", Player: position.Black}}
	err := e.Ask(context.Background(), slices.Values(queries), func(q *katago.Query, r *katago.Response) error {
		fmt.Println(q.ID, r.Visits, *katago.BlackLead(r.Lead, e.View(), r.Player))
		return nil
	})
	fmt.Println(e.View(), err)
	// Output:
	// start 10 -3.6
	// white <nil>
}
