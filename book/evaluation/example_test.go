package evaluation_test

import (
	"fmt"
	"os"

	"kifudb/book/evaluation"
	"kifudb/game/estimate"
	"kifudb/store"
)

func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
	}
	defer os.RemoveAll(dir)
	db := evaluation.Open(dir)
	record := store.DigestOf([]byte("(;GM[1];B[aa])"))
	err = db.Change(func(c *evaluation.Change) error {
		s, err := c.Source(evaluation.Source{Kind: evaluation.KindFile, Name: "analysis.jsonl", View: evaluation.ViewBlack})
		if err != nil {
			return err
		}
		lead := -1.5
		e, _ := (&estimate.Source{Number: s.Number, Name: s.Name}).Beside(nil, &lead, 500, []string{"Q16"}, false)
		return c.Put(s, &evaluation.Game{Digest: record, Nodes: 2, At: []evaluation.Evaluation{{Node: 1, Estimate: e}}})
	})
	fmt.Println(err)
	state, err := db.State()
	fmt.Println(state.Len(), err)
	for game, err := range state.Games(record) {
		fmt.Println(game.At[0].Node, *game.At[0].Lead, game.At[0].Best, game.At[0].From, err)
	}
	// Output:
	// <nil>
	// 1 <nil>
	// 1 -1.5 [Q16] [analysis.jsonl] <nil>
}
